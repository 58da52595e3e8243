"""The values of ladders: stored ladders, their entries as events, and what is shown of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from bot.core.living import digest
from bot.core.matches import OfVariant
from bot.features.ladders.entries import HistoryMark, LadderEntry
from bot.features.ladders.places import Pair, Standings
from bot.features.ladders.rules import Target
from data.ids import ChannelId, LadderId, MatchId, MessageId, PlayerId, ServerId
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


@dataclass(frozen=True, slots=True)
class Ladder(OfVariant):
    """A stored ladder.

    ``channel_id`` is where its standings and news are posted, None for nowhere; ``message_id`` the
    message with the standings, ``shown_at`` when it was last edited, ``shown`` the digest of what
    it shows. ``rewritten`` counts how often people were replaced in its history.
    """

    id: LadderId
    server_id: ServerId
    game: str
    variant_id: str
    clock: str
    by_invitation: bool
    closed: bool
    channel_id: ChannelId | None
    message_id: MessageId | None
    shown_at: datetime | None
    shown: str | None
    rewritten: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class LadderState:
    """A ladder with its standings after the entry ``last``."""

    ladder: Ladder
    standings: Standings
    last: HistoryMark

    @property
    def is_frozen(self) -> bool:
        return self.standings.frozen_since is not None


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A place with its holder, since when they hold it, and how many places ``up`` they came.

    ``plays``: opponents in running matches about a place. ``asked_by``: challengers who wait for an
    answer.
    """

    place: int
    player_id: PlayerId
    since: datetime
    up: int
    plays: tuple[PlayerId, ...] = ()
    asked_by: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class LadderCard:
    """The top of a ladder in its channel, with the names of the players in its lines."""

    state: LadderState
    lines: tuple[LadderLine, ...]
    names: Mapping[PlayerId, Words] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Equal for cards that show the same."""
        now = self.state.standings
        return digest(self.lines, len(now.order), now.frozen_since, now.closed_at)


@dataclass(frozen=True, slots=True)
class LadderView:
    """A page of a ladder for one reader.

    ``place`` is the reader's, None off the ladder. ``targets``: all places, each with why the
    reader may not challenge for it; empty if that was not asked for.
    """

    state: LadderState
    lines: tuple[LadderLine, ...]
    page: int
    pages: int
    place: int | None
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class LadderNews:
    """An entry that is posted as a message of its own."""

    ladder: Ladder
    entry: LadderEntry


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """An ended match about a place, of the challenger ``player_id`` and the opponent."""

    match_id: MatchId
    player_id: PlayerId
    opponent_id: PlayerId
    winner_id: PlayerId | None
    timed_out_id: PlayerId | None
    plies: int


@dataclass(frozen=True, slots=True)
class PairRecord:
    """The matches of two players on a ladder: wins of each, draws, and the ``short`` ones."""

    players: Pair
    wins: tuple[int, int]
    draws: int
    short: tuple[MatchId, ...]

    @property
    def matches(self) -> int:
        return sum(self.wins) + self.draws


@dataclass(frozen=True, slots=True)
class Review:
    """Unusual records for a manager. ``timeouts``: players with their number of losses on time."""

    one_sided: tuple[PairRecord, ...]
    short: tuple[PairRecord, ...]
    timeouts: tuple[tuple[PlayerId, int], ...]


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
    return LadderCard(state, lines_of(state.standings, state.standings.order[:ON_CARD]))


def chart_of(
    title: Words,
    told: Sequence[LadderMoment],
    now: Standings,
    reader_id: PlayerId,
    at: datetime,
) -> PlacesChart | None:
    """The chart, with the reader's line highlighted; None if there is nothing to compare.

    ``told`` are the orders after each entry.
    """
    begin = max(at - CHART_SPAN, told[0][0]) if told else at
    if begin >= at or len(now.order) < 2:
        return None
    moments = _since(begin, told)
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
