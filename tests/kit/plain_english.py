"""Plain English in what was said in a language for trials."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from languages.known import CATALOGS, template_of
from languages.language import Language
from rules import GAMES
from tests.kit.limits import components

SAID = ("content", "label", "placeholder", "description", "title")
_KEPT = re.compile(
    r"`[^`]*`|<[^>]*>|https?://\S+|\w+\.(?:png|txt|json|gif)|[a-z]\d+|\u2068[^\u2069]*\u2069"
)
_WORD = re.compile(r"[A-Za-z]{3,}")
_ANY_WORD, _PLACE = re.compile(r"[^\W\d_]{2,}"), re.compile(r"\{[a-z_]+\}|`[^`]*`")
_ACCENTED = re.compile("[aceiknorsuyzACEIKNORSUYZ]")
"""Letters that the language for trials never leaves as they are."""


def words_of(*texts: str) -> frozenset[str]:
    """The words in texts that nobody translates."""
    return frozenset(word for text in texts for word in _WORD.findall(text))


NAMES = words_of("Ada Ben Chloe Dan Eve Finn Board Club Quintet Berlin none") | words_of(
    *(name for game in GAMES.values() for name in (game.info.id, game.info.name)),
    *(game.info.designer for game in GAMES.values()),
)
"""Of people, games and a city; and a clock as it is typed."""


def plain(text: str, names: Collection[str] = ()) -> Iterator[str]:
    """The lines with words that the language for trials has not said."""
    for line in _KEPT.sub("§", text).splitlines():
        words = {each for each in _WORD.findall(line) if _ACCENTED.search(each)}
        if words - NAMES - {*names}:
            yield line


def english_alone(language: Language) -> frozenset[str]:
    """The words of the English messages that the language has in none of its own."""
    own = {each for forms in language.catalog.sound.values() for each in _words(*forms)}
    english = {each for message in template_of(CATALOGS) for each in _words(message.english)}
    return frozenset(english - own - _words(*NAMES))


def english_in(parts: Any, words: Collection[str]) -> Iterator[str]:
    """The lines in a message's or a form's parts that have one of these words."""
    for text in said_in(parts):
        for line in _KEPT.sub("§", text).splitlines():
            if _words(line) & {*words}:
                yield line


def _words(*texts: str) -> set[str]:
    return {each.casefold() for text in texts for each in _ANY_WORD.findall(_PLACE.sub("", text))}


def said_in(parts: Any) -> Iterator[str]:
    """What stands in a message's or a form's parts."""
    for each in components(parts):
        yield from _said(each)


def _said(part: dict[str, Any]) -> Iterator[str]:
    yield from (part[key] for key in SAID if isinstance(part.get(key), str))
    for each in (*part.get("options", ()), *part.get("items", ())):
        yield from _said(each)
