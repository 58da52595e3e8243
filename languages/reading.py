"""Reading a catalog: a ``.po`` file as gettext's tools write it."""

import re
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

from languages.plurals import PluralError, Plurals, plurals_of
from rules.texts import OF, Message

_LINE = re.compile(
    r'(msgctxt|msgid_plural|msgid|msgstr)?(?:\[(\d)\])?\s*"([^"\\]*(?:\\.[^"\\]*)*)"'
)
_ESCAPED, _MEANT = re.compile(r'\\([\\trn"])'), {"t": "\t", "r": "\r", "n": "\n"}
_BEGINS, _END = re.compile(r"#|msgctxt|msgid\b"), "#"
"""How the line after an entry begins, and one after the last."""
_OBSOLETE = re.compile(r"#~(?!\|)")
"""How the lines of a message begin that the code does not say any more."""
Read = TypeVar("Read")


class CatalogError(ValueError):
    """A file that is no catalog; the message names the line."""


@dataclass(frozen=True)
class Catalog:
    """The messages of a language; each has one form, or one for each kind of number.

    Messages that are fuzzy or not said whole are not there.
    """

    forms: Mapping[Message, tuple[str, ...]]
    plurals: Plurals

    def plural(self, number: int) -> int:
        """Which form a number has."""
        return self.plurals.rule(number)

    @cached_property
    def sound(self) -> Mapping[Message, tuple[str, ...]]:
        """Those that have the places of the English, but for the number of a single thing."""
        return {message: said for message, said in self.forms.items() if _is_sound(message, said)}


class Packed:
    """A catalog that is kept as text until somebody needs it, as most are needed by nobody."""

    def __init__(self, text: str) -> None:
        self._text = zlib.compress(text.encode("utf-8"))

    @cached_property
    def read(self) -> Catalog:
        """What is in it; the first time takes a while."""
        return read_catalog(zlib.decompress(self._text).decode("utf-8"))

    @property
    def is_read(self) -> bool:
        return "read" in vars(self)

    @property
    def sound(self) -> Mapping[Message, tuple[str, ...]]:
        return self.read.sound

    def plural(self, number: int) -> int:
        """Which form a number has."""
        return self.read.plural(number)


class Entry(NamedTuple):
    """An entry of a file: its fields with their texts, and which files it is said in."""

    line: int
    """Where it ends."""
    fields: dict[str, str]
    files: tuple[str, ...]
    is_fuzzy: bool

    @property
    def message(self) -> Message:
        """What it translates; without English for the header. All languages share its texts."""
        texts = (self.fields.get(each, "") for each in ("msgid", "msgctxt", "msgid_plural"))
        return Message(*map(sys.intern, texts))

    @property
    def said(self) -> tuple[str, ...]:
        """How it is translated: all the forms that there are."""
        forms = sorted(self.fields.items())
        return tuple(each for key, each in forms if key.startswith("msgstr"))

    def form(self, number: int) -> str:
        """One of the forms, counted from 0; empty if it is not there."""
        return self.fields.get(f"msgstr[{number}]", "")


def read_file(path: Path, read: Callable[[str], Read]) -> Read:
    """What ``read`` makes of a file's text; raises OSError, and CatalogError with its name."""
    data = path.read_bytes()
    try:
        return read(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CatalogError(f"{path}: line {line} is not in UTF-8") from error
    except CatalogError as error:
        raise CatalogError(f"{path}: {error}") from error


def read_catalog(text: str) -> Catalog:
    """The catalog in a file's text; raises CatalogError."""
    found = list(entries(text))
    header = next((each.form(0) for each in found if not each.message.english), "")
    try:
        plurals = plurals_of(header)
    except PluralError as error:
        line = text.count("\n", 0, text.find("plural=")) + 1
        raise CatalogError(f"line {line} has {error}") from error
    forms: dict[Message, tuple[str, ...]] = {}
    known: set[tuple[str, str]] = set()
    for entry in found:
        message = entry.message
        if (message.english, message.context) in known:
            raise CatalogError(f"line {entry.line} ends a second {message.english[:60]!r}")
        known.add((message.english, message.context))
        said = tuple(map(entry.form, range(plurals.forms if message.plural else 1)))
        if message.english and all(said) and not entry.is_fuzzy:
            forms[message] = said
    return Catalog(forms, plurals)


def read_template(text: str) -> dict[Message, tuple[str, ...]]:
    """The messages in a template's text, each with the files that say it; raises CatalogError."""
    return {each.message: each.files for each in entries(text) if each.message.english}


def entries(text: str) -> Iterator[Entry]:
    """Each entry of a file, the header first; raises CatalogError."""
    fields: dict[str, str] = {}
    files: list[str] = []
    fuzzy, key = False, ""
    for number, line in enumerate(map(str.strip, (*text.split("\n"), _END)), 1):
        if "msgid" in fields and _BEGINS.match(line):
            yield Entry(number - 1, fields, tuple(files), fuzzy)
            fields, files, fuzzy, key = {}, [], False, ""
        if _OBSOLETE.match(line):  # what stands above it is about it
            files, fuzzy = [], False
        elif line.startswith("#"):
            fuzzy |= line.startswith("#,") and "fuzzy" in map(str.strip, line[2:].split(","))
            files += line[2:].split() if line.startswith("#:") else []
        elif line:
            key = _read(line, number, key, fields)


def _read(line: str, number: int, key: str, fields: dict[str, str]) -> str:
    """Add a line to the fields; the key of the one that it belongs to."""
    found = _LINE.fullmatch(line)
    if found is None or not (found[1] or key):
        raise CatalogError(f"line {number} is none of a catalog: {line[:60]!r}")
    if found[1]:
        key = f"{found[1]}[{found[2] or 0}]" if found[1] == "msgstr" else found[1]
        is_early = "msgid" not in fields and key not in ("msgid", "msgctxt")
        if key in fields or is_early:
            raise CatalogError(f"line {number} is not where it belongs: {line[:60]!r}")
    fields[key] = fields.get(key, "") + _ESCAPED.sub(_meant, found[3])
    return key


def _meant(escaped: re.Match[str]) -> str:
    return _MEANT.get(escaped[1], escaped[1])


def _is_sound(message: Message, said: tuple[str, ...]) -> bool:
    free = {"number"} if message.plural else set[str]()
    return all(first_forms(form) | free == message.places | free for form in said)


def first_forms(form: str) -> frozenset[str]:
    """The places of a form, where ``{of_side}`` counts as ``{side}``."""
    return frozenset(each.removeprefix(OF) for each in Message(form).places)
