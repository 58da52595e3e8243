"""What is wrong with a language's catalog: ``python -m languages check`` says it."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.plurals import get_plural

from languages.known import CATALOG, DRAFT, REVIEWED, template_of
from languages.reading import CatalogError, Entry, entries, read_catalog, read_file
from rules.texts import Message

GLOSSARY = "glossary.csv"
LIMITS: Mapping[str, int] = {"button": 80, "choice": 100, "command": 100}
"""How many characters Discord allows what is said with a context."""
_CODE = re.compile(r"`[^`]*`|https?://\S+|<[^<> ]+>")
_FRAME = re.compile(r"^(?:#{1,3} |-# |> |- )", re.MULTILINE)
_PLACE = re.compile(r"\{[a-z_]+\}")
_PLURALS = re.compile(r"nplurals=(\d+)")


def mistakes(folder: Path) -> Iterator[str]:
    """Each with its file, and the message where it is about one."""
    path = folder / CATALOG
    try:
        found = _entries(folder)
        read_file(path, read_catalog)
    except (CatalogError, OSError) as error:
        yield str(error)
        return
    header = next((each for each in found if not each.message.english), None)
    yield from (f"{path}: {each}" for each in _of_header(header, folder.name))
    forms = get_plural(folder.name).num_plurals
    contexts = {each.context for each in template_of(folder.parent)}
    for entry in found:
        if entry.message.english and not entry.is_fuzzy and any(entry.said):
            for wrong in _of_entry(entry, forms, contexts):
                yield f"{path}: {entry.message.english[:60]!r}: {wrong}"


def _entries(folder: Path) -> tuple[Entry, ...]:
    return read_file(folder / CATALOG, lambda text: tuple(entries(text)))


def _of_header(header: Entry | None, code: str) -> Iterator[str]:
    text = "" if header is None else "".join(header.said)
    if f"Language: {code}\n" not in text:
        yield f"its header does not name {code}"
    if "charset=utf-8" not in text.lower():
        yield "its header does not say that it is in UTF-8"
    number, wanted = _PLURALS.search(text), get_plural(code)
    if number is None or int(number[1]) != wanted.num_plurals:
        yield f"its header has not the {wanted.num_plurals} kinds of numbers of the language"


def _of_entry(entry: Entry, forms: int, contexts: Iterable[str]) -> Iterator[str]:
    message = entry.message
    if message.context not in contexts:
        yield f"there is no context {message.context!r}"
    if len(entry.said) != (forms if message.plural else 1) or not all(entry.said):
        yield "it has too few or too many forms"
    english = [_signs(each) for each in (message.english, message.plural) if each]
    optional, limit = {"number"} if message.plural else set(), LIMITS.get(message.context)
    for form in entry.said:
        if (Message(form).places ^ message.places) - optional:
            yield "its places are not those of the English"
        if _signs(form) not in english:
            yield "its code, links, mentions, bold words or headings are not those of the English"
        if limit is not None and len(_PLACE.sub("", form)) > limit:
            yield f"it is longer than Discord's {limit} characters"


def _signs(text: str) -> tuple[list[str], list[str], int]:
    """What stays as it is in every language, besides places."""
    return sorted(_CODE.findall(text)), _FRAME.findall(text), text.count("**")


def other_words(folder: Path) -> Iterator[str]:
    """Messages with a term of the glossary whose translation has none of its words."""
    terms = list(_terms(folder))
    for entry in _entries(folder):
        if entry.is_fuzzy or not all(entry.said) or not entry.message.english:
            continue
        said = " ".join(entry.said).casefold()
        for term, pattern, words in terms:
            if pattern.search(entry.message.english) and not any(each in said for each in words):
                yield f"{entry.message.english[:60]!r} says {term!r} in words of its own"


def _terms(folder: Path) -> Iterator[tuple[str, re.Pattern[str], tuple[str, ...]]]:
    with (folder / GLOSSARY).open(encoding="utf-8", newline="") as file:
        for english, words, *_ in list(csv.reader(file))[1:]:
            each = tuple(word.strip().casefold() for word in words.split(";") if word.strip())
            if each:
                yield english, re.compile(rf"(?<![\w{{`]){re.escape(english)}(?:e?s)?\b"), each


def is_draft(folder: Path) -> bool:
    """Whether no native player has read the language yet."""
    return read_file(folder / CATALOG, lambda text: text.startswith((DRAFT, REVIEWED)))


@cache
def english_name(code: str) -> str:
    """What the language is called in English."""
    return Locale.parse(code).get_display_name("en") or code
