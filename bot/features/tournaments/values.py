"""The values of tournaments: settings, who plays, who meets whom, and what happened."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from bot.core.living import digest
from bot.core.matches import OfVariant, Result
from bot.features.tournaments.standings import Criterion, Standing
from data.ids import (
    ChannelId,
    MatchId,
    MessageId,
    PairingId,
    PlayerId,
    RoleId,
    ServerId,
    TournamentId,
)
from data.states import PairingOutcome, TournamentEvent, TournamentKind, TournamentState
from rules.texts import Text, Words

WON, DRAWN, LOST = 2, 1, 0
"""Half points."""


class Repeat(StrEnum):
    """How often a tournament is held again."""

    NEVER = "never"
    WEEKLY = "weekly"
    MONTHLY = "monthly"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What an organiser chooses; it cannot change once the tournament has begun.

    ``games``: against each opponent, 0 for two in groups of up to six and one in larger ones.
    ``size``: of a group, at most. ``at_once``: how many opponents a player meets at a time, 0 for
    all. ``third_place``: whether there is a game for it, None for in large fields alone.
    ``rounds`` of a Swiss: 0 for as many as suit the players, until the start fixes the number;
    ``wanted`` keeps what was chosen. ``round_days``: the next round is paired after so many days at
    the latest, 0 for no limit. ``anchor``: when the first tournament of a series began; all that
    follow begin at that hour and on that day.
    """

    games: int = 0
    size: int = 6
    at_once: int = 0
    final_group: bool = False
    third_place: bool | None = None
    rounds: int = 0
    wanted: int = 0
    repeat: Repeat = Repeat.NEVER
    round_days: int = 0
    least: int
    most: int
    rating_from: int | None = None
    rating_to: int | None = None
    matches: int = 0
    role_id: RoleId | None = None
    by_invitation: bool = False
    anchor: datetime | None = None


def ratings_from_to(low: int | None, high: int | None) -> Text:
    """A range of ratings with one end at least."""
    if low is None:
        return Text("ratings up to {high}", "entry", high=high or 0)
    if high is None:
        return Text("ratings from {low}", "entry", low=low)
    return Text("ratings from {low} to {high}", "entry", low=low, high=high)


@dataclass(frozen=True, slots=True)
class Tournament(OfVariant):
    """A stored tournament; each season of a league is one.

    ``closes_at``: the last day of the newest round, if it has one. ``previous_id``: the season
    before; ``number`` counts seasons from 1. ``shown``: the digest of the card in the message
    ``message_id``, and ``shown_at`` when that was edited. ``failures``: how often in a row the next
    round could not be paired.
    """

    id: TournamentId
    server_id: ServerId
    kind: TournamentKind
    name: Words
    game: str
    variant_id: str
    clock: str
    rated: bool
    rules: Rules
    organiser_id: PlayerId
    state: TournamentState
    previous_id: TournamentId | None
    number: int
    begins_at: datetime | None
    closes_at: datetime | None
    ended_at: datetime | None
    channel_id: ChannelId
    message_id: MessageId | None
    shown_at: datetime | None
    shown: str | None
    created_at: datetime
    failures: int = 0

    @property
    def is_open(self) -> bool:
        return self.state is TournamentState.OPEN

    @property
    def has_begun(self) -> bool:
        """Whether it is being played, or paused."""
        return self.state in (TournamentState.RUNNING, TournamentState.STOPPED)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who has entered.

    ``number`` is the start number, in a league the place in the whole list, from 1; ``division``
    counts from 0. Both and ``seed``, the rating at the start, are None before it. ``stays``: also
    enters the next seasons; ``carried``: came from the season before. ``withdrawn``: the event by
    which they went out, None if they are in. Games lost on time until ``forgiven_at`` do not count
    against them. Under 1.0.0 organisers could replace players: this one plays for ``replaces_id``,
    by that one's number, from ``since_round`` of a knockout on.
    """

    player_id: PlayerId
    entered_at: datetime
    stays: bool
    carried: bool = False
    sits_out: bool = False
    seed: int | None = None
    number: int | None = None
    division: int | None = None
    withdrawn_at: datetime | None = None
    withdrawn: TournamentEvent | None = None
    forgiven_at: datetime | None = None
    replaces_id: PlayerId | None = None
    since_round: int = 0

    @property
    def is_in(self) -> bool:
        return self.withdrawn is None

    @property
    def plays(self) -> bool:
        """Whether games may still begin for them."""
        return self.is_in and not self.sits_out


@dataclass(frozen=True, slots=True)
class Seats:
    """Who meets whom, and in which round, division, board and game; ``first_id`` moves first.

    A bye has no second player. ``decided`` is its outcome if it is not played.
    """

    round: int
    division: int
    board: int
    game: int
    first_id: PlayerId
    second_id: PlayerId | None
    decided: PairingOutcome | None = None

    @property
    def two(self) -> tuple[PlayerId, PlayerId | None]:
        """Both of them."""
        return self.first_id, self.second_id


@dataclass(frozen=True, slots=True)
class End:
    """The end of a match. ``gone`` is the player who ended it by withdrawing, None if none did."""

    result: Result
    gone: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """The outcome of a pairing, and the half points of both; ``struck``: it counts for nobody."""

    outcome: PairingOutcome = PairingOutcome.OPEN
    points_first: int = 0
    points_second: int = 0
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """A stored pairing, with the ``end`` of its match if it is over."""

    id: PairingId
    seats: Seats
    match_id: MatchId | None
    score: Score
    end: End | None = None
    both_moved: bool = False

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The two players; for a bye the one."""
        first, second = self.seats.first_id, self.seats.second_id
        return (first,) if second is None else (first, second)

    @property
    def is_running(self) -> bool:
        return self.match_id is not None and self.end is None

    @property
    def is_open(self) -> bool:
        return self.score.outcome is PairingOutcome.OPEN

    @property
    def is_meeting(self) -> bool:
        """Whether the two met or may still meet: what is won or lost without play is no meeting."""
        played = self.score.outcome is PairingOutcome.PLAYED and self.both_moved
        return played or self.is_open

    def other(self, player_id: PlayerId) -> PlayerId:
        """The opponent of one of the two; for a bye the player."""
        return self.players[-1] if player_id == self.seats.first_id else self.seats.first_id

    def points(self, player_id: PlayerId) -> int:
        """The half points of one of the two."""
        is_first = player_id == self.seats.first_id
        return self.score.points_first if is_first else self.score.points_second


@dataclass(frozen=True)
class Field:
    """A tournament with all its entrants and pairings, both in order."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]

    @cached_property
    def by_id(self) -> dict[PlayerId, Entrant]:
        return {each.player_id: each for each in self.entrants}

    @property
    def waiting(self) -> tuple[Entrant, ...]:
        """The entrants who wait for a place, in order; none once it has begun."""
        tournament = self.tournament
        return self.entrants[tournament.rules.most :] if tournament.is_open else ()

    @cached_property
    def numbers(self) -> dict[PlayerId, int]:
        """The start numbers of all players who have one."""
        return {each.player_id: each.number for each in self.entrants if each.number is not None}

    @cached_property
    def latest_round(self) -> int:
        """The newest round that is paired; 0 before the first one."""
        return max((each.seats.round for each in self.pairings), default=0)

    @cached_property
    def by_number(self) -> dict[int, PlayerId]:
        """The players by start number."""
        return {number: player_id for player_id, number in self.numbers.items()}

    def of(self, player_id: PlayerId) -> tuple[Pairing, ...]:
        """The pairings of one player."""
        return tuple(each for each in self.pairings if player_id in each.players)

    def members(self, division: int) -> tuple[PlayerId, ...]:
        """The players of a group, in order of start numbers."""
        among = {each.player_id for each in self.entrants if each.division == division}
        for each in self.within.get(division, ()):
            among.update(each.players)
        return tuple(sorted(among, key=self.numbers.__getitem__))

    @cached_property
    def within(self) -> dict[int, list[Pairing]]:
        """The pairings of each group."""
        found: dict[int, list[Pairing]] = {}
        for each in self.pairings:
            found.setdefault(each.seats.division, []).append(each)
        return found


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line in a table.

    ``standing`` is None if the player's results do not count. ``running`` counts games. ``move`` is
    1 if the player would go up now, -1 if down.
    """

    player_id: PlayerId
    number: int
    standing: Standing | None
    running: int
    move: int = 0

    @property
    def points(self) -> int:
        """Half points."""
        return 0 if self.standing is None else self.standing.scores[Criterion.POINTS]


@dataclass(frozen=True, slots=True)
class Table:
    """The table of a group, with the number of games ``left``; the only group has no ``name``."""

    division: int
    name: Text | None
    rows: tuple[Row, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Reliance:
    """Who plays on because of a match's result.

    ``met``: they have begun to, so that a ruling about the match does not change it. ``over``: the
    tournament is over, and ``met`` tells whether its places stay as they are.
    """

    players: tuple[PlayerId, ...]
    met: bool
    over: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of the log."""

    id: int
    tournament_id: TournamentId
    kind: TournamentEvent
    at: datetime
    player_id: PlayerId | None = None
    opponent_id: PlayerId | None = None
    by_id: PlayerId | None = None
    match_id: MatchId | None = None
    reason: str | None = None


@dataclass(frozen=True)
class TournamentCard:
    """The card of a tournament in its channel, with the ``names`` of players in its picture.

    ``takes``: whether people can enter.
    """

    field: Field
    tables: tuple[Table, ...]
    takes: bool = False
    names: Mapping[PlayerId, Words] = dataclasses.field(default_factory=dict)

    @property
    def tournament(self) -> Tournament:
        return self.field.tournament

    @cached_property
    def digest(self) -> str:
        """Equal for cards that show the same."""
        kept, people = self.tournament, self.field.entrants
        moments = (kept.begins_at, kept.closes_at)
        played = (kept.clock, kept.rated, kept.rules)
        return digest(kept.state, kept.name, moments, played, self.takes, people, self.tables)


@dataclass(frozen=True, slots=True)
class TournamentNews:
    """A log entry as a message in the channel, with the card; it mentions ``called``."""

    card: TournamentCard
    event: Event
    called: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament for one reader; each of its tables is a page.

    ``blocked``: entrants whom the reader has blocked. ``takes``: whether people can enter.
    ``may_sit_out``, ``organises``: whether the reader can. ``act``: the organiser's last act with a
    reason.
    """

    field: Field
    tables: tuple[Table, ...]
    reader_id: PlayerId
    blocked: tuple[PlayerId, ...] = ()
    takes: bool = False
    may_sit_out: bool = False
    act: Event | None = None
    organises: bool = False

    @property
    def tournament(self) -> Tournament:
        return self.field.tournament

    @property
    def own(self) -> Entrant | None:
        """The reader as an entrant; None if they have not entered."""
        return self.field.by_id.get(self.reader_id)

    @property
    def own_table(self) -> int:
        """The index of the first table with the reader, else 0."""
        for page, table in enumerate(self.tables):
            if any(row.player_id == self.reader_id for row in table.rows):
                return page
        return 0
