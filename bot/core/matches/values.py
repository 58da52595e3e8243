"""A match with its position.

``MatchSummary`` (``storage``) is the stored row, which needs no replay. ``MatchState`` is a match
after a number of its entries, with its position.
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

AFTER_THE_END = (
    EntryKind.DECIDE,
    EntryKind.ANNUL,
    EntryKind.PLACE,
    EntryKind.FORGIVE,
    EntryKind.END,
)
"""The kinds of entries that may follow the end of a match."""


@dataclass(frozen=True)  # without slots, for the cached properties
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
    """A seat with its holder and current colour. ``left``: the holder has left the match."""

    seat: Seat
    holder: Holder
    colour_name: Text
    left: bool


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after its first ``ply`` entries.

    - ``match``: the stored row, which may be at a later ply.
    - ``ply`` only grows; ``position.ply`` can be smaller after an undo.
    - ``moves``: those not undone, in order. ``line``: the same with leavings, as in a record.
    - ``left``: the seats that have left, in order; ``late``: those of them by timeout.
    - ``last``: the last entry that had an effect.
    - ``result``: None while the match goes on.
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
        """The channel where its newest board is, or will be."""
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
        """Who is on a vacation that stops their clock, until when; empty for earlier plies."""
        if not self.is_running or self.ply != self.match.ply:
            return {}
        return {
            holder: until
            for holder, until in zip(self.players, self.match.away_until, strict=False)
            if isinstance(holder, int) and until is not None
        }

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last move not undone; empty at the start."""
        return self.moves[-1].events if self.moves else ()

    @property
    def sentence(self) -> Text | None:
        """The last move not undone, as a sentence; None at the start."""
        return self.moves[-1].sentence if self.moves else None

    @property
    def reason(self) -> str | None:
        """The reason given with the last entry; None if that was no ruling."""
        if self.last is None or self.last.kind not in AFTER_THE_END:
            return None
        return read_ruling(self.last.text)[1] or None

    @property
    def timed_out(self) -> Seat | None:
        """The seat whose timeout is the last entry, or None."""
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
        """The other people who have not left."""
        gone = {player_id, *(self.players[seat] for seat in self.left)}
        return tuple(each for each in self.people if each not in gone)


class Scope(StrEnum):
    """Among which matches a person chooses.

    Those in which it is their turn, those they play, those they may look at, or the server's.
    """

    TO_MOVE = "to_move"
    PLAYING = "playing"
    SEEN = "seen"
    SERVER = "server"
