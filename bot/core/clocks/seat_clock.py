"""A seat's time in a match: what is left, when it will be over, and what can happen to it.

A seat that has moved, or whose time has run out, is not to move any more: whichever of a move and
a timeout comes first is the only one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.core.clocks.clock import TimedClock
from bot.core.clocks.ledger import LedgerKind, LedgerLine, OutageId
from data.ids import PlayerId
from rules.game import Seat

GRACE = timedelta(seconds=10)
"""How long after the deadline a timeout waits for moves that reached Discord before it."""

POSTING = timedelta(minutes=1)
"""Where a match takes days a turn's time runs this long after the commit, posted or not."""

FIRST_BOARD = timedelta(days=1)
"""The same for the first board of a tournament's match: many begin together and wait in line."""

HEAD_START = timedelta(minutes=1)
"""What the first move of a seat has extra where a match is played in one sitting."""

FORGIVE_WITHIN = timedelta(hours=24)
"""How long opponents may let a player play on; a manager always may."""

SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(days=1), timedelta(days=14)
"""What players can agree on."""

VACATION_NOTICE = timedelta(hours=1)
"""No vacation begins with less than this left of a turn."""

SHORTEST_OUTAGE = timedelta(seconds=60)
"""What is not longer than this is made good in live matches alone."""

LEAST_OF_DAYS = timedelta(hours=1)
"""What a seat has at least after an outage, or when another player ends a pause."""

LEAST_OF_LIVE = timedelta(minutes=1)
"""The same after an outage where a match is played in one sitting."""


class ClockError(Exception):
    """Something that cannot happen to a seat's time as it stands."""


class NotToMoveError(ClockError):
    """The seat is not to move: it has moved, or its time has run out."""


class AlreadyToMoveError(ClockError):
    """The seat's turn has begun before."""


@dataclass(eq=False)
class TooLateError(ClockError):
    """It reached Discord at the ``deadline`` or after it."""

    deadline: datetime


class NotOverdueError(ClockError):
    """No timeout may be applied yet."""


class NotTimedOutError(ClockError):
    """There is nothing to forgive."""


class AlreadyPausedError(ClockError):
    """The time is paused for this reason already."""


class NotPausedError(ClockError):
    """The time is not paused for this reason."""


class LiveClockError(ClockError):
    """This is not done where a match is played in one sitting."""


class PauseKind(StrEnum):
    """Why a seat's time stands still though it is to move."""

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
    """What can be given where ``clock`` runs: a part of what it gives itself, or a day."""
    period = {Gift.PERIOD: clock.gift}
    return period if clock.live else period | {Gift.DAY: timedelta(days=1)}


@dataclass(frozen=True, slots=True)
class Outage:
    """The bot was away or cut off; ``live_only``: too shortly for matches that take days."""

    id: OutageId
    began: datetime
    ended: datetime
    live_only: bool = False

    def costs(self, deadline: datetime, least: timedelta) -> timedelta:
        """What a seat gets whose time ran towards this deadline.

        That is the whole outage, and what the seat then still lacks of having ``least`` after it. A
        seat whose time was over before the outage gets no more than the outage.
        """
        length = self.ended - self.began
        if deadline < self.began:
            return length
        return max(length, self.ended + least - deadline)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that is going on.

    ``runs_from`` is when its time began, or will begin, to run; None while it is paused, and in a
    live match until the board is posted.
    ``head_start`` is what passes between the board's posting, or the end of a pause, and that.
    """

    ply: int
    runs_from: datetime | None
    head_start: timedelta
    posted: bool = False

    @property
    def begins(self) -> datetime | None:
        """When the head start, if there is one, begins, and else the time; None while paused."""
        return self.runs_from - self.head_start if self.runs_from else None

    def stopped(self, at: datetime) -> Turn:
        """The turn while its time stands still, with what it has then left of its head start."""
        if self.runs_from is None:
            return self
        head_start = min(max(self.runs_from - at, timedelta()), self.head_start)
        return replace(self, runs_from=None, head_start=head_start)


@dataclass(frozen=True, slots=True)
class Transition:
    """A seat's time after something happened, and the lines that tell it."""

    state: SeatClock
    lines: tuple[LedgerLine, ...]


@dataclass(frozen=True, slots=True)
class Occasion:
    """When something happens to a seat's time, at which ply of the match, and by whom."""

    at: datetime
    ply: int
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's time. ``balance`` is what was left when it last stood still, and never negative.

    ``turn`` is None while the seat is not to move; ``timed_out_at`` while it has not run out.
    ``credited`` are the outages made good before, so that none is made good twice.
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
        """When the time began, or will begin, to run; None while it stands still."""
        return self.turn.runs_from if self.turn else None

    @property
    def deadline(self) -> datetime | None:
        """A move must reach Discord before this; None while the time stands still."""
        return self.runs_from + self.balance if self.runs_from else None

    @property
    def timeout_due(self) -> datetime | None:
        """When a timeout may be applied at the earliest; None while the time stands still."""
        return self.deadline + GRACE if self.deadline else None

    def used(self, now: datetime) -> timedelta:
        """What has run off the balance since it last stood still."""
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
        """The seat is to move; its time runs once the board is posted.

        Where a match takes days it runs after ``posting`` in any case. In a live match it stands
        still for as long as nobody can see the board.

        ``first`` is for the seat's first move, and for a turn that begins anew after a timeout was
        forgiven. Raises AlreadyToMoveError, or NotToMoveError while a timeout is not forgiven.
        """
        if self.turn:
            raise AlreadyToMoveError
        if self.timed_out_at:
            raise NotToMoveError
        head_start = HEAD_START if first and self.clock.live else timedelta()
        waits = self.pauses or self.clock.live
        runs_from = None if waits else committed_at + posting + head_start
        # an outage that is over by now cannot be made good in this turn, so none need be remembered
        begun = replace(self, turn=Turn(ply, runs_from, head_start), credited=frozenset())
        return begun._booked(LedgerKind.TURN, timedelta(), Occasion(committed_at, ply))

    def board_posted(self, at: datetime) -> Transition:
        """The player can see the board since ``at``, for the first time; raises NotToMoveError."""
        turn = self._turn
        if turn.posted:
            return Transition(self, ())
        if not self.pauses:
            begins = at + turn.head_start
            turn = replace(turn, runs_from=min(turn.runs_from or begins, begins))
        seen = replace(self, turn=replace(turn, posted=True))
        return seen._booked(LedgerKind.POSTED, timedelta(), Occasion(at, turn.ply))

    def soonest(self, now: datetime) -> SeatClock:
        """The seat's time as it is if the board of its turn is posted ``now``, or has been.

        Its deadline is the earliest that the turn can have: a board that is posted later moves none
        to before it.
        """
        return self.board_posted(now).state if self.turn else self

    def move(self, at: datetime) -> Transition:
        """The seat moves; ``at`` is when that reached Discord, however late it is heard of.

        Raises NotToMoveError, or TooLateError at the deadline and after it.
        """
        occasion = Occasion(at, self._turn.ply)
        self._check_in_time(at)
        moved = replace(self, turn=None)._booked(LedgerKind.MOVED, -self.used(at), occasion)
        balance = moved.state.balance
        added = min(balance + self.clock.increment, self.clock.cap) - balance
        # a gift may have brought the balance above the cap for the turn it was given in
        kind = LedgerKind.INCREMENT if added >= timedelta() else LedgerKind.CAPPED
        rewarded = moved.state._booked(kind, added, occasion)
        return Transition(rewarded.state, moved.lines + rewarded.lines)

    def end_turn(self, at: datetime) -> Transition:
        """The turn is over without a move, since the match is or somebody else is to move now.

        Raises NotToMoveError.
        """
        occasion = Occasion(at, self._turn.ply)
        used = min(self.used(at), self.balance)
        return replace(self, turn=None)._booked(LedgerKind.STOPPED, -used, occasion)

    def time_out(self, now: datetime) -> Transition:
        """The time has run out. Raises NotToMoveError, or NotOverdueError within the grace."""
        occasion = Occasion(now, self._turn.ply)
        if not self.timeout_due or now < self.timeout_due:
            raise NotOverdueError
        over = replace(self, turn=None, timed_out_at=now)
        return over._booked(LedgerKind.TIMED_OUT, -self.balance, occasion)

    def forgive(self, ply: int, at: datetime, by: PlayerId | None = None) -> Transition:
        """Let the seat play on with the time that the clock has for it. Raises NotTimedOutError."""
        if not self.timed_out_at:
            raise NotTimedOutError
        occasion = Occasion(at, ply, by)
        forgiven = replace(self, timed_out_at=None)
        return forgiven._booked(LedgerKind.FORGIVEN, self.clock.forgiven, occasion)

    def take_back(self, balance: timedelta, ply: int, at: datetime) -> Transition:
        """An undo: the time is ``balance`` again, and no turn goes on.

        That is ``balance_taken_back`` to the ``turn_at`` of the ply gone back to.
        """
        stopped = replace(self, turn=None, timed_out_at=None)
        return stopped._booked(LedgerKind.UNDONE, balance - self.balance, Occasion(at, ply))

    def pause(self, kind: PauseKind, ply: int, at: datetime) -> Transition:
        """The time stands still from ``at``, for this turn and those that begin meanwhile.

        Raises AlreadyPausedError, TooLateError when the time is over, and LiveClockError for a
        vacation from a match that is played in one sitting. An absence of the bot is never late.
        """
        if kind in self.pauses:
            raise AlreadyPausedError
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
        """This pause is over; the time runs unless there is another. Raises NotPausedError.

        ``by`` is who ended it, where that is another player. Then, and where the ladder was frozen
        or the bot absent, the seat may not be looking, so its turn goes on with LEAST_OF_DAYS at
        least, and with the head start in a live match.
        """
        if kind not in self.pauses:
            raise NotPausedError
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
        """Whether a vacation beginning ``now`` would only save the seat from its deadline."""
        return self.deadline is not None and self.deadline - now < VACATION_NOTICE

    def give(self, gift: Gift, occasion: Occasion) -> Transition:
        """An opponent, ``occasion.by``, gives time; for this turn it may exceed the cap.

        Raises NotToMoveError if the time has run out, and LiveClockError for a day where a match is
        played in one sitting.
        """
        if self.timed_out_at:
            raise NotToMoveError
        amounts = gifts(self.clock)
        if gift not in amounts:
            raise LiveClockError
        return self._booked(LedgerKind.GIFT, amounts[gift], occasion)

    def credit(self, outage: Outage, at: datetime) -> Transition:
        """Make good an outage, once, if the time or its head start ran; else nothing changes.

        To be done before any later move of the seat is taken, for until then the outage counts
        against the deadline.
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
        """An operator lets nobody lose on time: from now on the seat has what the forgiven have.

        Raises NotToMoveError unless its time runs.
        """
        if not self.runs_from:
            raise NotToMoveError
        amount = self.used(at) + self.clock.forgiven - self.balance
        return self._booked(LedgerKind.FORGIVEN, amount, Occasion(at, self._turn.ply))

    @property
    def _turn(self) -> Turn:
        if self.turn is None:
            raise NotToMoveError
        return self.turn

    def _check_in_time(self, at: datetime) -> None:
        if self.deadline and at >= self.deadline:
            raise TooLateError(self.deadline)

    def _booked(
        self,
        kind: LedgerKind,
        amount: timedelta,
        occasion: Occasion,
        outage: OutageId | None = None,
    ) -> Transition:
        """The one way by which a balance changes: together with the line that says so."""
        at, ply, by = occasion.at, occasion.ply, occasion.by
        balance = self.balance + amount
        line = LedgerLine(self.seat, kind, amount, balance, at, ply, by, outage)
        return Transition(replace(self, balance=balance), (line,))


def open_clock(seat: Seat, clock: TimedClock, at: datetime) -> Transition:
    """A seat's time at the start of a match."""
    empty = SeatClock(seat, clock, timedelta())
    return empty._booked(LedgerKind.OPENED, clock.start, Occasion(at, 0))
