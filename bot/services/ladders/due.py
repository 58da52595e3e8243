"""What happens on a ladder by itself as time passes, unless players are away."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias

from bot.services.ladders.entries import Dropped, Expired, Noticed
from bot.services.ladders.places import DROP_EVERY, NOTICE_AFTER, Span, Standings
from data.ids import PlayerId

DueEntry: TypeAlias = Expired | Noticed | Dropped
Vacations: TypeAlias = Mapping[PlayerId, Sequence[Span]]
"""When people were, are and will be away; none of it counts as time without playing."""


def idle_until(since: datetime, length: timedelta, still: Iterable[Span]) -> datetime:
    """When ``length`` has passed since then, not counting the times that stand ``still``."""
    until = since + length
    for begins, ends in sorted(still):
        if begins >= until:
            break
        counted_from = max(begins, since)
        if ends > counted_from:
            until += ends - counted_from
            since = ends
    return until


def next_due(ladder: Standings, vacations: Vacations) -> DueEntry | None:
    """What will be due next, and when, if nothing else happens; None if nothing ever."""
    return min(_coming(ladder, vacations), key=lambda entry: entry.at, default=None)


def due_now(ladder: Standings, now: datetime, vacations: Vacations) -> DueEntry | None:
    """What is to be done ``now``; None if nothing is due. When it is done, more may be.

    Nothing is made up for: who could go down several places, because nobody looked for weeks, goes
    down one.
    """
    coming = next_due(ladder, vacations)
    return replace(coming, at=now) if coming is not None and coming.at <= now else None


def _coming(ladder: Standings, vacations: Vacations) -> Iterator[DueEntry]:
    """What will be due, with the time when it will be."""
    if ladder.frozen_since or ladder.closed_at:
        return
    for challenge in ladder.challenges.values():
        if challenge.waiting:
            yield Expired(challenge.expires_at, challenge.id)
    yield from _notices(ladder, vacations)
    yield from _drops(ladder, vacations)


def _notices(ladder: Standings, vacations: Vacations) -> Iterator[Noticed]:
    """Who does not play is warned; but not the last on the ladder, who has no place to lose."""
    running = [each for each in ladder.challenges.values() if not each.waiting]
    playing = {player_id for challenge in running for player_id in challenge.players}
    for player_id in ladder.order[:-1]:
        rung = ladder.rungs[player_id]
        if not rung.noticed_at and player_id not in playing:
            still = (*ladder.stood_still, *vacations.get(player_id, ()))
            yield Noticed(idle_until(rung.active_at, NOTICE_AFTER, still), player_id)


def _drops(ladder: Standings, vacations: Vacations) -> Iterator[Dropped]:
    """Who falls when, each for themselves; from the bottom up where it is at the same time.

    Nobody falls who has only idle people below.
    """
    somebody_plays = False
    for player_id in reversed(ladder.order):
        last = ladder.rungs[player_id].fell_at
        if last is None:
            somebody_plays = True
        elif somebody_plays:
            still = (*ladder.stood_still, *vacations.get(player_id, ()))
            yield Dropped(idle_until(last, DROP_EVERY, still), player_id)
