"""What happens on a ladder by itself as time passes."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from bot.services.ladders.entries import Dropped, Expired, Noticed
from bot.services.ladders.places import DROP_EVERY, NOTICE_AFTER, Rung, Standings
from data.ids import PlayerId

DueEntry: TypeAlias = Expired | Noticed | Dropped


def due_entries(
    ladder: Standings, now: datetime, on_vacation: Set[PlayerId] = frozenset()
) -> tuple[DueEntry, ...]:
    """What is due ``now``, in the order in which it is to be applied.

    Nothing is made up for: who could go down several places, because nobody looked for weeks, goes
    down one.
    """
    overdue = [coming for coming in _coming(ladder, on_vacation) if coming.at <= now]
    return tuple(replace(entry, at=now) for entry in sorted(overdue, key=lambda entry: entry.at))


def next_due(ladder: Standings, on_vacation: Set[PlayerId] = frozenset()) -> datetime | None:
    """When something will be due next, if nothing else happens; None if never."""
    return min((coming.at for coming in _coming(ladder, on_vacation)), default=None)


def _coming(ladder: Standings, on_vacation: Set[PlayerId]) -> Iterator[DueEntry]:
    """What will be due, with the time when it will be."""
    if ladder.frozen_since or ladder.closed_at:
        return
    for challenge in ladder.challenges.values():
        if challenge.waiting:
            yield Expired(challenge.expires_at, challenge.id)
    yield from _notices(ladder, on_vacation)
    yield from _drops(ladder, on_vacation)


def _notices(ladder: Standings, on_vacation: Set[PlayerId]) -> Iterator[Noticed]:
    """Who does not play is told so; but not the last on the ladder, who has no place to lose."""
    playing = {
        player_id
        for challenge in ladder.challenges.values()
        if not challenge.waiting
        for player_id in (challenge.challenger_id, challenge.opponent_id)
    }
    for player_id in ladder.order[:-1]:
        rung = ladder.rungs[player_id]
        if not rung.noticed_at and player_id not in playing | on_vacation:
            yield Noticed(rung.active_at + NOTICE_AFTER, player_id)


def _drops(ladder: Standings, on_vacation: Set[PlayerId]) -> Iterator[Dropped]:
    """Who goes down when, from the bottom up.

    Neighbours who both go down do so together, the lower one first, when the later of them is due:
    else they would only change places with each other, week after week.
    """
    together: datetime | None = None
    somebody_below = False
    for player_id in reversed(ladder.order):
        at = _drops_at(ladder.rungs[player_id])
        if at is None or player_id in on_vacation:
            together, somebody_below = None, True
        elif somebody_below:
            together = max(at, together or at)
            yield Dropped(together, player_id)


def _drops_at(rung: Rung) -> datetime | None:
    last = rung.dropped_at or rung.noticed_at
    return last + DROP_EVERY if last else None
