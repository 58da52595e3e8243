"""What is wrong with a language's catalog: ``python -m languages check`` says it."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TypeAlias

from babel import Locale
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from languages.known import CATALOG, DRAFT, REVIEWED, TEMPLATE, template_of
from languages.marks import CODE, french, left_english, misplaced
from languages.plurals import plurals_of
from languages.reading import CatalogError, Entry, entries, first_forms, read_catalog, read_file
from languages.shares import is_pictured
from rules.texts import OF_SIDE, Message

GLOSSARY, ALIKE = "glossary.csv", "alike.txt"
"""The terms of a language, and the words that it writes as English does, with blanks between."""
LIMITS: Mapping[str, int] = {"button": 80, "choice": 100, "command": 100}
"""How many characters Discord allows what is said with a context."""
_ON_A_PHONE = 22
"""How many characters of a button a phone shows."""
_AT_MOST = re.compile(r"at most (\d+) characters")
_FEW = 50
"""Up to a part in so many of the messages are named that a language does not say."""
_NUMBERS = range(201)
Legible: TypeAlias = Callable[[str], str]
_FRAME = re.compile(r"^(?:#{1,3} |-# |> |- )", re.MULTILINE)
_PLACE = re.compile(r"\{[a-z_]+\}")


def mistakes(folder: Path, legible: Legible | None = None) -> Iterator[str]:
    """Each with its file, and the message where it is about one.

    ``legible`` gives what pictures can show of a text; without it, their letters are not checked.
    """
    path = folder / CATALOG
    try:
        found = _entries(folder)
        read_file(path, read_catalog)
    except (CatalogError, OSError) as error:
        yield str(error)
        return
    header = next((each for each in found if not each.message.english), None)
    yield from (f"{path}: {each}" for each in _of_header(header, folder.name))
    text = "" if header is None else "".join(header.said)
    forms, limits = plurals_of(text).forms, _limits(folder.parent)
    for entry in found:
        if entry.message.english and not entry.is_fuzzy and any(entry.said):
            for wrong in _of_entry(entry, forms, limits, folder.name):
                yield f"{path}: {entry.message.english[:60]!r}: {wrong}"
    for message, word in left_english(folder.name, _said(folder.parent), _alike(folder)):
        told = f"{path}: {message.english[:60]!r}: the English word {word!r} is left"
        yield f"{told}; one of the language itself belongs in {ALIKE}"
    lost, has_face = _lost_letters(folder, legible)
    for message in lost if has_face else ():
        yield f"{path}: {message.english[:60]!r}: pictures have not all its letters"


def remarks(folder: Path, legible: Legible | None = None) -> Iterator[str]:
    """What is no mistake, but worth knowing."""
    lost, has_face = _lost_letters(folder, legible)
    if not has_face:
        yield f"no face has its letters: {len(lost)} messages of pictures are in English"
    for message in _unsaid(folder):
        yield f"in English: {message.english[:60]!r}"
    for entry in _entries(folder):
        cut = any(len(each) > max(_ON_A_PHONE, len(entry.message.english)) for each in entry.said)
        if cut and entry.message.context == "button":
            yield f"a phone cuts the button {entry.message.english!r}"


def _unsaid(folder: Path) -> Iterator[Message]:
    """What a language does not say that says all else."""
    said = read_file(folder / CATALOG, read_catalog).sound
    template = [each for each in template_of(folder.parent) if each.context != OF_SIDE]
    unsaid = [each for each in template if each not in said]
    if len(unsaid) <= len(template) // _FEW:
        yield from unsaid


def _lost_letters(folder: Path, legible: Legible | None) -> tuple[list[Message], bool]:
    """The messages of pictures with letters that no face has, and whether most have all."""
    pictured = {each for each, files in template_of(folder.parent).items() if is_pictured(files)}
    drawn = [
        (each.message, " ".join(form.split()))
        for each in _entries(folder)
        for form in each.said
        if form and each.message in pictured and not each.is_fuzzy
    ]
    lost = [message for message, form in drawn if legible is not None and legible(form) != form]
    return lost, len(lost) * 2 <= len(drawn)


@cache
def _limits(catalogs: Path) -> Mapping[tuple[str, str], int | None]:
    """How many characters each message of the template may have."""
    template = read_po(io.StringIO((catalogs / TEMPLATE).read_text("utf-8")))
    found = {}
    for each in template:
        english = each.id if isinstance(each.id, str) else each.id[0]
        told = _AT_MOST.search(" ".join(each.auto_comments))
        known = LIMITS.get(each.context or "")
        found[english, each.context or ""] = int(told[1]) if told else known
    return found


@cache
def _said(catalogs: Path) -> Mapping[str, Mapping[Message, tuple[str, ...]]]:
    """What all languages in a folder say."""
    return {
        each.parent.name: read_file(each, read_catalog).forms
        for each in sorted(catalogs.glob(f"*/{CATALOG}"))
    }


def _alike(folder: Path) -> list[str]:
    path = folder / ALIKE
    return path.read_text("utf-8").split() if path.exists() else []


def _entries(folder: Path) -> tuple[Entry, ...]:
    return read_file(folder / CATALOG, lambda text: tuple(entries(text)))


def _of_header(header: Entry | None, code: str) -> Iterator[str]:
    text = "" if header is None else "".join(header.said)
    if f"Language: {code}\n" not in text:
        yield f"its header does not name {code}"
    if "charset=utf-8" not in text.lower():
        yield "its header does not say that it is in UTF-8"
    wanted, cldr, own = get_plural(code), Locale.parse(code).plural_form, plurals_of(text).rule
    kinds = [_kinds(each) for each in (c2py(wanted.plural_expr), cldr)]
    if "nplurals=" not in text or _kinds(own) not in kinds:
        yield f"its header has not the {wanted.num_plurals} kinds of numbers of the language"


def _kinds(rule: Callable[[int], object]) -> list[int]:
    """For each number the first one that has the same form."""
    forms = [rule(each) for each in _NUMBERS]
    return [forms.index(each) for each in forms]


def _of_entry(
    entry: Entry, forms: int, limits: Mapping[tuple[str, str], int | None], code: str
) -> Iterator[str]:
    message = entry.message
    if message.context not in {context for _, context in limits}:
        yield f"there is no context {message.context!r}"
    if len(entry.said) != (forms if message.plural else 1) or not all(entry.said):
        yield "it has too few or too many forms"
    english = [_signs(each) for each in (message.english, message.plural) if each]
    optional = {"number"} if message.plural else set()
    limit = limits.get((message.english, message.context), LIMITS.get(message.context))
    for form in entry.said:
        yield from misplaced(form, filter(None, (message.english, message.plural)))
        yield from french(form) if code.startswith("fr") else ()
        if (first_forms(form) ^ message.places) - optional:
            yield "its places are not those of the English"
        if _signs(form) not in english:
            yield "its code, links, mentions, bold words or headings are not those of the English"
        if limit is not None and len(_PLACE.sub("", form)) > limit:
            yield f"it is longer than the {limit} characters that there is room for"


def _signs(text: str) -> tuple[list[str], list[str], int]:
    """What stays as it is in every language, besides places."""
    return sorted(CODE.findall(text)), _FRAME.findall(text), text.count("**")


def other_words(folder: Path) -> Iterator[str]:
    """Messages with a term of the glossary whose translation has none of its words."""
    terms = list(_terms(folder))
    for entry in _entries(folder):
        if entry.is_fuzzy or not all(entry.said) or not entry.message.english:
            continue
        said = CODE.sub("", " ".join(entry.said)).casefold()
        english = CODE.sub("", entry.message.english)
        for term, pattern, words in terms:
            if pattern.search(english) and not any(each in said for each in words):
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
