"""A match as it is stored, and as it stands after a number of its entries."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from bot.core.clocks import Clock, PauseKind, stored_clock
from bot.core.clocks.storage import MatchTime
from bot.core.matches.result import Result, read_ruling
from data.ids import (
    ChallengeId,
    ChannelId,
    ClubId,
    Engine,
    Holder,
    Key,
    LadderId,
    MatchId,
    MessageId,
    PlayerId,
    ServerId,
    TournamentId,
)
from data.states import EntryKind, ThreadFallback, UnratedReason
from rules import GAMES
from rules.game import Event, GameInfo, Move, Position, Seat, Variant
from rules.texts import Text, Words

AFTER_THE_END = (
    EntryKind.DECIDE,
    EntryKind.ANNUL,
    EntryKind.PLACE,
    EntryKind.FORGIVE,
    EntryKind.END,
)
"""The kinds of entries that may follow the end of a match."""


PREPARED = "prepared"
"""The first part of the keys of prepared moves."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a match's log.

    ``seat`` is None for the act of a manager, ``author_id`` where no person acted. ``key`` names
    the interaction or timer that wrote the entry; each writes at most one.
    """

    match_id: MatchId
    ply: int
    seat: Seat | None
    author_id: PlayerId | None
    kind: EntryKind
    text: str
    key: Key
    created_at: datetime

    @property
    def was_prepared(self) -> bool:
        """Whether the move was prepared before it was played."""
        return self.key.startswith(f"{PREPARED}:")


NO_CLOCK = "none"


@dataclass(frozen=True, slots=True)
class SecondPlace:
    """The place of a match's ``seat`` in another server, while it is not that seat's turn.

    ``absent_since``: since when the bot is not in that server.
    """

    seat: Seat
    server_id: ServerId | None
    channel_id: ChannelId
    contest: str
    thread_id: ChannelId | None = None
    thread_fallback: ThreadFallback | None = None
    board_channel_id: ChannelId | None = None
    board_message_id: MessageId | None = None
    absent_since: datetime | None = None


PLACE_COLUMNS = (
    "server_id",
    "channel_id",
    "thread_id",
    "thread_fallback",
    "board_channel_id",
    "board_message_id",
)
"""The columns of a match and of its second place that say where it is."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The columns of a new match. ``unrated`` is why it is not rated; None if it is."""

    challenge_id: ChallengeId | None
    game: str
    variant: str
    rules_version: int
    seed: int | None
    server_id: ServerId | None
    channel_id: ChannelId
    to_move: Seat | None
    players: tuple[Holder, ...]
    clock: str = NO_CLOCK
    unrated: UnratedReason | None = None
    tournament_id: TournamentId | None = None
    club_id: ClubId | None = None
    beside: SecondPlace | None = None
    language: str = "en"


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A stored match: everything that needs no replay of its log.

    ``players``, ``has_left`` and ``away_until`` are indexed by seat.

    - ``card_message_id``: the challenge's message; the match's thread is opened on it.
    - ``clock``: the clock in its notation. ``time``: the state of the clocks; None for an untimed
      match. ``deadline``: of the seat to move; None while no time runs.
    - ``paused_until``: end of an agreed pause. ``away_until``: end of a player's vacation that
      stops the clock.
    - ``reminded``: since the last entry a reminder was sent, or found to be needless.
      ``asked``: since the last entry a request was made; it may be closed by now.
    - ``unrated``: the reason, known to the players from the start; None for a rated match.
    - ``ladder_id``, ``tournament_id``, ``tournament`` (its name): None for a match outside.
    - ``moves_stand``: the tournament forbids undo and pause. False once it is cancelled.
    - ``club_id``: its club match, where each player has a place in their own server. The fields
      here name the place of the player to move, ``beside`` is that of the other.
    - ``conditional``: somebody may have prepared moves.
    - ``language``: the code of the language of its posts: the server's choice, else its own.
    - ``absent_since``: since when the bot cannot post there; meanwhile no time runs.
    """

    id: MatchId
    challenge_id: ChallengeId | None
    game: str
    variant_id: str
    rules_version: int
    seed: int | None
    server_id: ServerId | None
    channel_id: ChannelId
    thread_id: ChannelId | None
    thread_fallback: ThreadFallback | None
    ply: int
    to_move: Seat | None
    result: Result | None
    board_message_id: MessageId | None
    board_channel_id: ChannelId | None
    card_message_id: MessageId | None
    created_at: datetime
    updated_at: datetime
    finished_at: datetime | None
    players: tuple[Holder, ...]
    has_left: tuple[bool, ...]
    clock: str = NO_CLOCK
    deadline: datetime | None = None
    paused_until: datetime | None = None
    away_until: tuple[datetime | None, ...] = ()
    reminded: bool = False
    asked: bool = False
    time: MatchTime | None = None
    ladder_id: LadderId | None = None
    tournament_id: TournamentId | None = None
    tournament: Words | None = None
    moves_stand: bool = False
    club_id: ClubId | None = None
    beside: SecondPlace | None = None
    unrated: UnratedReason | None = None
    conditional: bool | None = None
    language: str = "en"
    absent_since: datetime | None = None

    @property
    def game_name(self) -> str:
        """The name of the game; its id if this version does not have it any more."""
        return GAMES.name_of(self.game)

    @property
    def variant_name(self) -> Text | None:
        """The name of the variant by the rules of the match; None for the standard one."""
        return GAMES.variant_name(self.game, self.rules_version, self.variant_id)

    @property
    def turned(self) -> "MatchSummary":
        """The match with its two places exchanged."""
        other = self.beside
        if other is None:
            return self
        here = {name: getattr(self, name) for name in PLACE_COLUMNS}
        there = {name: getattr(other, name) for name in PLACE_COLUMNS}
        beside = replace(other, **here, seat=1 - other.seat, absent_since=self.absent_since)
        return replace(self, **there, beside=beside, absent_since=other.absent_since)

    @property
    def at_mover(self) -> "MatchSummary":
        """The match in the place of the player to move."""
        is_other = self.beside is not None and self.beside.seat == self.to_move
        return self.turned if is_other else self

    def in_server(self, server_id: ServerId | None) -> "MatchSummary":
        """The match in its place in this server; unchanged if it has none there."""
        other = self.beside
        is_there = other is not None and server_id is not None and other.server_id == server_id
        return self.turned if is_there else self

    def of_player(self, player_id: PlayerId) -> "MatchSummary":
        """The match in the place of this player; unchanged for others."""
        is_other = self.beside is not None and self.players[self.beside.seat] == player_id
        return self.turned if is_other else self

    @property
    def places(self) -> tuple[tuple[ServerId | None, ChannelId], ...]:
        """Server and channel of each place."""
        both = (self,) if self.beside is None else (self, self.turned)
        return tuple((each.server_id, each.channel_id) for each in both)

    @property
    def queue(self) -> str:
        """The destination of its boards in this place."""
        is_second = self.beside is not None and self.beside.seat == 0
        return f"match:{self.id}:2" if is_second else f"match:{self.id}"

    @property
    def named_in(self) -> ServerId | None:
        """The server whose names its players have; None: those of Discord, as in club matches."""
        return self.server_id if self.beside is None else None

    @property
    def is_timed(self) -> bool:
        return self.clock != NO_CLOCK

    @property
    def is_running(self) -> bool:
        return self.result is None

    @property
    def timeouts_held(self) -> bool:
        """Whether timeouts wait for an operator's decision."""
        return self.time is not None and self.time.held

    def stands_still(self, kind: PauseKind) -> bool:
        """Whether the match's clocks are paused for this reason."""
        seats = () if self.time is None else self.time.clocks.seats
        return any(kind in each.pauses for each in seats)

    @property
    def to_move_player(self) -> Holder | None:
        return None if self.to_move is None else self.players[self.to_move]

    @property
    def people(self) -> tuple[PlayerId, ...]:
        return tuple(each for each in self.players if not isinstance(each, Engine))

    @property
    def has_engines(self) -> bool:
        return any(isinstance(holder, Engine) for holder in self.players)

    @property
    def is_practice(self) -> bool:
        """Whether one person plays against engines only, so that nobody else waits."""
        return len(self.people) == 1

    def seat_of(self, player_id: PlayerId) -> Seat | None:
        """The seat that ``player_id`` holds, or None."""
        return self.players.index(player_id) if player_id in self.players else None


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

    def in_server(self, server_id: ServerId | None) -> "MatchState":
        """The match in its place in this server; unchanged if it has none there."""
        return replace(self, match=self.match.in_server(server_id))

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
