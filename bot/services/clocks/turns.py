"""What happens to a seat's time in its turn: it begins, is seen, is moved in, or runs out.

A seat that has moved, or whose time has run out, is not to move any more: whichever of a move and
a timeout comes first is the only one.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.services.clocks.clock import TimedClock
from bot.services.clocks.errors import (
    AlreadyToMoveError,
    NotOverdueError,
    NotTimedOutError,
    NotToMoveError,
    TooLateError,
)
from bot.services.clocks.ledger import LedgerKind
from bot.services.clocks.seat_clock import Occasion, SeatClock, Transition, Turn, booked
from data.ids import PlayerId
from rules.game import Seat

POSTING = timedelta(minutes=1)
"""A turn's time runs this long after the commit at the latest, posted or not."""

HEAD_START = timedelta(minutes=1)
"""What the first move of a seat has extra where a match is played in one sitting."""

FORGIVE_WITHIN = timedelta(hours=24)
"""How long opponents may let a player play on; a manager always may."""


def open_clock(seat: Seat, clock: TimedClock, at: datetime) -> Transition:
    """A seat's time at the start of a match."""
    empty = SeatClock(seat, clock, timedelta())
    return booked(empty, LedgerKind.OPENED, clock.start, Occasion(at, 0))


def begin_turn(
    state: SeatClock, ply: int, committed_at: datetime, *, first: bool = False
) -> Transition:
    """The seat is to move; its time runs once the board is posted, or soon in any case.

    ``first`` is for the seat's first move, and for a turn that begins anew after a timeout was
    forgiven. Raises AlreadyToMoveError, or NotToMoveError while a timeout is not forgiven.
    """
    if state.turn:
        raise AlreadyToMoveError
    if state.timed_out_at:
        raise NotToMoveError
    head_start = HEAD_START if first and state.clock.live else timedelta()
    runs_from = None if state.pauses else committed_at + POSTING + head_start
    # an outage that is over by now cannot be made good in this turn, so none need be remembered
    begun = replace(state, turn=Turn(ply, runs_from, head_start), credited=frozenset())
    return booked(begun, LedgerKind.TURN, timedelta(), Occasion(committed_at, ply))


def board_posted(state: SeatClock, at: datetime) -> Transition:
    """The player can see the board since ``at``. Once only: a board posted again changes nothing.

    Raises NotToMoveError.
    """
    turn = _turn(state)
    if turn.posted:
        return Transition(state, ())
    if turn.runs_from:
        turn = replace(turn, runs_from=min(turn.runs_from, at + turn.head_start))
    seen = replace(state, turn=replace(turn, posted=True))
    return booked(seen, LedgerKind.POSTED, timedelta(), Occasion(at, turn.ply))


def soonest(state: SeatClock, now: datetime) -> SeatClock:
    """The seat's time as it is if the board of its turn is posted ``now``, or has been.

    Its deadline is the earliest that the turn can have: a board that is posted later moves none to
    before it.
    """
    return board_posted(state, now).state if state.turn else state


def move(state: SeatClock, at: datetime) -> Transition:
    """The seat moves; ``at`` is when that reached Discord, however late it is heard of.

    Raises NotToMoveError, or TooLateError at the deadline and after it.
    """
    turn = _turn(state)
    if state.deadline and at >= state.deadline:
        raise TooLateError(state.deadline)
    occasion = Occasion(at, turn.ply)
    moved = booked(replace(state, turn=None), LedgerKind.MOVED, -state.used(at), occasion)
    added = min(moved.state.balance + state.clock.increment, state.clock.cap) - moved.state.balance
    # a gift may have brought the balance above the cap for the turn it was given in
    kind = LedgerKind.INCREMENT if added >= timedelta() else LedgerKind.CAPPED
    rewarded = booked(moved.state, kind, added, occasion)
    return Transition(rewarded.state, moved.lines + rewarded.lines)


def end_turn(state: SeatClock, at: datetime) -> Transition:
    """The turn is over without a move, since the match is or somebody else is to move now.

    Raises NotToMoveError.
    """
    turn = _turn(state)
    used = min(state.used(at), state.balance)
    return booked(replace(state, turn=None), LedgerKind.STOPPED, -used, Occasion(at, turn.ply))


def time_out(state: SeatClock, now: datetime) -> Transition:
    """The seat's time has run out. Raises NotToMoveError, or NotOverdueError within the grace."""
    turn = _turn(state)
    if not state.timeout_due or now < state.timeout_due:
        raise NotOverdueError(state.timeout_due)
    over = replace(state, turn=None, timed_out_at=now)
    return booked(over, LedgerKind.TIMED_OUT, -state.balance, Occasion(now, turn.ply))


def forgive(state: SeatClock, ply: int, at: datetime, by: PlayerId | None = None) -> Transition:
    """Let the seat play on with the time that the clock has for it. Raises NotTimedOutError."""
    if not state.timed_out_at:
        raise NotTimedOutError
    forgiven = replace(state, timed_out_at=None)
    amount = state.clock.forgiven
    return booked(forgiven, LedgerKind.FORGIVEN, amount, Occasion(at, ply, by))


def take_back(state: SeatClock, balance: timedelta, ply: int, at: datetime) -> Transition:
    """An undo: the time is again what it was, ``balance``, when the turn gone back to began.

    That is ``balance_before`` the ``turn_at`` of the ply gone back to. No turn goes on afterwards.
    """
    stopped = replace(state, turn=None, timed_out_at=None)
    amount = balance - state.balance
    return booked(stopped, LedgerKind.UNDONE, amount, Occasion(at, ply))


def _turn(state: SeatClock) -> Turn:
    if state.turn is None:
        raise NotToMoveError
    return state.turn
