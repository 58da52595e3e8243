"""The values that ladders hand out."""

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
"""The number and the key of the latest entry of a history; no other history has both."""


@dataclass(frozen=True, slots=True)
class NewLadder:
    """What is stored when a ladder is made. ``clock`` is in its notation."""

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
    message that shows the standings, ``shown_at`` when it was last edited, ``shown`` a digest of
    what it says. ``rewritten`` counts how often people were replaced in its history.
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
    """A ladder, how it stands, and up to which entry of its history."""

    ladder: Ladder
    standings: Standings
    last: HistoryMark

    @property
    def is_frozen(self) -> bool:
        return self.standings.frozen_since is not None


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A place: who holds it, since when, over how many places up or down they came.

    ``plays`` are those with whom a match about a place runs, ``asked_by`` those who wait for an
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
    """The top of a ladder as everybody sees it; ``people`` is how many are on it.

    ``names`` are those of whom its lines tell.
    """

    ladder: Ladder
    lines: tuple[LadderLine, ...]
    people: int
    frozen_since: datetime | None
    closed_at: datetime | None
    names: Mapping[PlayerId, Words] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Differs when what it shows differs."""
        shown = (self.lines, self.people, self.frozen_since, self.closed_at)
        return sha256(repr(shown).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class LadderView:
    """A page of a ladder for one reader, with what they may do.

    ``place`` is the reader's, None off the ladder. ``targets`` are all places, as the reader may
    ask for them; none where that was not asked.
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
    """Who came from which place to which, counted from 1; None is off the ladder, or nobody."""

    player_id: PlayerId | None
    before: int | None
    after: int | None

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Event:
    """A stored entry, and whom it moved when it was applied.

    ``player`` is whom it is about, or the challenger; ``opponent`` who held the place that was
    asked for.
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
        """By which it is known as the latest entry."""
        return self.number, self.key


@dataclass(frozen=True, slots=True)
class LadderNews:
    """Something that people hear of besides the standings."""

    ladder: Ladder
    event: Event

    @property
    def id(self) -> int:
        return self.event.number


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match about a place that has ended: the challenger, who held the place, and how it went."""

    match_id: MatchId
    player_id: PlayerId
    opponent_id: PlayerId
    winner_id: PlayerId | None
    timed_out_id: PlayerId | None
    plies: int


@dataclass(frozen=True, slots=True)
class PairRecord:
    """What two people have played on a ladder: how often each won, and what is unusual."""

    players: Pair
    wins: tuple[int, int]
    draws: int
    short: tuple[MatchId, ...]

    @property
    def matches(self) -> int:
        return sum(self.wins) + self.draws


@dataclass(frozen=True, slots=True)
class Review:
    """What a manager may want to look at. ``timeouts`` are people, and how often they did."""

    one_sided: tuple[PairRecord, ...]
    short: tuple[PairRecord, ...]
    timeouts: tuple[tuple[PlayerId, int], ...]
