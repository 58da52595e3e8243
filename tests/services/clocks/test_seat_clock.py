from datetime import UTC, datetime, timedelta

import pytest

from bot.services.clocks import (
    AlreadyPausedError,
    AlreadyToMoveError,
    Gift,
    LedgerKind,
    LedgerLine,
    LiveClockError,
    NotOverdueError,
    NotPausedError,
    NotTimedOutError,
    NotToMoveError,
    Occasion,
    Outage,
    OutageId,
    PauseKind,
    PerMove,
    SeatClock,
    TimedClock,
    TooLateError,
    Transition,
    balance_before,
    begin_turn,
    board_posted,
    credit_outage,
    forgive,
    gifts,
    give,
    move,
    open_clock,
    parse_clock,
    pause,
    resume,
    take_back,
    time_out,
    too_many_timeouts,
    too_near_for_vacation,
)
from data.ids import PlayerId

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DAY = timedelta(days=1)
ADA = PlayerId(7)


def timed(notation: str) -> TimedClock:
    clock = parse_clock(notation)
    assert isinstance(clock, TimedClock)
    return clock


def opened(notation: str) -> SeatClock:
    return open_clock(0, timed(notation), NOON).state


def to_move(notation: str, *, first: bool = False) -> SeatClock:
    """A seat whose turn was committed and posted at noon."""
    return board_posted(begin_turn(opened(notation), 4, NOON, first=first).state, NOON).state


def told(transition: Transition) -> list[tuple[LedgerKind, timedelta]]:
    return [(line.kind, line.amount) for line in transition.lines]


def test_time_runs_from_the_posting_and_a_minute_after_the_commit_at_the_latest() -> None:
    begun = begin_turn(opened("1d"), 0, NOON).state
    assert begun.deadline == NOON + MINUTE + DAY
    assert board_posted(begun, NOON + 3 * SECOND).state.deadline == NOON + 3 * SECOND + DAY
    assert board_posted(begun, NOON + 5 * MINUTE).state.deadline == NOON + MINUTE + DAY
    assert begun.remaining(NOON + 30 * SECOND) == DAY


def test_a_board_posted_again_changes_nothing() -> None:
    seen = to_move("1d")
    again = board_posted(seen, NOON - HOUR)
    assert (again.state, again.lines) == (seen, ())


def test_the_first_move_has_a_minute_extra_in_one_sitting() -> None:
    assert to_move("10m", first=True).deadline == NOON + 11 * MINUTE
    assert to_move("10m").deadline == NOON + 10 * MINUTE
    assert to_move("2h", first=True).deadline == NOON + 2 * HOUR
    unseen = begin_turn(opened("10m"), 0, NOON, first=True).state
    assert unseen.deadline == NOON + 12 * MINUTE


def test_a_clock_for_every_move_is_full_again_after_it() -> None:
    moved = move(to_move("3d"), NOON + 5 * HOUR)
    assert told(moved) == [(LedgerKind.MOVED, -5 * HOUR), (LedgerKind.INCREMENT, 5 * HOUR)]
    assert moved.state.balance == 3 * DAY
    assert moved.state.deadline is None


def test_a_bank_grows_by_its_increment_up_to_its_cap() -> None:
    slow = move(to_move("3d+1d/5d"), NOON + 2 * DAY)
    assert slow.state.balance == 2 * DAY
    quick = move(to_move("3d+1d/5d"), NOON + HOUR)
    assert quick.state.balance == 4 * DAY - HOUR
    full = move(to_move("3d+1d"), NOON + HOUR)
    assert told(full) == [(LedgerKind.MOVED, -HOUR), (LedgerKind.INCREMENT, HOUR)]


def test_a_move_counts_by_when_it_reached_discord() -> None:
    state = to_move("1h")
    assert move(state, NOON + HOUR - timedelta(milliseconds=1)).state.turn is None
    for late in (NOON + HOUR, NOON + HOUR + SECOND):
        with pytest.raises(TooLateError) as refused:
            move(state, late)
        assert refused.value.deadline == NOON + HOUR


def test_a_timeout_waits_for_the_grace() -> None:
    state = to_move("1h")
    for early in (NOON, NOON + HOUR, NOON + HOUR + 9.9 * SECOND):
        with pytest.raises(NotOverdueError):
            time_out(state, early)
    over = time_out(state, NOON + HOUR + 10 * SECOND)
    assert told(over) == [(LedgerKind.TIMED_OUT, -HOUR)]
    assert over.state.balance == timedelta()


def test_a_move_heard_of_late_still_comes_before_the_timeout() -> None:
    moved = move(to_move("1h"), NOON + HOUR - SECOND).state
    with pytest.raises(NotToMoveError):
        time_out(moved, NOON + 2 * HOUR)


def test_after_a_timeout_there_is_no_move() -> None:
    over = time_out(to_move("1h"), NOON + 2 * HOUR).state
    with pytest.raises(NotToMoveError):
        move(over, NOON + HOUR - SECOND)
    with pytest.raises(NotToMoveError):
        begin_turn(over, 5, NOON + 2 * HOUR)
    with pytest.raises(NotToMoveError):
        give(over, Gift.PERIOD, Occasion(NOON, 5, ADA))


def test_only_the_seat_to_move_sees_its_board() -> None:
    with pytest.raises(NotToMoveError):
        board_posted(opened("1d"), NOON)
    with pytest.raises(AlreadyToMoveError):
        begin_turn(to_move("1d"), 5, NOON)


@pytest.mark.parametrize(
    ("notation", "balance"), [("2d", 2 * DAY), ("3d+1d/5d", 36 * HOUR), ("2d+2d/5d", 2 * DAY)]
)
def test_who_is_forgiven_has_half_the_bank_at_least(notation: str, balance: timedelta) -> None:
    over = time_out(to_move(notation), NOON + 9 * DAY).state
    forgiven = forgive(over, 5, NOON + 10 * DAY, ADA)
    assert forgiven.state.balance == balance
    assert forgiven.lines == (
        LedgerLine(0, LedgerKind.FORGIVEN, balance, balance, NOON + 10 * DAY, 5, ADA),
    )
    again = begin_turn(forgiven.state, 6, NOON + 10 * DAY, first=True).state
    assert again.deadline == NOON + 10 * DAY + MINUTE + balance
    with pytest.raises(NotTimedOutError):
        forgive(forgiven.state, 6, NOON)


def test_an_undo_gives_back_the_clock_as_it_stood() -> None:
    first = open_clock(0, timed("3d+1d/5d"), NOON)
    begun = begin_turn(first.state, 0, NOON)
    moved = move(begun.state, NOON + MINUTE + 2 * DAY)
    later = begin_turn(moved.state, 2, NOON + 3 * DAY)
    given = give(later.state, Gift.DAY, Occasion(NOON + 3 * DAY, 2, ADA))
    lines = first.lines + begun.lines + moved.lines + later.lines + given.lines
    assert balance_before(lines, 2) == moved.state.balance == 2 * DAY
    back = take_back(given.state, balance_before(lines, 0), 3, NOON + 4 * DAY)
    assert back.state.balance == 3 * DAY
    assert back.state.deadline is None
    assert told(back) == [(LedgerKind.UNDONE, timedelta())]
    assert balance_before(lines + back.lines, 4) == 3 * DAY
    with pytest.raises(ValueError, match="opened"):
        balance_before((), 0)


def test_no_time_runs_while_it_is_paused() -> None:
    paused = pause(to_move("1d"), PauseKind.AGREED, 4, NOON + HOUR)
    assert told(paused) == [(LedgerKind.PAUSED, -HOUR)]
    assert paused.state.deadline is None
    assert paused.state.remaining(NOON + 30 * DAY) == DAY - HOUR
    again = resume(paused.state, PauseKind.AGREED, 4, NOON + 14 * DAY).state
    assert again.deadline == NOON + 14 * DAY + DAY - HOUR


def test_a_turn_that_begins_in_a_pause_runs_after_it() -> None:
    away = pause(opened("1d"), PauseKind.VACATION, 3, NOON).state
    begun = board_posted(begin_turn(away, 4, NOON + DAY).state, NOON + DAY).state
    assert begun.deadline is None
    assert resume(begun, PauseKind.VACATION, 4, NOON + 5 * DAY).state.deadline == NOON + 6 * DAY
    moved = move(begun, NOON + 4 * DAY)
    assert moved.state.balance == DAY


def test_time_runs_again_only_after_the_last_pause() -> None:
    both = pause(to_move("1d"), PauseKind.AGREED, 4, NOON).state
    both = pause(both, PauseKind.VACATION, 4, NOON + HOUR).state
    one = resume(both, PauseKind.AGREED, 4, NOON + 2 * HOUR).state
    assert one.deadline is None
    assert resume(one, PauseKind.VACATION, 4, NOON + DAY).state.deadline == NOON + 2 * DAY


def test_a_board_not_yet_posted_has_its_minute_after_a_pause() -> None:
    paused = pause(begin_turn(opened("1d"), 4, NOON).state, PauseKind.AGREED, 4, NOON).state
    again = resume(paused, PauseKind.AGREED, 4, NOON + DAY).state
    assert again.deadline == NOON + 2 * DAY + MINUTE


def test_pauses_that_are_refused() -> None:
    with pytest.raises(NotPausedError):
        resume(to_move("1d"), PauseKind.AGREED, 4, NOON)
    with pytest.raises(AlreadyPausedError):
        pause(pause(to_move("1d"), PauseKind.AGREED, 4, NOON).state, PauseKind.AGREED, 4, NOON)
    with pytest.raises(TooLateError):
        pause(to_move("1d"), PauseKind.AGREED, 4, NOON + DAY)
    with pytest.raises(LiveClockError):
        pause(to_move("10m"), PauseKind.VACATION, 4, NOON)


def test_a_vacation_saves_nobody_from_a_deadline() -> None:
    assert too_near_for_vacation(to_move("1d"), NOON + 23 * HOUR + SECOND)
    assert not too_near_for_vacation(to_move("1d"), NOON + 23 * HOUR)
    assert not too_near_for_vacation(opened("1d"), NOON + 9 * DAY)


def test_a_gift_may_exceed_the_cap_until_the_move() -> None:
    assert gifts(PerMove(3 * DAY)) == {Gift.PERIOD: 3 * DAY, Gift.DAY: DAY}
    assert gifts(timed("15m+30s")) == {Gift.PERIOD: 225 * SECOND}
    assert gifts(timed("1m+30s")) == {Gift.PERIOD: 30 * SECOND}
    assert gifts(timed("9s+5s")) == {Gift.PERIOD: 5 * SECOND}
    assert gifts(timed("8d+1d")) == {Gift.PERIOD: 2 * DAY, Gift.DAY: DAY}
    given = give(to_move("3d"), Gift.PERIOD, Occasion(NOON, 4, ADA))
    assert given.lines[0].by == ADA
    assert given.state.deadline == NOON + 6 * DAY
    moved = move(given.state, NOON + DAY)
    assert told(moved) == [(LedgerKind.MOVED, -DAY), (LedgerKind.CAPPED, -2 * DAY)]
    with pytest.raises(LiveClockError):
        give(to_move("10m"), Gift.DAY, Occasion(NOON, 4, ADA))


def away(first: datetime, last: datetime, number: int = 1) -> Outage:
    return Outage(OutageId(number), first, last)


def test_an_outage_is_made_good_once() -> None:
    state, outage = to_move("1d"), away(NOON + HOUR, NOON + 3 * HOUR)
    credited = credit_outage(state, outage, NOON + 3 * HOUR)
    assert told(credited) == [(LedgerKind.OUTAGE, 2 * HOUR)]
    assert credited.lines[0].outage == outage.id
    assert credited.state.deadline == NOON + DAY + 2 * HOUR
    again = credit_outage(credited.state, outage, NOON + 4 * HOUR)
    assert (again.state, again.lines) == (credited.state, ())
    another = credit_outage(credited.state, away(outage.began, outage.ended, 2), outage.ended)
    assert another.state.deadline == NOON + DAY + 4 * HOUR


@pytest.mark.parametrize(
    ("first", "last", "left"),
    [
        (NOON + 23 * HOUR, NOON + 24 * HOUR, HOUR),
        (NOON + 23 * HOUR, NOON + 25 * HOUR, HOUR),
        (NOON + 24 * HOUR, NOON + 25 * HOUR, HOUR),
        (NOON + 10 * HOUR, NOON + 25 * HOUR, 14 * HOUR),
        (NOON + 22 * HOUR, NOON + 23.5 * HOUR, 2 * HOUR),
    ],
)
def test_an_hour_at_least_is_left_after_an_outage_over_the_deadline(
    first: datetime, last: datetime, left: timedelta
) -> None:
    credited = credit_outage(to_move("1d"), away(first, last), last)
    assert credited.state.remaining(last) == left


def test_an_outage_is_no_concern_of_time_that_stood_still() -> None:
    outage = away(NOON - 3 * HOUR, NOON)
    paused = pause(to_move("1d"), PauseKind.AGREED, 4, NOON).state
    for state in (to_move("1d"), opened("1d"), paused):
        assert credit_outage(state, outage, NOON).lines == ()


@pytest.mark.parametrize(
    ("due", "running", "held"),
    [(5, 5, False), (6, 5, True), (6, 60, False), (7, 60, True), (100, 1000, False), (0, 0, False)],
)
def test_more_timeouts_than_can_be_believed(due: int, running: int, held: bool) -> None:
    assert too_many_timeouts(due, running) is held
