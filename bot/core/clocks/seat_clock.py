"""The time of a seat in a match: its balance, its deadline, and every change of it.

A seat that has moved or timed out is no longer to move, so of a move and a timeout only the first
takes effect.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from bot.core.clocks.clock import TimedClock
from data.ids import PlayerId
from rules.game import Seat

OutageId = NewType("OutageId", int)

GRACE = timedelta(seconds=10)
"""How long after the deadline a timeout waits for moves that reached Discord before it."""
POSTING = timedelta(minutes=1)
"""In a match over days a turn's time runs this long after the commit, even without a board."""
FIRST_BOARD = timedelta(days=1)
"""The same for the first turn of a tournament's match, since many boards wait to be posted."""
HEAD_START = timedelta(minutes=1)
"""Extra time for a seat's first move in a live match."""
FORGIVE_WITHIN = timedelta(hours=24)
"""How long opponents may forgive a timeout; managers always may."""
SHORTEST_PAUSE = timedelta(days=1)
LONGEST_PAUSE = timedelta(days=14)
"""The limits of a pause that players agree on."""
VACATION_NOTICE = timedelta(hours=1)
"""A vacation stops a turn only if more than this is left of it."""
SHORTEST_OUTAGE = timedelta(seconds=60)
"""Shorter outages are credited in live matches only."""
LEAST_OF_DAYS = timedelta(hours=1)
"""A seat's minimum after an outage, or after a pause that another player ended."""
LEAST_OF_LIVE = timedelta(minutes=1)
"""A seat's minimum after an outage in a live match."""


class LedgerKind(StrEnum):
    """Why a seat's time changed."""

    OPENED = "opened"
    TURN = "turn"
    POSTED = "posted"
    MOVED = "moved"
    INCREMENT = "increment"
    CAPPED = "capped"
    STOPPED = "stopped"
    TIMED_OUT = "timed_out"
    FORGIVEN = "forgiven"
    UNDONE = "undone"
    PAUSED = "paused"
    RESUMED = "resumed"
    VACATION_BEGAN = "vacation_began"
    VACATION_ENDED = "vacation_ended"
    FROZEN = "frozen"
    THAWED = "thawed"
    ABSENCE_BEGAN = "absence_began"
    ABSENCE_ENDED = "absence_ended"
    GIFT = "gift"
    OUTAGE = "outage"


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One change of a seat's time. The amounts of all lines add up to the last balance.

    ``ply`` is that of the match at the time, or where its turn began for changes by a turn. ``by``
    is the other person who caused it: who gave time, forgave, or ended a pause. ``outage`` is the
    one that was credited.
    """

    seat: Seat
    kind: LedgerKind
    amount: timedelta
    balance: timedelta
    at: datetime
    ply: int
    by: PlayerId | None = None
    outage: OutageId | None = None


def turn_at(lines: Iterable[LedgerLine], ply: int) -> int:
    """The ply at which the turn of ``ply`` began, from the lines of all seats.

    Not every entry ends a turn: it continues after a pause, or when a third player leaves.
    """
    began = (line.ply for line in lines if line.kind is LedgerKind.TURN and line.ply <= ply)
    return max(began, default=ply)


def balance_taken_back(lines: Iterable[LedgerLine], ply: int) -> timedelta:
    """A seat's balance after an undo to the turn that began at ``ply``, from its own lines.

    It is the balance before that turn plus all gifts since. The lines are in order. Raises
    ValueError without any line.
    """
    own = list(lines)
    earlier = [line for line in own if line.kind is LedgerKind.OPENED or line.ply < ply]
    if not earlier:
        raise ValueError("a clock that was never opened")
    given = (line.amount for line in own if line.kind is LedgerKind.GIFT and line.ply >= ply)
    return sum(given, earlier[-1].balance)


class ClockError(Exception):
    """A change that is not possible in the present state of a seat's time."""


class LiveClockError(ClockError):
    """This is not possible in a live match."""


class PauseKind(StrEnum):
    """Why a seat's time is paused."""

    AGREED = "agreed"
    VACATION = "vacation"
    FROZEN = "frozen"
    """A manager has frozen the ladder that the match belongs to."""
    ABSENCE = "absence"
    """The bot cannot be where the match is played."""


_BEGAN = {
    PauseKind.AGREED: LedgerKind.PAUSED,
    PauseKind.VACATION: LedgerKind.VACATION_BEGAN,
    PauseKind.FROZEN: LedgerKind.FROZEN,
    PauseKind.ABSENCE: LedgerKind.ABSENCE_BEGAN,
}
_ENDED = {
    PauseKind.AGREED: LedgerKind.RESUMED,
    PauseKind.VACATION: LedgerKind.VACATION_ENDED,
    PauseKind.FROZEN: LedgerKind.THAWED,
    PauseKind.ABSENCE: LedgerKind.ABSENCE_ENDED,
}


class Gift(StrEnum):
    """What an opponent can give."""

    PERIOD = "period"
    DAY = "day"


def gifts(clock: TimedClock) -> dict[Gift, timedelta]:
    """The amount of each gift that is possible with ``clock``."""
    period = {Gift.PERIOD: clock.gift}
    return period if clock.live else period | {Gift.DAY: timedelta(days=1)}


@dataclass(frozen=True, slots=True)
class Outage:
    """A time when the bot was away or cut off. ``live_only``: credited in live matches only."""

    id: OutageId
    began: datetime
    ended: datetime
    live_only: bool = False

    def costs(self, deadline: datetime, least: timedelta) -> timedelta:
        """The credit for a seat whose time ran towards this deadline.

        It is the length of the outage, or more so that the seat has ``least`` after it. A seat
        whose deadline was before the outage gets its length only.
        """
        length = self.ended - self.began
        if deadline < self.began:
            return length
        return max(length, self.ended + least - deadline)


@dataclass(frozen=True, slots=True)
class Turn:
    """The current turn of a seat.

    ``runs_from`` is when its clock started or will start; None while it is paused, and in a live
    match until the board is posted. ``head_start`` is the delay from posting or resuming until the
    clock starts.
    """

    ply: int
    runs_from: datetime | None
    head_start: timedelta
    posted: bool = False

    @property
    def begins(self) -> datetime | None:
        """When the head start begins; None while paused."""
        return self.runs_from - self.head_start if self.runs_from else None

    def stopped(self, at: datetime) -> Turn:
        """The turn paused ``at`` this time, with the rest of its head start."""
        if self.runs_from is None:
            return self
        head_start = min(max(self.runs_from - at, timedelta()), self.head_start)
        return replace(self, runs_from=None, head_start=head_start)


@dataclass(frozen=True, slots=True)
class Transition:
    """A seat's time after a change, and the ledger lines of the change."""

    state: SeatClock
    lines: tuple[LedgerLine, ...]


@dataclass(frozen=True, slots=True)
class Occasion:
    """The time, the ply and the author of a change of a seat's time."""

    at: datetime
    ply: int
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's time. ``balance`` is what was left when the clock last stopped, never negative.

    ``turn`` is None while the seat is not to move, ``timed_out_at`` unless it has timed out.
    ``credited`` are the outages already credited in this turn.
    """

    seat: Seat
    clock: TimedClock
    balance: timedelta
    turn: Turn | None = None
    pauses: frozenset[PauseKind] = frozenset()
    credited: frozenset[OutageId] = frozenset()
    timed_out_at: datetime | None = None

    @property
    def runs_from(self) -> datetime | None:
        """When the clock started or will start; None while it is stopped."""
        return self.turn.runs_from if self.turn else None

    @property
    def deadline(self) -> datetime | None:
        """A move must reach Discord before this; None while the clock is stopped."""
        return self.runs_from + self.balance if self.runs_from else None

    @property
    def timeout_due(self) -> datetime | None:
        """The earliest time for a timeout; None while the clock is stopped."""
        return self.deadline + GRACE if self.deadline else None

    def used(self, now: datetime) -> timedelta:
        """The time used since the clock was last stopped."""
        return max(now - self.runs_from, timedelta()) if self.runs_from else timedelta()

    def remaining(self, now: datetime) -> timedelta:
        """What is left at ``now``, never negative."""
        return max(self.balance - self.used(now), timedelta())

    def begin_turn(
        self,
        ply: int,
        committed_at: datetime,
        *,
        first: bool = False,
        posting: timedelta = POSTING,
    ) -> Transition:
        """Begin a turn; its clock starts when the board is posted.

        In a match over days it starts after ``posting`` at the latest; in a live match not before
        the board is posted.

        ``first``: the seat's first move, or a turn that begins again after a forgiven timeout.
        Raises ClockError if it has begun, or after a timeout that is not forgiven.
        """
        if self.turn:
            raise ClockError("its turn has begun before")
        if self.timed_out_at:
            raise ClockError("it is not to move")
        head_start = HEAD_START if first and self.clock.live else timedelta()
        waits = self.pauses or self.clock.live
        runs_from = None if waits else committed_at + posting + head_start
        # past outages cannot be credited in the new turn
        begun = replace(self, turn=Turn(ply, runs_from, head_start), credited=frozenset())
        return begun._booked(LedgerKind.TURN, timedelta(), Occasion(committed_at, ply))

    def board_posted(self, at: datetime) -> Transition:
        """The turn's first board was posted ``at`` this time; raises ClockError."""
        turn = self._turn
        if turn.posted:
            return Transition(self, ())
        if not self.pauses:
            begins = at + turn.head_start
            turn = replace(turn, runs_from=min(turn.runs_from or begins, begins))
        seen = replace(self, turn=replace(turn, posted=True))
        return seen._booked(LedgerKind.POSTED, timedelta(), Occasion(at, turn.ply))

    def soonest(self, now: datetime) -> SeatClock:
        """The seat's time if the board of its turn is posted by ``now``.

        This gives the earliest possible deadline of the turn; later posting only moves it back.
        """
        return self.board_posted(now).state if self.turn else self

    def move(self, at: datetime) -> Transition:
        """The seat moves; ``at`` is when the move reached Discord.

        Raises ClockError if the seat is not to move, at the deadline and after it.
        """
        occasion = Occasion(at, self._turn.ply)
        self._check_in_time(at)
        moved = replace(self, turn=None)._booked(LedgerKind.MOVED, -self.used(at), occasion)
        balance = moved.state.balance
        added = min(balance + self.clock.increment, self.clock.cap) - balance
        # a gift may have raised the balance above the cap for its turn
        kind = LedgerKind.INCREMENT if added >= timedelta() else LedgerKind.CAPPED
        rewarded = moved.state._booked(kind, added, occasion)
        return Transition(rewarded.state, moved.lines + rewarded.lines)

    def end_turn(self, at: datetime) -> Transition:
        """End the turn without a move: the match is over, or another seat is to move.

        Raises ClockError if the seat is not to move.
        """
        occasion = Occasion(at, self._turn.ply)
        used = min(self.used(at), self.balance)
        return replace(self, turn=None)._booked(LedgerKind.STOPPED, -used, occasion)

    def time_out(self, now: datetime) -> Transition:
        """Apply a timeout; raises ClockError before ``timeout_due``."""
        occasion = Occasion(now, self._turn.ply)
        if not self.timeout_due or now < self.timeout_due:
            raise ClockError("no timeout is due")
        over = replace(self, turn=None, timed_out_at=now)
        return over._booked(LedgerKind.TIMED_OUT, -self.balance, occasion)

    def forgive(self, ply: int, at: datetime, by: PlayerId | None = None) -> Transition:
        """Forgive a timeout, with the clock's time for that. Raises ClockError."""
        if not self.timed_out_at:
            raise ClockError("there is no timeout")
        occasion = Occasion(at, ply, by)
        forgiven = replace(self, timed_out_at=None)
        return forgiven._booked(LedgerKind.FORGIVEN, self.clock.forgiven, occasion)

    def take_back(self, balance: timedelta, ply: int, at: datetime) -> Transition:
        """Undo: set the balance and end the turn.

        ``balance`` is ``balance_taken_back`` for the ``turn_at`` of the ply of the undo.
        """
        stopped = replace(self, turn=None, timed_out_at=None)
        return stopped._booked(LedgerKind.UNDONE, balance - self.balance, Occasion(at, ply))

    def pause(self, kind: PauseKind, ply: int, at: datetime) -> Transition:
        """Stop the clock from ``at``, also for turns that begin during the pause.

        Raises ClockError if it is paused so already, or after the deadline except for an absence of
        the bot; LiveClockError for a vacation in a live match.
        """
        if kind in self.pauses:
            raise ClockError(f"paused already: {kind}")
        if kind is PauseKind.VACATION and self.clock.live:
            raise LiveClockError
        if kind is not PauseKind.ABSENCE:
            self._check_in_time(at)
        turn, used = self.turn and self.turn.stopped(at), min(self.used(at), self.balance)
        paused = replace(self, turn=turn, pauses=self.pauses | {kind})
        return paused._booked(_BEGAN[kind], -used, Occasion(at, ply))

    def resume(
        self, kind: PauseKind, ply: int, at: datetime, by: PlayerId | None = None
    ) -> Transition:
        """End this pause; the clock runs unless there is another. Raises ClockError.

        ``by`` is the other player who ended it, if any. Then, and after a frozen ladder or an
        absence of the bot, the seat may not expect it: it gets at least LEAST_OF_DAYS, or in a live
        match the head start.
        """
        if kind not in self.pauses:
            raise ClockError(f"not paused: {kind}")
        pauses, turn, more = self.pauses - {kind}, self.turn, timedelta()
        if turn and not pauses:
            head_start, begins = turn.head_start, at if turn.posted else at + POSTING
            is_sudden = by is not None or kind in (PauseKind.FROZEN, PauseKind.ABSENCE)
            if is_sudden and self.clock.live:
                head_start = HEAD_START
            elif is_sudden:
                more = max(LEAST_OF_DAYS - self.balance, timedelta())
            waits = self.clock.live and not turn.posted
            runs_from = None if waits else begins + head_start
            turn = replace(turn, runs_from=runs_from, head_start=head_start)
        resumed = replace(self, turn=turn, pauses=pauses)
        return resumed._booked(_ENDED[kind], more, Occasion(at, ply, by))

    def is_too_near_for_vacation(self, now: datetime) -> bool:
        """Whether the deadline is so near that a vacation must not stop the clock."""
        return self.deadline is not None and self.deadline - now < VACATION_NOTICE

    def give(self, gift: Gift, occasion: Occasion) -> Transition:
        """Add a gift of an opponent, ``occasion.by``; it may exceed the cap for this turn.

        Raises ClockError after a timeout, and LiveClockError for a day in a live match.
        """
        if self.timed_out_at:
            raise ClockError("it is not to move")
        amounts = gifts(self.clock)
        if gift not in amounts:
            raise LiveClockError
        return self._booked(LedgerKind.GIFT, amounts[gift], occasion)

    def credit(self, outage: Outage, at: datetime) -> Transition:
        """Credit an outage, once, if the clock or its head start ran; else nothing changes.

        Call it before the seat's next move, which would be checked against the old deadline.
        """
        turn, deadline = self.turn, self.deadline
        if not turn or not turn.begins or not deadline or turn.begins >= outage.ended:
            return Transition(self, ())
        if outage.id in self.credited or (outage.live_only and not self.clock.live):
            return Transition(self, ())
        credited = replace(self, credited=self.credited | {outage.id})
        least = LEAST_OF_LIVE if self.clock.live else LEAST_OF_DAYS
        amount, occasion = outage.costs(deadline, least), Occasion(at, turn.ply)
        return credited._booked(LedgerKind.OUTAGE, amount, occasion, outage.id)

    def spare(self, at: datetime) -> Transition:
        """An operator prevents the timeout: the seat gets the time of a forgiven one.

        Raises ClockError unless the clock runs.
        """
        if not self.runs_from:
            raise ClockError("it is not to move")
        amount = self.used(at) + self.clock.forgiven - self.balance
        return self._booked(LedgerKind.FORGIVEN, amount, Occasion(at, self._turn.ply))

    @property
    def _turn(self) -> Turn:
        if self.turn is None:
            raise ClockError("it is not to move")
        return self.turn

    def _check_in_time(self, at: datetime) -> None:
        if self.deadline and at >= self.deadline:
            raise ClockError(f"too late, at {self.deadline}")

    def _booked(
        self,
        kind: LedgerKind,
        amount: timedelta,
        occasion: Occasion,
        outage: OutageId | None = None,
    ) -> Transition:
        """Change the balance together with its ledger line; every change comes here."""
        at, ply, by = occasion.at, occasion.ply, occasion.by
        balance = self.balance + amount
        line = LedgerLine(self.seat, kind, amount, balance, at, ply, by, outage)
        return Transition(replace(self, balance=balance), (line,))


def open_clock(seat: Seat, clock: TimedClock, at: datetime) -> Transition:
    """The time of a seat at the start of a match."""
    empty = SeatClock(seat, clock, timedelta())
    return empty._booked(LedgerKind.OPENED, clock.start, Occasion(at, 0))
