"""Reading a catalog: a ``.po`` file as gettext's tools write it."""

import ast
import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rules.texts import Message

_LINE = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)?(?:\[(\d)\])?\s*(".*")')
_PLURALS = re.compile(r"plural=([^;\n]+);?")
_LONGEST_RULE = 200


class CatalogError(ValueError):
    """A file that is no catalog; the message names the line."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """The messages of a language; each has one form, or one for each kind of number.

    ``plural`` tells which form a number has. Messages that are fuzzy or empty are not there.
    """

    forms: Mapping[Message, tuple[str, ...]]
    plural: Callable[[int], int]


def read_catalog(text: str) -> Catalog:
    """The catalog in a file's text; raises CatalogError."""
    forms: dict[Message, tuple[str, ...]] = {}
    header = ""
    for fuzzy, fields in _entries(text):
        message = Message(
            fields.get("msgid", ""), fields.get("msgctxt", ""), fields.get("msgid_plural", "")
        )
        said = tuple(each for key, each in sorted(fields.items()) if key.startswith("msgstr"))
        if not message.english:
            header = "".join(said)
        elif said and all(said) and not fuzzy:
            forms[message] = said
    return Catalog(forms, _plural(header))


def _entries(text: str) -> Iterator[tuple[bool, dict[str, str]]]:
    """Each entry: whether it is fuzzy, and its fields with their texts."""
    fields: dict[str, str] = {}
    fuzzy, key = False, ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.startswith("#"):
            fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        if line.strip():
            key = _read(line.strip(), number, key, fields)
            continue
        if fields:
            yield fuzzy, fields
        fields, fuzzy, key = {}, False, ""


def _read(line: str, number: int, key: str, fields: dict[str, str]) -> str:
    """Add a line to the fields; the key of the one that it belongs to."""
    found = _LINE.fullmatch(line)
    try:
        if found is None:
            raise ValueError
        key = f"{found[1]}{found[2] or ''}" if found[1] else key
        fields[key] = fields.get(key, "") + str(ast.literal_eval(found[3]))
    except (SyntaxError, ValueError) as error:
        raise CatalogError(f"line {number} is none of a catalog: {line[:60]!r}") from error
    return key


def _plural(header: str) -> Callable[[int], int]:
    """Which form a number has, by the header's rule; the second for all but one without a rule."""
    rule = _PLURALS.search(header)
    if rule is None:
        return lambda number: int(number != 1)
    try:
        if len(rule[1]) > _LONGEST_RULE:
            raise ValueError("it is too long")
        return gettext.c2py(rule[1])
    except ValueError as error:
        raise CatalogError(f"no rule for plurals: {rule[1][:60]!r}") from error
