"""The time of a match as its row keeps it: what every seat has, and the newest lines that say why.

What the words mean that are stored here is told in ``bot.services.clocks``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

from data.ids import PlayerId
from rules.game import Seat

_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class StoredClock:
    """A seat's time. ``turn_ply`` is None while the seat is not to move."""

    balance: timedelta
    turn_ply: int | None
    runs_from: datetime | None
    head_start: timedelta
    posted: bool
    pauses: tuple[str, ...]
    credited: tuple[int, ...]
    timed_out_at: datetime | None


@dataclass(frozen=True, slots=True)
class StoredLine:
    """One change of a seat's time."""

    seat: Seat
    kind: str
    amount: timedelta
    balance: timedelta
    at: datetime
    ply: int
    by: PlayerId | None
    outage: int | None


@dataclass(frozen=True, slots=True)
class StoredClocks:
    """What every seat has, None for one without a clock.

    ``lines`` are the newest of the ledger: they are written there together with the next ones.
    """

    seats: tuple[StoredClock | None, ...]
    lines: tuple[StoredLine, ...] = ()


class ClocksText(TypeDecorator[StoredClocks]):
    """The clocks of a match as one text, the same whenever they are the same."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: StoredClocks | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        # the signature is SQLAlchemy's
        """The clocks as JSON: lengths in microseconds, moments in the words of ISO 8601."""
        if value is None:
            return None
        seats = [None if each is None else _parts(each) for each in value.seats]
        kept = {"seats": seats, "lines": [_parts(line) for line in value.lines]}
        return json.dumps(kept, default=_written, separators=(",", ":"))

    def process_result_value(self, value: Any | None, dialect: Dialect) -> StoredClocks | None:  # noqa: ARG002
        # the signature is SQLAlchemy's
        """The clocks."""
        return None if value is None else _clocks(value)


@lru_cache(maxsize=1024)  # a match comes with every row of its seats
def _clocks(text: str) -> StoredClocks:
    kept = json.loads(text)
    seats = tuple(None if each is None else _clock(each) for each in kept["seats"])
    return StoredClocks(seats, tuple(map(_line, kept["lines"])))


def _parts(value: StoredClock | StoredLine) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


def _written(value: object) -> int | str:
    if isinstance(value, timedelta):
        return value // _MICROSECOND
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{value!r} is no part of a clock")


def _clock(kept: dict[str, Any]) -> StoredClock:
    read = {
        "balance": kept["balance"] * _MICROSECOND,
        "runs_from": _moment(kept["runs_from"]),
        "head_start": kept["head_start"] * _MICROSECOND,
        "pauses": tuple(kept["pauses"]),
        "credited": tuple(kept["credited"]),
        "timed_out_at": _moment(kept["timed_out_at"]),
    }
    return StoredClock(**{**kept, **read})


def _line(kept: dict[str, Any]) -> StoredLine:
    read = {
        "amount": kept["amount"] * _MICROSECOND,
        "balance": kept["balance"] * _MICROSECOND,
        "at": datetime.fromisoformat(kept["at"]),
    }
    return StoredLine(**{**kept, **read})


def _moment(written: str | None) -> datetime | None:
    return None if written is None else datetime.fromisoformat(written)
