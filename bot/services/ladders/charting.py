"""The last month of a ladder as a chart: who stood where."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from bot.services.ladders.entries import Entry
from bot.services.ladders.fold import history
from bot.services.ladders.places import Standings
from data.ids import PlayerId
from renderer.charts import PlaceLine, PlacesChart

SHOWN = timedelta(days=30)
PEOPLE = 10
"""The lines of so many are drawn: those who are highest now."""
DEEPEST = 16
"""Below this place somebody is not on the picture."""
LONGEST = 5_000
"""A longer history takes longer to walk through than anybody waits."""

Moment = tuple[datetime, tuple[PlayerId, ...]]
"""Who was at the top, in order, from then on."""


def chart_of(
    title: str, entries: list[Entry], now: Standings, reader_id: PlayerId, at: datetime
) -> PlacesChart | None:
    """The chart, with the reader's line marked; None where there is nothing to compare."""
    if len(now.order) < 2 or len(entries) > LONGEST:
        return None
    begin = max(at - SHOWN, entries[0].at)
    if begin >= at:
        return None
    moments = list(_since(begin, entries))
    lines = tuple(
        PlaceLine(tuple(_places(who, moments)), highlighted=who == reader_id)
        for who in now.order[:PEOPLE]
    )
    return PlacesChart(title, begin, at, lines)


def _since(begin: datetime, entries: Iterable[Entry]) -> Iterator[Moment]:
    """How the top stood at the beginning, and after every change since."""
    before: tuple[PlayerId, ...] = ()
    begun = False
    for step in history(entries):
        top = step.after[:DEEPEST]
        if step.entry.at > begin:
            if not begun:
                begun = True
                yield begin, before
            if top != before:
                yield step.entry.at, top
        before = top
    if not begun:
        yield begin, before


def _places(who: PlayerId, moments: list[Moment]) -> Iterator[tuple[datetime, int | None]]:
    """From when on somebody held which place, without repetitions."""
    last: int | None = None
    for number, (at, order) in enumerate(moments):
        place = order.index(who) + 1 if who in order else None
        if number == 0 or place != last:
            yield at, place
        last = place
