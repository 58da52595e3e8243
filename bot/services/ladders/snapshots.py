"""Standings as plain values that JSON can hold, so that a long history is not read from its start.

Players are written as a list each, in the order of their fields; times are microseconds since 1970.
"""

from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

from bot.services.ladders.entries import Entry
from bot.services.ladders.places import (
    Arrival,
    Challenge,
    Decline,
    Rest,
    RestReason,
    Rung,
    Span,
    Standings,
)

STEPS = 2
"""How histories are read. Whoever changes what an entry does raises it: no older snapshot fits."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
KINDS: dict[str, type[Entry]] = {kind.__name__.lower(): kind for kind in get_args(Entry)}
"""The classes of entries by what the column ``kind`` says."""
COLUMNS: tuple[str, ...] = (
    "kind",
    *dict.fromkeys(field.name for kind in KINDS.values() for field in fields(kind)),
)
"""``kind``, ``at``, and the columns of which most are empty in any one row."""
_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in KINDS.values()}


def to_plain(ladder: Standings) -> dict[str, Any]:
    """The standings as numbers, words and lists."""
    return {
        "rungs": [_rung(ladder.rungs[who]) for who in ladder.order],
        "arrivals": [
            [_time(ladder.arrivals[who].at), ladder.arrivals[who].up] for who in ladder.order
        ],
        "challenges": [_challenge(each) for each in ladder.challenges.values()],
        "rests": [
            [*who, _time(each.since), each.reason.value, each.overtaken_id]
            for who, each in ladder.rests.items()
        ],
        "times": [_time(each) for each in (ladder.as_of, ladder.frozen_since, ladder.closed_at)],
        "stood_still": [[_time(each) for each in span] for span in ladder.stood_still],
    }


def from_plain(kept: Mapping[str, Any]) -> Standings:
    """The standings again. Raises KeyError, TypeError or ValueError for anything else."""
    rungs = {row[0]: _as_rung(*row) for row in kept["rungs"]}
    order = tuple(rungs)
    arrivals = {
        who: Arrival(_moment(at), up) for who, (at, up) in zip(order, kept["arrivals"], strict=True)
    }
    challenges = {row[0]: _as_challenge(*row) for row in kept["challenges"]}
    rests = {
        (one, other): Rest(_moment(since), RestReason(reason), overtaken)
        for one, other, since, reason, overtaken in kept["rests"]
    }
    as_of, frozen, closed = (None if at is None else _moment(at) for at in kept["times"])
    still = tuple(_span(*row) for row in kept["stood_still"])
    return Standings(order, rungs, arrivals, challenges, rests, as_of, frozen, closed, still)


def _rung(rung: Rung) -> list[Any]:
    declined = rung.declined
    return [
        rung.player_id,
        _time(rung.active_at),
        rung.newcomer,
        _time(rung.noticed_at),
        _time(rung.dropped_at),
        None if declined is None else [declined.challenger_id, _time(declined.at)],
        _time(rung.timed_out_at),
    ]


def _as_rung(
    player_id: Any,
    active: int,
    newcomer: bool,
    noticed: int | None,
    dropped: int | None,
    declined: list[Any] | None,
    timed_out: int | None,
) -> Rung:
    return Rung(
        player_id,
        _moment(active),
        newcomer,
        None if noticed is None else _moment(noticed),
        None if dropped is None else _moment(dropped),
        None if declined is None else Decline(declined[0], _moment(declined[1])),
        None if timed_out is None else _moment(timed_out),
    )


def _challenge(found: Challenge) -> list[Any]:
    return [
        found.id,
        found.challenger_id,
        found.opponent_id,
        _time(found.made_at),
        _time(found.expires_at),
        found.match_id,
    ]


def _as_challenge(
    number: Any, challenger: Any, opponent: Any, made: int, expires: int, match_id: Any
) -> Challenge:
    return Challenge(number, challenger, opponent, _moment(made), _moment(expires), match_id)


def _span(begins: int, ends: int) -> Span:
    return _moment(begins), _moment(ends)


def _time(at: datetime | None) -> int | None:
    return None if at is None else (at - EPOCH) // MICROSECOND


def _moment(number: int) -> datetime:
    return EPOCH + timedelta(microseconds=number)


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
