from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.services import clocks
from bot.services.clocks.clock import PerMove
from data.ids import PlayerId
from tests.kit.times import DAY, HOUR, MINUTE, SECOND

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ADA = PlayerId(7)


def timed(notation: str) -> clocks.TimedClock:
    clock = clocks.parse_clock(notation)
    assert isinstance(clock, clocks.TimedClock)
    return clock


def opened(notation: str) -> clocks.SeatClock:
    return clocks.open_clock(0, timed(notation), NOON).state


def to_move(notation: str, *, first: bool = False) -> clocks.SeatClock:
    """A seat whose turn was committed and posted at noon."""
    return opened(notation).begin_turn(4, NOON, first=first).state.board_posted(NOON).state


def told(transition: clocks.Transition) -> list[tuple[clocks.LedgerKind, timedelta]]:
    return [(line.kind, line.amount) for line in transition.lines]


def test_time_runs_from_the_posting_and_a_minute_after_the_commit_at_the_latest() -> None:
    begun = opened("1d").begin_turn(0, NOON).state
    assert begun.deadline == NOON + MINUTE + DAY
    assert begun.board_posted(NOON + 3 * SECOND).state.deadline == NOON + 3 * SECOND + DAY
    assert begun.board_posted(NOON + 5 * MINUTE).state.deadline == NOON + MINUTE + DAY
    assert begun.remaining(NOON + 30 * SECOND) == DAY


@pytest.mark.parametrize(
    ("paused_after", "posted", "left"),
    [
        *((0, True, 960), (20, True, 940), (60, True, 900), (90, True, 870)),
        *((0, False, 1020), (60, False, 1020), (90, False, 990), (120, False, 960)),
    ],
)
def test_a_pause_takes_nothing_of_the_minute_extra(
    paused_after: int, posted: bool, left: int
) -> None:
    now, turn = NOON + paused_after * SECOND, opened("15m").begin_turn(4, NOON, first=True).state
    turn = turn.board_posted(NOON).state if posted else turn
    paused = turn.pause(clocks.PauseKind.AGREED, 5, now).state
    resumed = paused.resume(clocks.PauseKind.AGREED, 6, now + DAY).state
    assert resumed.deadline == now + DAY + left * SECOND


def test_a_clock_for_every_move_is_full_again_after_it() -> None:
    moved = to_move("3d").move(NOON + 5 * HOUR)
    assert told(moved) == [
        (clocks.LedgerKind.MOVED, -5 * HOUR),
        (clocks.LedgerKind.INCREMENT, 5 * HOUR),
    ]
    assert moved.state.balance == 3 * DAY
    assert moved.state.deadline is None


def test_a_bank_grows_by_its_increment_up_to_its_cap() -> None:
    slow = to_move("3d+1d/5d").move(NOON + 2 * DAY)
    assert slow.state.balance == 2 * DAY
    quick = to_move("3d+1d/5d").move(NOON + HOUR)
    assert quick.state.balance == 4 * DAY - HOUR
    full = to_move("3d+1d").move(NOON + HOUR)
    assert told(full) == [(clocks.LedgerKind.MOVED, -HOUR), (clocks.LedgerKind.INCREMENT, HOUR)]


def test_a_move_counts_by_when_it_reached_discord() -> None:
    state = to_move("1h")
    assert state.move(NOON + HOUR - timedelta(milliseconds=1)).state.turn is None
    for late in (NOON + HOUR, NOON + HOUR + SECOND):
        with pytest.raises(clocks.seat_clock.TooLateError) as refused:
            state.move(late)
        assert refused.value.deadline == NOON + HOUR


def test_a_timeout_waits_for_the_grace() -> None:
    state = to_move("1h")
    for early in (NOON, NOON + HOUR, NOON + HOUR + 9.9 * SECOND):
        with pytest.raises(clocks.seat_clock.NotOverdueError):
            state.time_out(early)
    over = state.time_out(NOON + HOUR + 10 * SECOND)
    assert told(over) == [(clocks.LedgerKind.TIMED_OUT, -HOUR)]
    assert over.state.balance == timedelta()


def test_after_a_timeout_there_is_no_move() -> None:
    over = to_move("1h").time_out(NOON + 2 * HOUR).state
    with pytest.raises(clocks.seat_clock.NotToMoveError):
        over.move(NOON + HOUR - SECOND)
    with pytest.raises(clocks.seat_clock.NotToMoveError):
        over.begin_turn(5, NOON + 2 * HOUR)
    with pytest.raises(clocks.seat_clock.NotToMoveError):
        over.give(clocks.Gift.PERIOD, clocks.Occasion(NOON, 5, ADA))


def test_only_the_seat_to_move_sees_its_board() -> None:
    with pytest.raises(clocks.seat_clock.NotToMoveError):
        opened("1d").board_posted(NOON)
    with pytest.raises(clocks.seat_clock.AlreadyToMoveError):
        to_move("1d").begin_turn(5, NOON)


@pytest.mark.parametrize(
    ("notation", "balance"), [("2d", 2 * DAY), ("3d+1d/5d", 36 * HOUR), ("2d+2d/5d", 2 * DAY)]
)
def test_who_is_forgiven_has_half_the_bank_at_least(notation: str, balance: timedelta) -> None:
    over = to_move(notation).time_out(NOON + 9 * DAY).state
    forgiven = over.forgive(5, NOON + 10 * DAY, ADA)
    assert forgiven.state.balance == balance
    assert forgiven.lines == (
        clocks.LedgerLine(0, clocks.LedgerKind.FORGIVEN, balance, balance, NOON + 10 * DAY, 5, ADA),
    )
    again = forgiven.state.begin_turn(6, NOON + 10 * DAY, first=True).state
    assert again.deadline == NOON + 10 * DAY + MINUTE + balance
    with pytest.raises(clocks.seat_clock.NotTimedOutError):
        forgiven.state.forgive(6, NOON)


def test_an_undo_gives_back_the_clock_as_it_stood() -> None:
    first = clocks.open_clock(0, timed("3d+1d/5d"), NOON)
    begun = first.state.begin_turn(0, NOON)
    moved = begun.state.move(NOON + MINUTE + 2 * DAY)
    later = moved.state.begin_turn(2, NOON + 3 * DAY)
    given = later.state.give(clocks.Gift.DAY, clocks.Occasion(NOON + 3 * DAY, 2, ADA))
    lines = first.lines + begun.lines + moved.lines + later.lines + given.lines
    assert clocks.balance_before(lines, 2) == moved.state.balance == 2 * DAY
    back = given.state.take_back(clocks.balance_before(lines, 0), 3, NOON + 4 * DAY)
    assert back.state.balance == 3 * DAY
    assert back.state.deadline is None
    assert told(back) == [(clocks.LedgerKind.UNDONE, timedelta())]
    assert clocks.balance_before(lines + back.lines, 4) == 3 * DAY
    with pytest.raises(ValueError, match="opened"):
        clocks.balance_before((), 0)


def test_pauses_that_are_refused() -> None:
    agreed, vacation = clocks.PauseKind.AGREED, clocks.PauseKind.VACATION
    with pytest.raises(clocks.seat_clock.NotPausedError):
        to_move("1d").resume(agreed, 4, NOON)
    with pytest.raises(clocks.seat_clock.AlreadyPausedError):
        to_move("1d").pause(agreed, 4, NOON).state.pause(agreed, 4, NOON)
    with pytest.raises(clocks.seat_clock.TooLateError):
        to_move("1d").pause(agreed, 4, NOON + DAY)
    with pytest.raises(clocks.LiveClockError):
        to_move("10m").pause(vacation, 4, NOON)


def test_a_vacation_saves_nobody_from_a_deadline() -> None:
    assert to_move("1d").is_too_near_for_vacation(NOON + 23 * HOUR + SECOND)
    assert not to_move("1d").is_too_near_for_vacation(NOON + 23 * HOUR)
    assert not opened("1d").is_too_near_for_vacation(NOON + 9 * DAY)


def test_a_gift_may_exceed_the_cap_until_the_move() -> None:
    assert clocks.gifts(PerMove(3 * DAY)) == {clocks.Gift.PERIOD: 3 * DAY, clocks.Gift.DAY: DAY}
    assert clocks.gifts(timed("15m+30s")) == {clocks.Gift.PERIOD: 225 * SECOND}
    assert clocks.gifts(timed("1m+30s")) == {clocks.Gift.PERIOD: 30 * SECOND}
    assert clocks.gifts(timed("9s+5s")) == {clocks.Gift.PERIOD: 5 * SECOND}
    assert clocks.gifts(timed("8d+1d")) == {clocks.Gift.PERIOD: 2 * DAY, clocks.Gift.DAY: DAY}
    given = to_move("3d").give(clocks.Gift.PERIOD, clocks.Occasion(NOON, 4, ADA))
    assert given.lines[0].by == ADA
    assert given.state.deadline == NOON + 6 * DAY
    moved = given.state.move(NOON + DAY)
    assert told(moved) == [(clocks.LedgerKind.MOVED, -DAY), (clocks.LedgerKind.CAPPED, -2 * DAY)]
    with pytest.raises(clocks.LiveClockError):
        to_move("10m").give(clocks.Gift.DAY, clocks.Occasion(NOON, 4, ADA))


def away(first: datetime, last: datetime, number: int = 1) -> clocks.Outage:
    return clocks.Outage(clocks.seat_clock.OutageId(number), first, last)


def test_an_outage_is_made_good_once() -> None:
    state, outage = to_move("1d"), away(NOON + HOUR, NOON + 3 * HOUR)
    credited = state.credit(outage, NOON + 3 * HOUR)
    assert told(credited) == [(clocks.LedgerKind.OUTAGE, 2 * HOUR)]
    assert credited.lines[0].outage == outage.id
    assert credited.state.deadline == NOON + DAY + 2 * HOUR
    again = credited.state.credit(outage, NOON + 4 * HOUR)
    assert (again.state, again.lines) == (credited.state, ())
    another = credited.state.credit(away(outage.began, outage.ended, 2), outage.ended)
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
def test_an_outage_leaves_an_hour(first: datetime, last: datetime, left: timedelta) -> None:
    credited = to_move("1d").credit(away(first, last), last)
    assert credited.state.remaining(last) == left


def test_an_outage_of_seconds_is_made_good_in_live_matches_alone() -> None:
    outage = replace(away(NOON, NOON + 40 * SECOND), live_only=True)
    assert to_move("1d").credit(outage, outage.ended).lines == ()
    assert to_move("10m").credit(outage, outage.ended).state.balance == 10 * MINUTE + 40 * SECOND


def test_an_outage_is_no_concern_of_time_that_stood_still() -> None:
    outage = away(NOON - 3 * HOUR, NOON)
    paused = to_move("1d").pause(clocks.PauseKind.AGREED, 4, NOON).state
    for state in (to_move("1d"), opened("1d"), paused):
        assert state.credit(outage, NOON).lines == ()
