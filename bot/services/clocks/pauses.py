"""Time that stands still: by agreement, while a player is away, or on vacation."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from bot.services.clocks.errors import (
    AlreadyPausedError,
    LiveClockError,
    NotPausedError,
    TooLateError,
)
from bot.services.clocks.ledger import LedgerKind
from bot.services.clocks.seat_clock import (
    Occasion,
    PauseKind,
    SeatClock,
    Transition,
    Turn,
    booked,
)
from bot.services.clocks.turns import POSTING

SHORTEST_PAUSE = timedelta(days=1)
LONGEST_PAUSE = timedelta(days=14)
"""What players can agree on."""

VACATION_NOTICE = timedelta(hours=1)
"""No vacation begins with less than this left of a turn."""

_BEGAN = {
    PauseKind.AGREED: LedgerKind.PAUSED,
    PauseKind.VACATION: LedgerKind.VACATION_BEGAN,
}
_ENDED = {
    PauseKind.AGREED: LedgerKind.RESUMED,
    PauseKind.VACATION: LedgerKind.VACATION_ENDED,
}
DAYS_A_YEAR = 30
_DAY = timedelta(days=1)


def pause(state: SeatClock, kind: PauseKind, ply: int, at: datetime) -> Transition:
    """The seat's time stands still from ``at``, for this turn and those that begin meanwhile.

    Raises AlreadyPausedError, TooLateError when the time is over, and LiveClockError for a vacation
    from a match that is played in one sitting.
    """
    if kind in state.pauses:
        raise AlreadyPausedError
    if kind is PauseKind.VACATION and state.clock.live:
        raise LiveClockError
    if state.deadline and at >= state.deadline:
        raise TooLateError(state.deadline)
    paused = replace(state, turn=_stopped(state.turn, at), pauses=state.pauses | {kind})
    return booked(paused, _BEGAN[kind], -state.used(at), Occasion(at, ply))


def resume(state: SeatClock, kind: PauseKind, ply: int, at: datetime) -> Transition:
    """This pause is over; the time runs again unless there is another. Raises NotPausedError."""
    if kind not in state.pauses:
        raise NotPausedError
    pauses, turn = state.pauses - {kind}, state.turn
    if turn and not pauses:
        begins = at if turn.posted else at + POSTING
        turn = replace(turn, runs_from=begins + turn.head_start)
    resumed = replace(state, turn=turn, pauses=pauses)
    return booked(resumed, _ENDED[kind], timedelta(), Occasion(at, ply))


def _stopped(turn: Turn | None, at: datetime) -> Turn | None:
    """The turn while its time stands still, with what it has then left of its head start."""
    if turn is None or turn.runs_from is None:
        return turn
    head_start = min(max(turn.runs_from - at, timedelta()), turn.head_start)
    return replace(turn, runs_from=None, head_start=head_start)


def too_near_for_vacation(state: SeatClock, now: datetime) -> bool:
    """Whether a vacation beginning ``now`` would only save the seat from its deadline."""
    return state.deadline is not None and state.deadline - now < VACATION_NOTICE


@dataclass(frozen=True, slots=True)
class Vacation:
    """Away between two instants; ``ended`` may lie ahead."""

    began: datetime
    ended: datetime


def days_used(vacations: Iterable[Vacation], zone: tzinfo) -> Counter[int]:
    """Whole days by calendar year in ``zone``: a day that has begun counts, in its own year."""
    return Counter(
        (vacation.began + number * _DAY).astimezone(zone).year
        for vacation in vacations
        for number in range(-((vacation.began - vacation.ended) // _DAY))
    )


def overdrawn(taken: Iterable[Vacation], planned: Vacation, zone: tzinfo) -> dict[int, int]:
    """The days left of each year in which ``planned`` takes more than there are; {} if it fits."""
    used, wanted = days_used(taken, zone), days_used([planned], zone)
    left = {year: DAYS_A_YEAR - used[year] for year in wanted}
    return {year: days for year, days in left.items() if wanted[year] > days}
