"""Whatever happens in a match, the time of both seats against a clock kept by hand."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import accumulate

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.services import clocks
from bot.services.clocks.storage import Clocks, read, written
from tests.kit.times import HOUR, MINUTE

START = datetime(2024, 2, 28, 22, tzinfo=UTC)
ZERO = timedelta()
SEATS = st.sampled_from((0, 1))
RACES = st.sampled_from([(after, first) for after in (-1, 0, 9, 10) for first in (True, False)])
"""How many seconds after the deadline, and whether the move is heard of before the sweep."""
STEPS = st.sampled_from([1, 9, 10, 11, 30, 59, 61, 600, 3_600, 40_000, 86_400, 259_200])


@dataclass
class ByHand:
    """A seat's time as a spectator with a stopwatch would keep it."""

    left: timedelta
    runs_from: datetime | None = None
    paused: set[clocks.PauseKind] = field(default_factory=set)
    on_turn: bool = False
    posted: bool = False
    over: bool = False
    head: timedelta = ZERO
    at_turn: dict[int, timedelta] = field(default_factory=dict)


class TwoSeats(RuleBasedStateMachine):
    """Moves, timeouts and everything else in any order, at any distance."""

    races_run = 0

    @initialize(notation=st.sampled_from(["10m", "1h", "2d", "15m+30s", "3d+1d/5d", "5s+5s/20s"]))
    def begin(self, notation: str) -> None:
        clock = clocks.parse_clock(notation)
        assert isinstance(clock, clocks.TimedClock)
        self.clock, self.now, self.ply, self.mover = clock, START, 0, 0
        self.states: list[clocks.SeatClock] = []
        self.lines: list[list[clocks.LedgerLine]] = []
        self.hands = [ByHand(clock.start), ByHand(clock.start)]
        for seat in range(2):
            opened = clocks.open_clock(seat, clock, START)
            self.states.append(opened.state)
            self.lines.append(list(opened.lines))
        self.won: dict[int, str] = {}
        self.moved: dict[int, int] = {}
        self.outages = 0
        self.turn(first=True)

    def take(self, seat: int, done: clocks.Transition) -> None:
        self.states[seat] = done.state
        self.lines[seat] += done.lines

    def turn(self, *, first: bool = False) -> None:
        state, hand = self.states[self.mover], self.hands[self.mover]
        for each in self.hands:
            each.at_turn[self.ply] = each.left
        self.take(self.mover, state.begin_turn(self.ply, self.now, first=first))
        head = MINUTE if first and self.clock.live else ZERO
        hand.on_turn, hand.posted, hand.head, self.began = True, False, head, self.ply
        hand.runs_from = None if hand.paused else self.now + MINUTE + head

    def stop(self, hand: ByHand) -> timedelta:
        """What has run since the stopwatch was started, which is stopped."""
        ran = max(self.now - hand.runs_from, ZERO) if hand.runs_from else ZERO
        hand.left, hand.runs_from = hand.left - ran, None
        return ran

    def overdue(self, hand: ByHand) -> bool:
        return hand.runs_from is not None and self.now - hand.runs_from >= hand.left

    @property
    def hand(self) -> ByHand:
        return self.hands[self.mover]

    @rule(seconds=STEPS)
    def wait(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    @precondition(lambda self: self.hand.runs_from and not self.hand.over)
    @rule(after=st.sampled_from([-1, 0, 9, 10]))
    def wait_for_the_deadline(self, after: int) -> None:
        assert self.hand.runs_from
        deadline = self.hand.runs_from + self.hand.left
        self.now = max(self.now, deadline + timedelta(seconds=after))

    @precondition(lambda self: self.hand.on_turn)
    @rule()
    def post(self) -> None:
        hand, state = self.hand, self.states[self.mover]
        self.take(self.mover, state.board_posted(self.now))
        if not hand.posted and hand.runs_from:
            hand.runs_from = min(hand.runs_from, self.now + hand.head)
        hand.posted = True

    @rule()
    def make_a_move(self) -> None:
        try:
            done = self.states[self.mover].move(self.now)
        except clocks.seat_clock.TooLateError:
            assert self.overdue(self.hand)
            return
        except clocks.seat_clock.NotToMoveError:
            assert self.hand.over
            return
        assert self.ply not in self.won
        self.won[self.ply] = "move"
        assert not self.overdue(self.hand)
        self.stop(self.hand)
        self.hand.left = min(self.hand.left + self.clock.increment, self.clock.cap)
        self.hand.on_turn = False
        self.take(self.mover, done)
        self.moved[self.ply] = self.began
        self.ply, self.mover = self.ply + 1, 1 - self.mover
        self.turn(first=self.ply < 2)

    @rule()
    def sweep(self) -> None:
        try:
            done = self.states[self.mover].time_out(self.now)
        except clocks.seat_clock.NotOverdueError:
            assert self.hand.runs_from is None or not self.grace_over()
            return
        except clocks.seat_clock.NotToMoveError:
            assert self.hand.over
            return
        assert self.ply not in self.won
        self.won[self.ply] = "timeout"
        assert self.grace_over()
        self.hand.left, self.hand.runs_from = ZERO, None
        self.hand.on_turn, self.hand.over = False, True
        self.take(self.mover, done)

    def grace_over(self) -> bool:
        hand = self.hand
        assert hand.runs_from
        return self.now >= hand.runs_from + hand.left + timedelta(seconds=10)

    @rule(races=st.lists(RACES, min_size=5, max_size=5))
    def race(self, races: list[tuple[int, bool]]) -> None:
        """Move and timeout meet at the deadline, turn after turn, in either order."""
        for after, move_first in races:
            if self.hand.over:
                self.let_them_play_on()
            if self.hand.runs_from:
                self.wait_for_the_deadline(after)
            ply, mover = self.ply, self.mover
            (self.make_a_move if move_first else self.sweep)()
            if self.mover == mover:
                (self.sweep if move_first else self.make_a_move)()
            assert (ply in self.won) == (self.hand.over or self.ply > ply)
            TwoSeats.races_run += 1

    @precondition(lambda self: self.hand.over)
    @rule()
    def let_them_play_on(self) -> None:
        self.take(self.mover, self.states[self.mover].forgive(self.ply + 1, self.now))
        self.hand.left, self.hand.over = self.clock.forgiven, False
        self.ply += 2
        self.turn(first=True)

    @rule(
        seat=SEATS,
        kinds=st.sampled_from([*zip(clocks.PauseKind, strict=True), tuple(clocks.PauseKind)]),
    )
    def pause(self, seat: int, kinds: tuple[clocks.PauseKind, ...]) -> None:
        for kind in kinds:
            self.pause_as(seat, kind)

    def pause_as(self, seat: int, kind: clocks.PauseKind) -> None:
        hand = self.hands[seat]
        try:
            done = self.states[seat].pause(kind, self.ply, self.now)
        except clocks.seat_clock.AlreadyPausedError:
            assert kind in hand.paused
        except clocks.LiveClockError:
            assert self.clock.live
        except clocks.seat_clock.TooLateError:
            assert self.overdue(hand)
        else:
            if hand.runs_from:
                hand.head = max(min(hand.head, hand.runs_from - self.now), ZERO)
            self.stop(hand)
            hand.paused.add(kind)
            self.take(seat, done)

    @rule(seat=SEATS, kind=st.sampled_from(clocks.PauseKind))
    def resume(self, seat: int, kind: clocks.PauseKind) -> None:
        hand = self.hands[seat]
        try:
            done = self.states[seat].resume(kind, self.ply, self.now)
        except clocks.seat_clock.NotPausedError:
            assert kind not in hand.paused
            return
        hand.paused.remove(kind)
        if hand.on_turn and not hand.paused:
            hand.runs_from = self.now + hand.head + (ZERO if hand.posted else MINUTE)
        self.take(seat, done)

    @precondition(lambda self: not self.hand.over)
    @rule(seat=SEATS, data=st.data())
    def give(self, seat: int, data: st.DataObject) -> None:
        gift, amount = data.draw(st.sampled_from(sorted(clocks.gifts(self.clock).items())))
        self.take(seat, self.states[seat].give(gift, clocks.Occasion(self.now, self.ply)))
        self.hands[seat].left += amount

    @rule()
    def something_else(self) -> None:
        """An entry that ends nobody's turn: the match is moved, a third player leaves."""
        self.ply += 1

    @rule(
        seconds=st.integers(1, 60) | st.integers(61, 400_000),
        up_to_the_deadline=st.booleans(),
        again=st.booleans(),
    )
    def be_away(self, seconds: int, up_to_the_deadline: bool, again: bool) -> None:
        began, self.now = self.now, self.now + timedelta(seconds=seconds)
        if up_to_the_deadline and self.hand.runs_from:
            self.now = max(self.hand.runs_from + self.hand.left, began + timedelta(seconds=61))
        self.outages += 1
        short = self.now - began <= MINUTE
        outage = clocks.Outage(
            clocks.seat_clock.OutageId(self.outages), began, self.now, live_only=short
        )
        for seat, hand in enumerate(self.hands):
            for _ in range(1 + again):
                self.take(seat, self.states[seat].credit(outage, self.now))
            if hand.runs_from and hand.runs_from < self.now and (self.clock.live or not short):
                deadline = hand.runs_from + hand.left
                least = self.now + (MINUTE if short else HOUR) - deadline
                fell_into_it = began <= deadline <= self.now
                hand.left += max(outage.length, least if fell_into_it else ZERO)

    @precondition(lambda self: not self.hand.over)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        if not self.moved:
            return
        ply = data.draw(st.sampled_from(sorted(self.moved)))
        began = clocks.turn_at([line for lines in self.lines for line in lines], ply)
        for seat, hand in enumerate(self.hands):
            then = clocks.balance_before(self.lines[seat], began)
            assert then == hand.at_turn[self.moved[ply]]
            self.take(seat, self.states[seat].take_back(then, self.ply, self.now))
            hand.left, hand.runs_from, hand.on_turn = then, None, False
        self.ply += 1
        self.turn()

    @invariant()
    def agrees_with_the_stopwatch(self) -> None:
        for state, hand in zip(self.states, self.hands, strict=True):
            assert (state.balance, state.runs_from) == (hand.left, hand.runs_from)
            assert state.balance >= ZERO
            assert not (hand.paused and state.runs_from)

    @invariant()
    def the_ledger_adds_up(self) -> None:
        for state, lines in zip(self.states, self.lines, strict=True):
            assert list(accumulate(line.amount for line in lines)) == [
                line.balance for line in lines
            ]
            assert lines[-1].balance == state.balance

    @invariant()
    def is_stored_in_one_way_and_reads_back(self) -> None:
        stored = written(Clocks(tuple(self.states), tuple(self.lines[0])))
        assert read(stored) == Clocks(tuple(self.states), tuple(self.lines[0]))
        assert written(read(stored)) == stored


@pytest.mark.slow
def test_two_seats() -> None:
    run_state_machine_as_test(TwoSeats, settings=settings(max_examples=150, stateful_step_count=30))
    assert TwoSeats.races_run >= 500  # about a thousand, as chance will have it
