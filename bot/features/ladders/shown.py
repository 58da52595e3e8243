"""How ladders are shown: as lines, cards and charts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.history import orders
from bot.features.ladders.places import Standings
from bot.features.ladders.values import LadderCard, LadderLine, LadderState
from data.ids import PlayerId
from renderer.charts import PlaceLine, PlacesChart
from rules.texts import Words

ON_CARD = 20
"""How many places everybody sees in the channel."""
SHOWN = timedelta(days=30)
PEOPLE = 10
"""The lines of so many are drawn: those who are highest now."""
DEEPEST = 16
"""Below this place somebody is not on the picture."""
LONGEST = 5_000
"""A longer history takes longer to walk through than anybody waits."""
LadderMoment = tuple[datetime, tuple[PlayerId, ...]]
"""Who was at the top, in order, from then on."""


def lines_of(standings: Standings, players: Sequence[PlayerId]) -> tuple[LadderLine, ...]:
    """A line for each of these players, who are on the ladder."""
    plays: dict[PlayerId, list[PlayerId]] = defaultdict(list)
    asked_by: dict[PlayerId, list[PlayerId]] = defaultdict(list)
    for challenge in standings.challenges.values():
        if challenge.waiting:
            asked_by[challenge.opponent_id].append(challenge.challenger_id)
        else:
            plays[challenge.opponent_id].append(challenge.challenger_id)
            plays[challenge.challenger_id].append(challenge.opponent_id)
    places = {who: place for place, who in enumerate(standings.order, 1)}
    return tuple(
        LadderLine(
            place=places[who],
            player_id=who,
            since=standings.arrivals[who].at,
            up=standings.arrivals[who].up,
            plays=tuple(plays[who]),
            asked_by=tuple(asked_by[who]),
        )
        for who in players
    )


def card_of(state: LadderState) -> LadderCard:
    """The ladder's top for everybody."""
    standings = state.standings
    return LadderCard(
        ladder=state.ladder,
        lines=lines_of(standings, standings.order[:ON_CARD]),
        people=len(standings.order),
        frozen_since=standings.frozen_since,
        closed_at=standings.closed_at,
    )


def chart_of(
    title: Words, entries: list[LadderEntry], now: Standings, reader_id: PlayerId, at: datetime
) -> PlacesChart | None:
    """The chart, with the reader's line marked; None where there is nothing to compare."""
    if len(now.order) < 2 or len(entries) > LONGEST:
        return None
    begin = max(at - SHOWN, entries[0].at)
    if begin >= at:
        return None
    moments = _since(begin, orders(entries))
    lines = tuple(
        PlaceLine(_places(who, moments), highlighted=who == reader_id) for who in now.order[:PEOPLE]
    )
    return PlacesChart(title, begin, at, lines)


def _since(begin: datetime, told: Iterable[LadderMoment]) -> list[LadderMoment]:
    """How the top stood at the beginning, and after every entry since."""
    before: tuple[PlayerId, ...] = ()
    since: list[LadderMoment] = []
    for at, order in told:
        if at > begin:
            since.append((at, order[:DEEPEST]))
        elif not since:
            before = order[:DEEPEST]
    return [(begin, before), *since]


def _places(who: PlayerId, moments: list[LadderMoment]) -> tuple[tuple[datetime, int | None], ...]:
    """From when on somebody held which place, without repetitions."""
    held = ((at, order.index(who) + 1 if who in order else None) for at, order in moments)
    return tuple(next(moment) for _, moment in groupby(held, key=itemgetter(1)))
