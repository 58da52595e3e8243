"""The values of ladders: stored ladders, their entries as events, and what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import TypeAlias

from bot.core.matches import OfVariant
from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.places import Pair, Standings
from bot.features.ladders.targeting import Target
from data.ids import ChannelId, Key, LadderId, MatchId, MessageId, PlayerId, ServerId
from rules.texts import Words

HistoryMark: TypeAlias = tuple[int, str]
"""The number and key of an entry, which identify a history up to it."""


@dataclass(frozen=True, slots=True)
class NewLadder:
    """A ladder to store. ``clock`` is in its notation."""

    server_id: ServerId
    game: str
    variant: str
    clock: str
    by_invitation: bool
    channel_id: ChannelId | None
    created_at: datetime
    key: Key


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
    """The top of a ladder in its channel; ``people`` counts all players on it.

    ``names`` are those of the players in its lines.
    """

    ladder: Ladder
    lines: tuple[LadderLine, ...]
    people: int
    frozen_since: datetime | None
    closed_at: datetime | None
    names: Mapping[PlayerId, Words] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Equal for cards that show the same."""
        shown = (self.lines, self.people, self.frozen_since, self.closed_at)
        return sha256(repr(shown).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class LadderView:
    """A page of a ladder for one reader.

    ``place`` is the reader's, None off the ladder. ``targets``: all places, each with whether the
    reader may challenge for it; empty if that was not asked for.
    """

    state: LadderState
    lines: tuple[LadderLine, ...]
    page: int
    pages: int
    place: int | None
    targets: tuple[Target, ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class Movement:
    """A player's places before and after an entry, from 1; None off the ladder, or nobody."""

    player_id: PlayerId | None
    before: int | None
    after: int | None

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Event:
    """A stored entry, and how it moved players when it was appended.

    ``player`` is the one whom it is about, or the challenger; ``opponent`` the one challenged.
    """

    number: int
    key: str
    ladder_id: LadderId
    entry: LadderEntry
    player: Movement
    opponent: Movement

    @property
    def player_id(self) -> PlayerId | None:
        return self.player.player_id

    @property
    def opponent_id(self) -> PlayerId | None:
        return self.opponent.player_id

    @property
    def mark(self) -> HistoryMark:
        """The mark of the history up to this entry."""
        return self.number, self.key


@dataclass(frozen=True, slots=True)
class LadderNews:
    """An entry that is posted as a message of its own."""

    ladder: Ladder
    event: Event

    @property
    def id(self) -> int:
        return self.event.number


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
