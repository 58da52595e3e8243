"""How long somebody has not played on a ladder, and what place that costs them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from bot.services.ladders.places import Rung, Span
from data.ids import PlayerId


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
