"""Entries as rows of one table: a kind, and a column for each thing that an entry can name."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from bot.services.ladders.entries import Entry

KINDS: dict[str, type[Entry]] = {kind.__name__.lower(): kind for kind in get_args(Entry)}
"""The classes of entries by what the column ``kind`` says."""

COLUMNS: tuple[str, ...] = (
    "kind",
    *dict.fromkeys(field.name for kind in KINDS.values() for field in fields(kind)),
)
"""``kind``, ``at``, and the columns of which most are empty in any one row."""


_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in KINDS.values()}


def to_row(entry: Entry) -> dict[str, Any]:
    """A value for every column; None where the entry has none."""
    row = dict.fromkeys(COLUMNS) | {
        field.name: getattr(entry, field.name) for field in fields(entry)
    }
    return row | {"kind": type(entry).__name__.lower()}


def from_row(row: Mapping[str, Any]) -> Entry:
    """The entry of a row. Raises KeyError for a kind that there is not."""
    kind = KINDS[row["kind"]]
    return kind(**{name: row[name] for name in _NAMES[kind]})
