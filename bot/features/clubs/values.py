"""The values of club matches: sides, players, games, and what was written in the log."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from bot.core.living import digest
from bot.core.matches import OfVariant, Result
from bot.features.clubs.rules import (
    Meeting,
    Place,
    Rated,
    match_points,
    ordered,
    season_table,
    side_points,
)
from data.ids import ChannelId, ClubId, MatchId, MessageId, PlayerId, ServerId
from data.states import ClubEvent, ClubState
from rules.texts import Words

MOST_POINTS = 2
"""Half points of a game."""


@dataclass(frozen=True, slots=True)
class Contest(OfVariant):
    """A stored club match, or a season of several, which has ``weeks`` for each ``round``.

    ``until``: its code expires then; once accepted, it begins then, or its next round does.
    """

    id: ClubId
    game: str
    variant_id: str
    clock: str
    rated: bool
    boards: int
    state: ClubState
    until: datetime | None
    ended_at: datetime | None
    created_at: datetime
    previous_id: ClubId | None
    season_id: ClubId | None = None
    round: int = 0
    weeks: int | None = None

    @property
    def is_over(self) -> bool:
        return self.state in (ClubState.OVER, ClubState.CANCELLED)


@dataclass(frozen=True, slots=True)
class Side:
    """A team with its server and its card there.

    ``gone_at``: when it forfeited what was left. ``team``: its number in the season.
    """

    id: int
    club_id: ClubId
    number: int
    team: int | None
    name: str
    captain_id: PlayerId
    ready_at: datetime | None
    gone_at: datetime | None
    server_id: ServerId | None
    channel_id: ChannelId
    message_id: MessageId | None
    shown: str | None
    shown_at: datetime | None

    @property
    def in_season(self) -> int:
        """Its number in the season, or in the match if that stands alone."""
        return self.number if self.team is None else self.team


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has joined a side.

    ``left_out``: by the captain. ``removed``: withdrawn by the bot, or by a substitution.
    """

    player_id: PlayerId
    side: int
    entered_at: datetime
    left_out: bool = False
    withdrawn_at: datetime | None = None
    removed: bool = False

    @property
    def is_in(self) -> bool:
        return self.withdrawn_at is None

    @property
    def plays(self) -> bool:
        """Whether they may get a board."""
        return self.is_in and not self.left_out


@dataclass(frozen=True, slots=True)
class Game:
    """One of two games of a board, with the ``result`` of its match.

    ``one_id`` plays for side 0, and moves first in ``game`` 0. ``decided``: the half points of side
    0 without play.
    """

    id: int
    board: int
    game: int
    one_id: PlayerId
    other_id: PlayerId
    match_id: MatchId | None = None
    decided: int | None = None
    result: Result | None = None

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        """Both, by side."""
        return self.one_id, self.other_id

    @property
    def seated(self) -> tuple[PlayerId, PlayerId]:
        """Both, by seat."""
        return self.players if self.game == 0 else (self.other_id, self.one_id)

    @property
    def is_running(self) -> bool:
        return self.match_id is not None and self.result is None

    @property
    def points(self) -> int | None:
        """The half points of side 0; None while it is open."""
        if self.decided is not None:
            return self.decided
        if self.result is None or not self.result.ranking:
            return None
        return side_points(self.result.winners, self.game)

    def of(self, player_id: PlayerId) -> int:
        """The half points of one of the two so far."""
        known = self.points
        if known is None:
            return 0
        return known if player_id == self.one_id else MOST_POINTS - known


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log; ``side`` is that of whoever did it, or whom it is about."""

    id: int
    club_id: ClubId
    kind: ClubEvent
    at: datetime
    side: int | None = None
    player_id: PlayerId | None = None
    other_id: PlayerId | None = None
    match_id: MatchId | None = None
    text: str | None = None


@dataclass(frozen=True)
class Club:
    """A club match with its sides, everybody who joined, and its games in order.

    ``ratings`` are those everywhere, in its game; ``matches`` are those of a season.
    """

    contest: Contest
    sides: tuple[Side, ...]
    members: tuple[Member, ...]
    games: tuple[Game, ...]
    matches: tuple[Club, ...] = ()
    ratings: Mapping[PlayerId, Rated] = dataclasses.field(default_factory=dict)

    @property
    def id(self) -> ClubId:
        return self.contest.id

    @cached_property
    def by_id(self) -> dict[PlayerId, Member]:
        return {each.player_id: each for each in self.members}

    def is_out(self, player_id: PlayerId) -> bool:
        """Whether somebody left or was replaced for good."""
        own, sits = self.by_id.get(player_id), any(player_id in e.players for e in self.games)
        return own is not None and (own.removed or (own.withdrawn_at is not None and sits))

    def of_side(self, number: int) -> tuple[Member, ...]:
        """Who is in on a side, in the order of boards: by rating, then who joined first."""
        mine = [each for each in self.members if each.side == number and each.is_in]
        entered = {each.player_id: each.entered_at for each in mine}
        found = ordered(entered, self.ratings)
        return tuple(self.by_id[each] for each in found)

    def playing(self, number: int) -> tuple[PlayerId, ...]:
        """Who may get a board on a side, in order."""
        return tuple(each.player_id for each in self.of_side(number) if each.plays)

    def joined(self, number: int) -> set[PlayerId]:
        """Who is in on a side, in a season in any of its matches."""
        found = {each.player_id for each in self.members if each.side == number and each.is_in}
        theirs = ((each, side) for each in self.matches for side in each.sides)
        return found.union(*(each.joined(s.number) for each, s in theirs if s.team == number))

    def side_in(self, server_id: ServerId | None) -> Side | None:
        """The side of a server, or None."""
        return next((e for e in self.sides if server_id and e.server_id == server_id), None)

    @property
    def boards(self) -> dict[int, tuple[Game, ...]]:
        """The games of each board."""
        numbers = dict.fromkeys(each.board for each in self.games)
        return {one: tuple(each for each in self.games if each.board == one) for one in numbers}

    @property
    def score(self) -> tuple[int, int]:
        """The half points of both sides."""
        known = [each.points for each in self.games if each.points is not None]
        return sum(known), MOST_POINTS * len(known) - sum(known)

    @property
    def left(self) -> int:
        """How many games are open."""
        return sum(each.points is None for each in self.games)

    @cached_property
    def table(self) -> tuple[Place, ...]:
        """The table of a season."""
        gone = [each.number for each in self.sides if each.gone_at]
        met = [each.meeting for each in self.matches if each.contest.state is ClubState.OVER]
        return season_table(len(self.sides), met, gone)

    @property
    def meeting(self) -> Meeting:
        """What a match of a season came to."""
        left = frozenset(each.in_season for each in self.sides if each.gone_at)
        one, other = (each.in_season for each in self.sides)
        return Meeting(one, other, self.score, left)

    @property
    def first(self) -> tuple[int, ...]:
        """The numbers of the sides that won or lead; all that are level."""
        if self.contest.weeks:
            return tuple(each.team for each in self.table if each.place == 1)
        won = match_points(self.meeting).values()
        return tuple(number for number, each in enumerate(won) if each == max(won))

    @property
    def contest_name(self) -> str:
        """The names of both teams, as typed."""
        return " \u2013 ".join(each.name for each in self.sides)


@dataclass(frozen=True)
class ClubCard:
    """The card of a club match in the channel of one side, with the ``names`` of people."""

    club: Club
    side: Side
    names: Mapping[PlayerId, Words] = dataclasses.field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Equal for cards that show the same."""
        club = self.club
        sides = [(e.name, e.captain_id, e.ready_at, e.gone_at) for e in club.sides]
        games = [(each.points, each.players) for each in club.games]
        joined = [] if games else [club.of_side(each.number) for each in club.sides]
        kept, season = club.contest, [(e.contest.state, e.score) for e in club.matches]
        round_now = (kept.state, kept.until, kept.round)
        return digest(round_now, sides, games or club.ratings, joined, season)


@dataclass(frozen=True)
class ClubNews:
    """An entry of the log in the channel of one side."""

    card: ClubCard
    entry: Entry


@dataclass(frozen=True)
class ClubView:
    """A club match for one reader in the server of ``side``. ``manages``: the reader does there.

    ``asked``: open requests for a ruling, newest first.
    """

    club: Club
    side: Side
    reader_id: PlayerId
    manages: bool
    asked: tuple[Entry, ...] = ()

    @property
    def other(self) -> Side:
        return self.club.sides[1 - self.side.number]

    @property
    def own(self) -> Member | None:
        """The reader as a member; None if they have not joined."""
        return self.club.by_id.get(self.reader_id)

    @property
    def own_games(self) -> tuple[Game, ...]:
        """The reader's open games."""
        return tuple(e for e in self.club.games if e.is_running and self.reader_id in e.players)

    @property
    def is_captain(self) -> bool:
        return self.side.captain_id == self.reader_id


@dataclass(frozen=True, slots=True)
class Offered:
    """An offer as whoever has its code sees it: nothing of the server that made it."""

    contest: Contest
    name: str
