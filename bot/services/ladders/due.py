"""What happens on a ladder by itself as time passes, unless players are away."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import Connection

from bot.services.ladders.entries import Dropped, Expired, Noticed
from bot.services.ladders.places import DROP_EVERY, NOTICE_AFTER, Rung, Span, Standings
from bot.services.timekeeping import vacation_storage as vacations
from data.ids import PlayerId

DueEntry: TypeAlias = Expired | Noticed | Dropped
Vacations: TypeAlias = Mapping[PlayerId, Sequence[Span]]
"""When people were, are and will be away; none of it counts as time without playing."""
NONE: Vacations = {}


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


def last_fall(rung: Rung) -> datetime | None:
    """When an idle player last fell, or was told that they would; None for one who plays."""
    return rung.dropped_at or rung.noticed_at


def falls_to(
    order: Sequence[PlayerId], rungs: Mapping[PlayerId, Rung], player_id: PlayerId
) -> int | None:
    """Where in ``order`` an idle player falls to: one place down. None if that costs nothing.

    Whoever fell past them since their own last fall is passed over too. Otherwise two idle
    neighbours would only change places with each other, week after week.
    """
    own = last_fall(rungs[player_id])
    for index in range(order.index(player_id) + 1, len(order)):
        fell = rungs[order[index]].dropped_at
        if own is None or fell is None or fell <= own:
            return index
    return None


def due_entries(
    ladder: Standings, now: datetime, vacations: Vacations = NONE
) -> tuple[DueEntry, ...]:
    """What is due ``now``, in the order in which it is to be applied.

    Nothing is made up for: who could go down several places, because nobody looked for weeks, goes
    down one.
    """
    overdue = [coming for coming in _coming(ladder, vacations) if coming.at <= now]
    return tuple(replace(entry, at=now) for entry in sorted(overdue, key=lambda entry: entry.at))


def next_due(ladder: Standings, vacations: Vacations = NONE) -> datetime | None:
    """When something will be due next, if nothing else happens; None if never."""
    return min((coming.at for coming in _coming(ladder, vacations)), default=None)


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
    """Who does not play is told so; but not the last on the ladder, who has no place to lose."""
    playing = {
        player_id
        for challenge in ladder.challenges.values()
        if not challenge.waiting
        for player_id in (challenge.challenger_id, challenge.opponent_id)
    }
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
        last = last_fall(ladder.rungs[player_id])
        if last is None:
            somebody_plays = True
        elif somebody_plays:
            still = (*ladder.stood_still, *vacations.get(player_id, ()))
            yield Dropped(idle_until(last, DROP_EVERY, still), player_id)


def vacations_of(connection: Connection, ladder: Standings) -> Vacations:
    """The vacations that can matter to when somebody on the ladder falls."""
    if not ladder.order:
        return {}
    idle = min(last_fall(rung) or rung.active_at for rung in ladder.rungs.values())
    found: defaultdict[PlayerId, list[Span]] = defaultdict(list)
    for each in vacations.ending_after(connection, ladder.order, idle):
        found[each.player_id].append((each.began_at, each.ended_at or each.ends_at))
    return found
