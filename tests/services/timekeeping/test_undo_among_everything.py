"""Taking back among everything else that is written, beside an account kept by the test."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.services.actor import Person
from bot.services.challenges import Offer
from bot.services.clocks import GRACE, SHORTEST_OUTAGE, TimedClock, gifts, parse_clock
from bot.services.matches import MatchState
from bot.services.requests import MatchRequest, RequestService
from bot.services.timekeeping import Heart
from data.ids import ChannelId, PlayerId
from data.states import RequestState, SeatChoice
from tests.kit.club import Club, first_move
from tests.kit.timed import HOUR, MINUTE, SECOND, check_ledger

FOR_EVER = timedelta(days=9999)
SHORT, LONG = st.integers(2, 60), st.integers(61, 400_000)
ANYBODY = st.integers(0, 2)
MOST = 8
"""Moves after which no game can be over."""
NUMBERS = itertools.count(1000)


class Account:
    """What every seat has, and since when time runs: kept without ledger and plies."""

    def __init__(self, clock: TimedClock, seats: int) -> None:
        self.clock = clock
        self.left = [clock.start] * seats
        self.standing: list[tuple[int, list[timedelta]]] = []
        self.away: set[int] = set()
        self.paused = False

    def begin(self, seat: int, now: Any, *, anew: bool = False) -> None:
        first = anew or all(mover != seat for mover, _ in self.standing)
        self.mover, self.at_first = seat, list(self.left)
        self.head = MINUTE if first and self.clock.live else timedelta()
        self.since: Any = None
        self.run(now)

    def run(self, now: Any) -> None:
        """Let time run again if nothing is against it."""
        if self.since is None and not self.paused and self.mover not in self.away:
            self.since = now + self.head

    def stop(self, now: Any) -> None:
        if self.since is not None:
            self.left[self.mover] -= max(now - self.since, timedelta())
            self.head, self.since = max(self.since - now, timedelta()), None

    def move(self, now: Any) -> None:
        self.stop(now)
        self.left[self.mover] = min(self.left[self.mover] + self.clock.increment, self.clock.cap)
        self.standing.append((self.mover, self.at_first))

    def undo(self, seat: int, now: Any) -> None:
        last = max(i for i, (mover, _) in enumerate(self.standing) if mover == seat)
        self.left = list(self.standing[last][1])
        del self.standing[last:]
        self.begin(seat, now)

    def miss(self, length: timedelta, now: Any) -> None:
        """The bot was away for so long, until now."""
        short = length <= SHORTEST_OUTAGE
        if self.since is None or self.since >= now or (short and not self.clock.live):
            return
        deadline = self.since + self.left[self.mover]
        if now - length <= deadline <= now:
            length = max(length, now + (MINUTE if short else HOUR) - deadline)
        self.left[self.mover] += length


class Everything(RuleBasedStateMachine):
    """One match, in which everything happens that writes an entry or a line."""

    club: Club
    runner: asyncio.Runner
    undone = 0
    match: MatchState | None = None

    @initialize(
        notation=st.sampled_from(["3d+1d/9d", "2d", "15m+30s", "40m"]),
        three=st.booleans(),
    )
    def begin(self, notation: str, three: bool) -> None:
        clock = parse_clock(notation)
        assert isinstance(clock, TimedClock)
        people = [PlayerId(next(NUMBERS)) for _ in range(2 + three)]
        others = tuple(map(Person, people[1:]))
        game, variant = ("halves", "3p") if three else ("apart", None)
        offer = Offer(game, others, variant, SeatChoice.FIRST, notation)
        self.run(self.club.services.presence.connected())
        self.run(self.pass_by(timedelta()))
        challenge = self.run(self.club.challenges.offer(self.club.actor(people[0]), offer))
        for other in people[1:]:
            accepted = self.club.challenges.accept(self.club.actor(other), challenge.id)
            challenge = self.run(accepted)
        self.match = self.run(self.club.begun(challenge))
        self.account = Account(clock, len(people))
        self.account.begin(0, self.now)
        self.settle()

    def run(self, doing: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(doing)

    @property
    def now(self) -> Any:
        return self.club.clock.now

    @property
    def state(self) -> MatchState:
        assert self.match is not None
        state: MatchState = self.run(self.club.state(self.match.id))
        return state

    def who(self, number: int) -> PlayerId:
        """One of those who have not left."""
        state = self.state
        staying = [x for seat, x in enumerate(state.players) if seat not in state.left]
        chosen = staying[number % len(staying)]
        assert isinstance(chosen, int)
        return chosen

    def settle(self) -> None:
        """Boards are posted at once."""
        self.run(self.club.delivery.deliver_due())

    async def pass_by(self, length: timedelta) -> None:
        """Let time pass with the bot there, without a beat every 15 seconds of it."""
        presence = self.club.services.presence
        published, presence._heart = presence._heart, Heart(FOR_EVER, FOR_EVER)
        self.club.clock.now += length
        await presence.beat()
        presence._heart = published

    def agree(self, service: RequestService, by: PlayerId, wish: str = "") -> None:
        assert self.match is not None
        asked: MatchRequest = self.run(service.ask(self.club.actor(by), self.match.id, wish=wish))
        for other in asked.awaiting if asked.state is RequestState.OPEN else ():
            self.run(service.grant(self.club.actor(other), asked.id))

    @property
    def deadline(self) -> Any:
        since = self.account.since
        return None if since is None else since + self.account.left[self.account.mover]

    @property
    def may_move(self) -> bool:
        """Whether there is time to, and no game ends with it."""
        in_time = self.deadline is None or self.deadline > self.now
        return in_time and len(self.account.standing) < MOST

    @rule(share=st.floats(0, 0.9))
    def wait(self, share: float) -> None:
        left = HOUR if self.deadline is None else self.deadline - self.now
        self.run(self.pass_by(left * share // SECOND * SECOND))

    @precondition(lambda self: self.may_move)
    @rule(prepared=st.booleans())
    def move(self, prepared: bool) -> None:
        state = self.state
        text, clock = first_move(state), self.account
        if prepared and len(state.players) == 2:
            following = state.position.play(state.position.parse(text))
            answer = str(next(iter(following.moves())))
            waiting = state.players[1 - self.account.mover]
            assert isinstance(waiting, int)
            keeping = self.club.conditionals.type_line(
                self.club.actor(waiting), state.id, f"{text}; {answer}"
            )
            self.run(keeping)
        self.run(self.club.move(state, text))
        made = self.state.moves[len(clock.standing) :]
        for each in made:
            assert each.seat == clock.mover
            clock.move(self.now)
            following_seat = self.state.to_move if each is made[-1] else 1 - each.seat
            assert following_seat is not None
            clock.begin(following_seat, self.now)
        self.settle()

    @rule(number=ANYBODY)
    def undo(self, number: int) -> None:
        self.take_back(self.who(number))

    def take_back(self, by: PlayerId) -> None:
        seat = self.state.players.index(by)
        if all(mover != seat for mover, _ in self.account.standing):
            return
        self.agree(self.club.undo, by)
        self.account.undo(seat, self.now)
        assert self.state.to_move == seat
        self.settle()
        Everything.undone += 1

    @precondition(lambda self: self.may_move)
    @rule()
    def move_and_take_it_back(self) -> None:
        who = self.state.to_move_player
        assert isinstance(who, int)
        self.move(prepared=False)
        self.take_back(who)

    @precondition(lambda self: self.deadline is not None and self.deadline > self.now)
    @rule(number=ANYBODY)
    def pause(self, number: int) -> None:
        if self.account.paused:
            return
        self.agree(self.club.pauses, self.who(number), "14")
        self.account.stop(self.now)
        self.account.paused = True

    @precondition(lambda self: self.account.paused)
    @rule(number=ANYBODY)
    def end_the_pause(self, number: int) -> None:
        assert self.match is not None
        self.run(self.club.pauses.end(self.club.actor(self.who(number)), self.match.id))
        self.account.paused = False
        self.account.run(self.now)

    @rule()
    def move_to_another_channel(self) -> None:
        assert self.match is not None
        manager = self.club.actor(Person(PlayerId(999), manages_server=True))
        where = ChannelId(700 + next(NUMBERS))
        moving = self.club.rulings.move_elsewhere(manager, self.match.id, where, "A quiet place")
        self.run(moving)
        self.settle()

    @rule(number=ANYBODY, data=st.data())
    def give(self, number: int, data: st.DataObject) -> None:
        by = self.who(number)
        if self.state.to_move_player == by:
            return
        gift, amount = data.draw(st.sampled_from(sorted(gifts(self.account.clock).items())))
        self.run(self.club.clocks.give(self.club.actor(by), self.state.id, gift))
        self.account.left[self.account.mover] += amount

    @precondition(lambda self: not self.account.clock.live)
    @rule(number=ANYBODY)
    def vacation(self, number: int) -> None:
        by = self.who(number)
        seat, vacations = self.state.players.index(by), self.club.services.vacations
        if seat in self.account.away:
            self.run(vacations.end(self.club.actor(by)))
            self.account.away.remove(seat)
            self.account.run(self.now)
        elif self.deadline is None or self.deadline - self.now > 2 * HOUR:
            self.run(vacations.start(self.club.actor(by), 1))
            if seat == self.account.mover:
                self.account.stop(self.now)
            self.account.away.add(seat)

    @precondition(lambda self: self.match and len(self.match.players) == 3)
    @rule(number=ANYBODY)
    def leave(self, number: int) -> None:
        if self.state.left:
            return
        by = self.who(number)
        seat = self.state.players.index(by)
        self.run(self.club.matches.resign(self.club.actor(by), self.state.id))
        if seat == self.account.mover:
            self.account.stop(self.now)
            self.account.begin(self.state.to_move, self.now)  # type: ignore[arg-type]
        self.settle()

    @precondition(lambda self: self.deadline is not None)
    @rule()
    def run_out_of_time_and_play_on(self) -> None:
        overdue, seat = max(self.deadline + GRACE, self.now), self.account.mover
        self.run(self.pass_by(overdue - self.now + GRACE))
        while self.run(self.club.scheduler.sweep()):
            pass
        over = self.state
        assert over.timed_out == seat
        others = [x for at, x in enumerate(over.players) if at != seat and at not in over.left]
        assert isinstance(others[0], int)
        self.agree(self.club.services.forgiveness, others[0])
        self.account.left[seat] = self.account.clock.forgiven
        self.account.begin(seat, self.now, anew=True)
        self.settle()

    @rule(length=SHORT | LONG, killed=st.booleans())
    def be_away(self, length: int, killed: bool) -> None:
        presence = self.club.services.presence
        self.run(presence.beat())
        if not killed:
            self.run(presence.disconnected())
        self.club.clock.now += length * SECOND
        presence._noted.clear()  # a process that has just begun knows nothing
        self.run(presence.connected())
        self.account.miss(length * SECOND, self.now)
        self.run(self.pass_by(GRACE))

    @precondition(lambda self: self.match is not None)
    @invariant()
    def agrees_with_the_account(self) -> None:
        state = self.state
        view = self.run(self.club.clocks.look(self.club.actor(self.who(0)), state.id))
        check_ledger(view)
        assert [view.seats[seat].balance for seat in sorted(view.seats)] == self.account.left
        if state.is_running:
            assert view.seats[self.account.mover].runs_from == self.account.since

    def teardown(self) -> None:
        while self.match is not None and self.state.is_running:
            self.run(self.club.resign(self.state, self.who(0)))


@pytest.mark.slow
def test_taking_back_among_everything(url: str) -> None:
    with asyncio.Runner() as runner:
        club = runner.run(Club.at(url))
        Everything.club, Everything.runner, Everything.undone = club, runner, 0
        try:
            run_state_machine_as_test(
                Everything,
                settings=settings(
                    max_examples=6,
                    phases=(Phase.explicit, Phase.generate),
                    stateful_step_count=25,
                    deadline=None,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            runner.run(club.close())
    assert Everything.undone >= 3
