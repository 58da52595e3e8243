"""What the services are given and what they hand back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from data.ids import ChallengeId, ChannelId, MatchId, MessageId, PlayerId, RoleId, ServerId
from data.states import ChallengeState, Detour, EntryKind, MatchState, SeatChoice
from rules.game import Event, GameInfo, Outcome, Position, Seat, Variant

__all__ = [
    "ChallengeView",
    "Detour",
    "EntryView",
    "MatchLine",
    "MatchView",
    "Person",
    "Place",
    "SeatView",
]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord. ``roles`` are those in the server where this happens."""

    id: PlayerId
    is_bot: bool = False
    roles: frozenset[RoleId] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """Where something happens; ``server_id`` is None in direct messages."""

    server_id: ServerId | None
    channel_id: ChannelId


@dataclass(frozen=True, slots=True)
class SeatView:
    """Who sits where, and the colour played now. ``left`` says that the seat was given up."""

    seat: Seat
    player_id: PlayerId
    colour_name: str
    left: bool


@dataclass(frozen=True, slots=True)
class EntryView:
    """The last thing that happened in a match. ``seat`` is None for what a manager did."""

    kind: EntryKind
    seat: Seat | None
    player_id: PlayerId
    text: str


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list: what can be told without replaying it. ``players`` are by seat."""

    id: MatchId
    info: GameInfo
    variant: Variant
    players: tuple[PlayerId, ...]
    ply: int
    to_move_player: PlayerId | None
    state: MatchState
    outcome: Outcome | None
    server_id: ServerId | None
    channel_id: ChannelId
    thread_id: ChannelId | None
    where_note: Detour | None
    board_message_id: MessageId | None
    board_channel_id: ChannelId | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class MatchView(MatchLine):
    """A match with its position.

    ``ply`` is the log index, which only grows: ``position.ply`` can be smaller after an undo.
    ``sentence`` tells the last move that still stands, None at the start; ``last_entry`` the last
    thing that happened. ``card_message_id`` is the challenge's message, whose thread the match
    gets.
    """

    seats: tuple[SeatView, ...]
    position: Position
    events: tuple[Event, ...]
    sentence: str | None
    last_entry: EntryView | None
    card_message_id: MessageId | None

    def seat_of(self, player_id: PlayerId) -> Seat | None:
        """The seat that ``player_id`` holds, or None."""
        return self.players.index(player_id) if player_id in self.players else None


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge. ``invited`` is empty for an open seek; ``closed_by`` declined or cancelled."""

    id: ChallengeId
    info: GameInfo
    variant: Variant
    challenger_id: PlayerId
    invited: tuple[PlayerId, ...]
    accepted: tuple[PlayerId, ...]
    seat_choice: SeatChoice
    state: ChallengeState
    closed_by: PlayerId | None
    place: Place
    message_id: MessageId | None
    created_at: datetime
    expires_at: datetime
    match_id: MatchId | None
    rematch_of: MatchId | None
