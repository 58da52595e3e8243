"""What is due on a ladder: unanswered challenges expire, and idle players are warned and drop.

Vacations and freezes stop these periods.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from bot.features.ladders import places
from bot.features.ladders.entries import Dropped, Expired, Lapsed, Noticed
from bot.features.ladders.places import (
    DROP_EVERY,
    NOTICE_AFTER,
    LadderChallenge,
    Span,
    Standings,
    later,
)
from data.ids import PlayerId

DueEntry: TypeAlias = Expired | Lapsed | Noticed | Dropped
Vacations: TypeAlias = Mapping[PlayerId, Sequence[Span]]
"""The vacations of each player, past and to come."""


def answer_due(challenge: LadderChallenge, vacations: Vacations) -> DueEntry:
    """The entry that ends a challenge which nobody answers, with its time.

    The time to answer stands still while the opponent is on vacation. After LONGEST_WAIT the
    challenge lapses, which does not count as declining it.
    """
    away = vacations.get(challenge.opponent_id, ())
    until = later(challenge.asked_at, challenge.expires_at - challenge.asked_at, away)
    latest = challenge.expires_at + places.LONGEST_WAIT - places.TO_ANSWER
    if until > latest:
        return Lapsed(latest, challenge.id)
    return Expired(until, challenge.id)


def next_due(ladder: Standings, vacations: Vacations) -> DueEntry | None:
    """The entry that is due next, with its time; None if none ever will be."""
    return min(_upcoming(ladder, vacations), key=lambda entry: entry.at, default=None)


def due_now(ladder: Standings, now: datetime, vacations: Vacations) -> DueEntry | None:
    """The entry that is due ``now``; None if none is. After it another may be due.

    A player who is overdue for several drops, because the bot was away for weeks, drops once.
    """
    coming = next_due(ladder, vacations)
    return replace(coming, at=now) if coming is not None and coming.at <= now else None


def _upcoming(ladder: Standings, vacations: Vacations) -> Iterator[DueEntry]:
    """All entries that will be due, each with its time."""
    if ladder.frozen_since or ladder.closed_at:
        return
    for challenge in ladder.challenges.values():
        if challenge.waiting:
            yield answer_due(challenge, vacations)
    yield from _notices(ladder, vacations)
    yield from _drops(ladder, vacations)


def _notices(ladder: Standings, vacations: Vacations) -> Iterator[Noticed]:
    """Warnings of idle players, without the last on the ladder, who has no place to lose."""
    playing = _playing(ladder)
    for player_id in ladder.order[:-1]:
        rung = ladder.rungs[player_id]
        if not rung.noticed_at and player_id not in playing:
            still = (*ladder.stood_still, *vacations.get(player_id, ()))
            yield Noticed(later(rung.active_at, NOTICE_AFTER, still), player_id)


def _drops(ladder: Standings, vacations: Vacations) -> Iterator[Dropped]:
    """Drops of idle players, without those who have only idle players below."""
    playing, somebody_plays = _playing(ladder), False
    for player_id in reversed(ladder.order):
        last = ladder.rungs[player_id].fell_at
        if last is None or player_id in playing:
            somebody_plays = True
        elif somebody_plays:
            still = (*ladder.stood_still, *vacations.get(player_id, ()))
            yield Dropped(later(last, DROP_EVERY, still), player_id)


def _playing(ladder: Standings) -> set[PlayerId]:
    running = [each for each in ladder.challenges.values() if not each.waiting]
    return {player_id for challenge in running for player_id in challenge.players}
