"""A match in the two shapes that everybody works with.

``MatchSummary`` is a row in a list: what can be told without replaying. ``MatchState`` is a match
with its position, after a number of its entries; whatever else is told of it is derived from that.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from bot.core.clocks import Clock, stored_clock
from bot.core.matches.entries_storage import Entry
from bot.core.matches.result import Result, read_ruling
from bot.core.matches.storage import MatchSummary
from data.ids import ChannelId, Holder, MatchId, PlayerId, ServerId
from data.states import EntryKind
from rules.game import Event, GameInfo, Move, Position, Seat, Variant
from rules.texts import Text

BY_MANAGERS = (EntryKind.DECIDE, EntryKind.ANNUL, EntryKind.PLACE)
"""What managers write, also after the end of a match."""

AFTER_THE_END = (*BY_MANAGERS, EntryKind.FORGIVE, EntryKind.END)
"""What is written also after the end of a match."""


@dataclass(frozen=True)  # without slots, so that what is worked out once is kept
class MoveMade:
    """A move, the position it was made in, and the ply of its entry."""

    ply: int
    seat: Seat
    before: Position
    move: Move

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return self.before.events(self.move)

    @cached_property
    def sentence(self) -> Text:
        return self.before.describe(self.move)


@dataclass(frozen=True, slots=True)
class SeatState:
    """Who sits where, and the colour played now. ``left`` says that the seat was given up."""

    seat: Seat
    holder: Holder
    colour_name: Text
    left: bool


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after its first ``ply`` entries.

    ``ply`` only grows: ``position.ply`` can be smaller after an undo. ``moves`` are those that
    still stand, in order; ``left`` the seats given up, in order, ``late`` those of them whose time
    ran out; ``line`` is moves and seats left together as the entries of a record. ``last`` is the
    last thing that happened. ``result`` is None while it goes on. ``match`` is the match as it is
    stored, which may be further on.
    """

    match: MatchSummary
    position: Position
    ply: int = 0
    result: Result | None = None
    moves: tuple[MoveMade, ...] = ()
    left: tuple[Seat, ...] = ()
    late: tuple[Seat, ...] = ()
    line: tuple[str, ...] = ()
    last: Entry | None = None

    @property
    def id(self) -> MatchId:
        return self.match.id

    @property
    def info(self) -> GameInfo:
        return self.position.info

    @property
    def variant(self) -> Variant:
        return self.position.variant

    @property
    def players(self) -> tuple[Holder, ...]:
        return self.match.players

    @property
    def people(self) -> tuple[PlayerId, ...]:
        return self.match.people

    @property
    def clock(self) -> Clock:
        return stored_clock(self.match.clock)

    @property
    def server_id(self) -> ServerId | None:
        return self.match.server_id

    @property
    def channel_id(self) -> ChannelId:
        return self.match.channel_id

    @property
    def where(self) -> ChannelId:
        """Where its people look: where its newest board is, or will be."""
        return self.match.board_channel_id or self.match.thread_id or self.channel_id

    @property
    def is_running(self) -> bool:
        return self.result is None

    @property
    def to_move(self) -> Seat | None:
        return self.position.to_move if self.is_running else None

    @property
    def to_move_player(self) -> Holder | None:
        return None if self.to_move is None else self.players[self.to_move]

    @property
    def away(self) -> dict[PlayerId, datetime]:
        """The players on a vacation for which their time stands still, and until when."""
        if not self.is_running or self.ply != self.match.ply:
            return {}
        return {
            holder: until
            for holder, until in zip(self.players, self.match.away_until, strict=False)
            if isinstance(holder, int) and until is not None
        }

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move that stands did; nothing at the start."""
        return self.moves[-1].events if self.moves else ()

    @property
    def sentence(self) -> Text | None:
        """The last move that stands in a sentence; None at the start."""
        return self.moves[-1].sentence if self.moves else None

    @property
    def reason(self) -> str | None:
        """Why a manager did what happened last; None if no manager did it."""
        if self.last is None or self.last.kind not in AFTER_THE_END:
            return None
        return read_ruling(self.last.text)[1] or None

    @property
    def timed_out(self) -> Seat | None:
        """The seat whose time has run out with the last thing that happened, or None."""
        ran_out = self.last is not None and self.last.kind is EntryKind.TIMEOUT
        return self.last.seat if self.last is not None and ran_out else None

    @property
    def seats(self) -> tuple[SeatState, ...]:
        position = self.position
        return tuple(
            SeatState(
                seat=seat,
                holder=holder,
                colour_name=position.info.sides[position.colour_of(seat)],
                left=seat in self.left,
            )
            for seat, holder in enumerate(self.players)
        )

    def seat_of(self, player_id: PlayerId) -> Seat | None:
        """The seat that ``player_id`` holds, or None."""
        return self.match.seat_of(player_id)

    def others_than(self, player_id: PlayerId) -> tuple[PlayerId, ...]:
        """The other people who still play."""
        gone = {player_id, *(self.players[seat] for seat in self.left)}
        return tuple(each for each in self.people if each not in gone)


class Scope(StrEnum):
    """Which matches come into question when somebody means one.

    Those in which it is their turn, which they play, which they may look at, or of the server.
    """

    TO_MOVE = "to_move"
    PLAYING = "playing"
    SEEN = "seen"
    SERVER = "server"
