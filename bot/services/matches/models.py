"""What the services are given and what they hand back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.services.actor import Person, Place
from data.audit import AuditEntry
from data.drafts import Draft
from data.ids import (
    ChallengeId,
    ChannelId,
    MatchId,
    MessageId,
    PlayerId,
    RequestId,
    ServerId,
)
from data.players import PlayerSettings
from data.servers import ServerSettings
from data.states import (
    ChallengeState,
    Detour,
    EntryKind,
    MatchState,
    Orientation,
    RequestKind,
    RequestState,
    SeatChoice,
)
from rules.game import Event, GameInfo, Outcome, Position, Seat, Variant

__all__ = [
    "AuditEntry",
    "ChallengeView",
    "Detour",
    "Draft",
    "EntryView",
    "Inbox",
    "MatchLine",
    "MatchView",
    "Orientation",
    "Person",
    "Place",
    "PlayerSettings",
    "RequestView",
    "SeatView",
    "ServerSettings",
]


@dataclass(frozen=True, slots=True)
class SeatView:
    """Who sits where, and the colour played now. ``left`` says that the seat was given up.

    ``seen_as`` tells what pieces of that colour look like, where its name does not: ``light``.
    """

    seat: Seat
    player_id: PlayerId
    colour_name: str
    seen_as: str
    left: bool


@dataclass(frozen=True, slots=True)
class EntryView:
    """The last thing that happened in a match.

    For what a manager did, ``seat`` is None and ``reason`` is what the manager gave as one.
    """

    kind: EntryKind
    seat: Seat | None
    player_id: PlayerId
    text: str
    reason: str | None = None


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


@dataclass(frozen=True, slots=True)
class RequestView:
    """Something that ``asker_id`` asks of the other players; ``match`` is how it stands now.

    ``awaiting`` are those who have not agreed yet. An undo that is granted takes the match back to
    how it stood at ``return_to``; that is None for other requests.
    """

    id: RequestId
    kind: RequestKind
    asker_id: PlayerId
    state: RequestState
    granted: tuple[PlayerId, ...]
    awaiting: tuple[PlayerId, ...]
    return_to: int | None
    match: MatchView


@dataclass(frozen=True, slots=True)
class Inbox:
    """A player's matches everywhere: those waiting for the player, the others, the ended ones.

    The running ones begin with the longest untouched, the ended ones with the latest.
    """

    waiting: tuple[MatchLine, ...]
    others: tuple[MatchLine, ...]
    recent: tuple[MatchLine, ...]
