"""The standings of a ladder as lines, as a card and as a chart."""

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
"""How many places the message in the channel shows."""
CHART_SPAN = timedelta(days=30)
CHART_LINES = 10
"""How many of the highest players have a line in the chart."""
CHART_DEPTH = 16
"""The lowest place in the chart."""
MOST_ENTRIES = 5_000
"""A longer history has no chart, since replaying it takes too long."""
LadderMoment = tuple[datetime, tuple[PlayerId, ...]]
"""A time, and the players at the top from then on, in order."""


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
    """The top of the ladder, as its message in the channel shows it."""
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
    """The chart, with the reader's line highlighted; None if there is nothing to compare."""
    if len(now.order) < 2 or len(entries) > MOST_ENTRIES:
        return None
    begin = max(at - CHART_SPAN, entries[0].at)
    if begin >= at:
        return None
    moments = _since(begin, orders(entries))
    lines = tuple(
        PlaceLine(_places(who, moments), highlighted=who == reader_id)
        for who in now.order[:CHART_LINES]
    )
    return PlacesChart(title, begin, at, lines)


def _since(begin: datetime, told: Iterable[LadderMoment]) -> list[LadderMoment]:
    """The top at the beginning, and after each entry since."""
    before: tuple[PlayerId, ...] = ()
    since: list[LadderMoment] = []
    for at, order in told:
        if at > begin:
            since.append((at, order[:CHART_DEPTH]))
        elif not since:
            before = order[:CHART_DEPTH]
    return [(begin, before), *since]


def _places(who: PlayerId, moments: list[LadderMoment]) -> tuple[tuple[datetime, int | None], ...]:
    """The places of a player, each with the time from which on they held it."""
    held = ((at, order.index(who) + 1 if who in order else None) for at, order in moments)
    return tuple(next(moment) for _, moment in groupby(held, key=itemgetter(1)))
