"""Plain English, and what was cut, in what was said in a language for trials."""

import re
from collections.abc import Iterator
from typing import Any

from rules import GAMES
from tests.kit.limits import components

SAID = ("content", "label", "placeholder", "description", "title")
NAMES = {"Ada", "Ben", "Chloe", "Dan", "Eve", "Finn", "Board", "Club", "Quintet", "Berlin"} | {
    word
    for game in GAMES.values()
    for name in (game.info.id, game.info.name, game.info.designer)
    for word in re.findall("[A-Za-z]{3,}", name)
}
NOTATION = {"none"}  # a clock as it is typed
_KEPT = re.compile(r"`[^`]*`|<[^>]*>|https?://\S+|\w+\.(?:png|txt|json|gif)|[a-z]\d+")
_WORD = re.compile(r"[A-Za-z]{3,}")
_ACCENTED = re.compile("[aceiknorsuyzACEIKNORSUYZ]")
"""Letters that the language for trials never leaves as they are."""
_WHOLE = re.compile(r"\[[^][]*\]")


def plain(text: str) -> Iterator[str]:
    """The lines with words that the language for trials has not said, and what of it was cut."""
    for line in _KEPT.sub("§", text).splitlines():
        words = {each for each in _WORD.findall(line) if _ACCENTED.search(each)}
        if words - NAMES - NOTATION:
            yield line
    left, removed = text, 1
    while removed:
        left, removed = _WHOLE.subn("", left)
    if "[" in left or "]" in left:
        yield text


def plain_in(parts: Any) -> Iterator[str]:
    """The same of what stands in a message's or a form's parts."""
    for each in components(parts):
        yield from _said(each)


def _said(part: dict[str, Any]) -> Iterator[str]:
    for text in (part.get(key) for key in SAID):
        if isinstance(text, str):
            yield from plain(text)
    for each in (*part.get("options", ()), *part.get("items", ())):
        yield from _said(each)
