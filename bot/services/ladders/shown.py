"""How ladders are told: as lines, cards and events."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.services.ladders import storage
from bot.services.ladders.entries import Accepted, Entry
from bot.services.ladders.models import Event, LadderCard, LadderState, Line, Moves
from bot.services.ladders.places import Standings
from bot.services.ladders.snapshots import from_row
from bot.services.ladders.steps import history
from bot.services.ladders.storage import Row
from data.ids import MatchId, PlayerId
from renderer.charts import PlaceLine, PlacesChart

ON_CARD = 20
"""How many places everybody sees in the channel."""
SHOWN = timedelta(days=30)
PEOPLE = 10
"""The lines of so many are drawn: those who are highest now."""
DEEPEST = 16
"""Below this place somebody is not on the picture."""
LONGEST = 5_000
"""A longer history takes longer to walk through than anybody waits."""
Moment = tuple[datetime, tuple[PlayerId, ...]]
"""Who was at the top, in order, from then on."""


def lines_of(standings: Standings, players: Sequence[PlayerId]) -> tuple[Line, ...]:
    """A line for each of these players, who are on the ladder."""
    plays: dict[PlayerId, list[PlayerId]] = defaultdict(list)
    asked_by: dict[PlayerId, list[PlayerId]] = defaultdict(list)
    for challenge in standings.challenges.values():
        if challenge.waiting:
            asked_by[challenge.opponent_id].append(challenge.challenger_id)
        else:
            plays[challenge.opponent_id].append(challenge.challenger_id)
            plays[challenge.challenger_id].append(challenge.opponent_id)
    shown = set(players)
    places = {who: place for place, who in enumerate(standings.order, 1) if who in shown}
    return tuple(
        Line(
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


def effect_of(connection: Connection, match_id: MatchId) -> Event | None:
    """What a match that has ended has done to the places, as it counts now; None if nothing."""
    told = [event_of(row) for row in storage.entries_of_match(connection, match_id)]
    return next((each for each in reversed(told) if not isinstance(each.entry, Accepted)), None)


def event_of(row: Row) -> Event:
    """A stored entry with whom it moved."""
    return Event(
        number=row["id"],
        entry=from_row(row),
        player_id=row["player_id"],
        opponent_id=row["opponent_id"],
        player=Moves(row["player_before"], row["player_after"]),
        opponent=Moves(row["opponent_before"], row["opponent_after"]),
    )


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
