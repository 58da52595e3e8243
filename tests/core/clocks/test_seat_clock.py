from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import clocks
from bot.core.clocks.clock import PerMove
from bot.core.clocks.seat_clock import ClockError
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
        *((0, False, 960), (60, False, 960), (120, False, 960)),
    ],
)
def test_a_pause_takes_nothing_of_the_minute_extra(
    paused_after: int, posted: bool, left: int
) -> None:
    now, turn = NOON + paused_after * SECOND, opened("15m").begin_turn(4, NOON, first=True).state
    turn = turn.board_posted(NOON).state if posted else turn
    paused = turn.pause(clocks.PauseKind.AGREED, 5, now).state
    resumed = paused.resume(clocks.PauseKind.AGREED, 6, now + DAY).state
    assert posted or resumed.deadline is None
    assert resumed.soonest(now + DAY).deadline == now + DAY + left * SECOND


@pytest.mark.parametrize("first", [False, True])
def test_live_time_stands_still_until_the_board_is_posted(first: bool) -> None:
    turn = opened("10m").begin_turn(4, NOON, first=first).state
    outage = clocks.Outage(clocks.seat_clock.OutageId(1), NOON + SECOND, NOON + 30 * MINUTE)
    turn = turn.credit(outage, NOON + 31 * MINUTE).state
    assert turn.deadline is None
    assert turn.remaining(NOON + DAY) == 10 * MINUTE
    assert turn.move(NOON + DAY).state.balance == 10 * MINUTE
    seen = turn.board_posted(NOON + HOUR).state
    assert seen.deadline == NOON + HOUR + (10 + first) * MINUTE


def test_a_timeout_waits_for_the_grace() -> None:
    state = to_move("1h")
    for early in (NOON, NOON + HOUR, NOON + HOUR + 9.9 * SECOND):
        with pytest.raises(ClockError, match="no timeout is due"):
            state.time_out(early)
    over = state.time_out(NOON + HOUR + 10 * SECOND)
    assert told(over) == [(clocks.LedgerKind.TIMED_OUT, -HOUR)]
    assert over.state.balance == timedelta()


def test_after_a_timeout_there_is_no_move() -> None:
    over = to_move("1h").time_out(NOON + 2 * HOUR).state
    with pytest.raises(ClockError, match="not to move"):
        over.move(NOON + HOUR - SECOND)
    with pytest.raises(ClockError, match="not to move"):
        over.begin_turn(5, NOON + 2 * HOUR)
    with pytest.raises(ClockError, match="not to move"):
        over.give(clocks.Gift.PERIOD, clocks.Occasion(NOON, 5, ADA))


def test_only_the_seat_to_move_sees_its_board() -> None:
    with pytest.raises(ClockError, match="not to move"):
        opened("1d").board_posted(NOON)
    with pytest.raises(ClockError, match="begun before"):
        to_move("1d").begin_turn(5, NOON)


def test_pauses_that_are_refused() -> None:
    agreed, vacation = clocks.PauseKind.AGREED, clocks.PauseKind.VACATION
    with pytest.raises(ClockError, match="not paused: agreed"):
        to_move("1d").resume(agreed, 4, NOON)
    with pytest.raises(ClockError, match="paused already: agreed"):
        to_move("1d").pause(agreed, 4, NOON).state.pause(agreed, 4, NOON)
    with pytest.raises(ClockError, match="too late"):
        to_move("1d").pause(agreed, 4, NOON + DAY)
    with pytest.raises(clocks.LiveClockError):
        to_move("10m").pause(vacation, 4, NOON)


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


MOMENTS = st.integers(-600, 4 * 86_400).map(lambda seconds: NOON + seconds * SECOND)


@given(
    st.sampled_from(("1d", "2h", "3d+1d/5d", "40m", "10m", "15m+30s", "1m+5s", "5s+5s")),
    st.booleans(),
    st.booleans(),
    MOMENTS | st.integers(-70, 130).map(lambda seconds: NOON + seconds * SECOND),
    st.integers(1, 90) | st.integers(1, 100_000),
    st.integers(0, 1) | st.integers(0, 100_000),
)
def test_an_outage_costs_no_time_and_gives_no_more_than_itself(
    notation: str, first: bool, posted: bool, began: datetime, length: int, longer: int
) -> None:
    """For every clock, and every outage that ends within a turn."""
    turn = opened(notation).begin_turn(4, NOON, first=first).state
    posted = posted or turn.clock.live  # where no time runs before its board is posted
    turn = turn.board_posted(NOON).state if posted else turn
    ended, is_short = began + length * SECOND, length <= 60
    assert turn.deadline is not None
    assert turn.turn is not None
    outage = replace(away(began, ended), live_only=is_short)
    after = turn.credit(outage, ended).state
    visible = NOON if posted else NOON + MINUTE
    if is_short and not turn.clock.live:
        assert after == turn
        return
    if visible >= ended:
        assert after == turn
        return
    assert after.deadline is not None
    gained, least = after.deadline - turn.deadline, MINUTE if turn.clock.live else HOUR
    own_before = turn.deadline - max(began, visible)
    assert after.deadline - ended >= own_before, "what was left when it began is left"
    assert ended - began <= gained <= ended - began + least
    if turn.deadline >= began:
        assert after.deadline >= ended + least
        later = replace(turn, balance=turn.balance + longer * SECOND)
        assert later.credit(outage, ended).state.balance >= after.balance, "there is no cliff"


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
