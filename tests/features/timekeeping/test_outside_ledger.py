"""Everything that changes a clock, mixed, beside an account that is kept outside the bot.

Hearts, outages and claims are those of the program. ``QUINTET_LEDGERS`` says how many times
friends play; a few if it is not set.
"""

import asyncio
import itertools
import os
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from bot.core import timers
from bot.core.actor import Actor, Person
from bot.core.clocks import gifts, parse_clock
from bot.core.matches import MatchState
from bot.features.requests import MatchRequest
from bot.features.timekeeping import Presence, storage
from bot.features.timekeeping.service import VacationService
from data.ids import ChannelId, MatchId, PlayerId
from data.states import RequestState
from tests.features.timekeeping.plain_account import BEAT, GRACE, LATE_BEAT, TERMS, Account
from tests.kit.club import Asking, Club, first_move
from tests.kit.outages import read_outages
from tests.kit.timed import check_ledger
from tests.kit.times import HOUR, SECOND

LEDGERS = int(os.environ.get("QUINTET_LEDGERS", "6"))
STEPS = 30
MOST = 8
"""Moves after which no game can be over."""
NUMBERS = itertools.count(1000)
AWAY = ("killed", "cut off", "dead connection")
DONE = {
    *AWAY,
    *("moved", "undone", "paused", "given", "on vacation"),
    *("set back", "jumped", "missed", "forgiven"),
}

WHICH, ANYBODY = st.integers(0, 2), st.integers(0, 2)
SHORT, LONG = st.integers(2, 60), st.integers(61, 400_000)
SHARES = st.floats(0, 0.9)


@dataclass
class Played:
    id: MatchId
    account: Account


class Ledgers(RuleBasedStateMachine):
    """Three matches side by side: days, one sitting, and three players."""

    club: Club
    runner: asyncio.Runner
    done: dict[str, int]

    @initialize(
        slow=st.sampled_from([name for name, each in TERMS.items() if not each.live]),
        live=st.sampled_from([name for name, each in TERMS.items() if each.live]),
        third=st.sampled_from(list(TERMS)),
    )
    def begin(self, slow: str, live: str, third: str) -> None:
        self.played: list[Played] = []
        self.silent: tuple[int, ...] = ()
        self.club.services[Presence].ask = self.asked
        self.run(self.club.services[Presence].disconnected())
        self.run(self.club.services[Presence].lost(()))
        self.beaten = self.noted = self.now
        self.run(self.live_on(GRACE))
        for notation, seats in ((slow, 2), (live, 2), (third, 3)):
            self.played.append(self.run(self.start(notation, seats)))

    async def start(self, notation: str, seats: int) -> Played:
        people = [PlayerId(next(NUMBERS)) for _ in range(seats)]
        terms = {"game": "halves", "variant": "3p"} if seats == 3 else {}
        match = await self.club.start(*people, clock=notation, posted=True, **terms)
        return Played(match.id, Account(TERMS[notation], seats, self.now))

    # how time passes

    def run(self, doing: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(doing)

    @property
    def now(self) -> datetime:
        return self.club.clock.now

    async def asked(self) -> tuple[int, ...]:
        """On which shards Discord answers no heartbeat."""
        return self.silent

    async def live_on(self, length: timedelta) -> None:
        """Let time pass with the bot there, which does what is due when it is."""
        until = self.now + length
        while self.now < until:
            due = (
                await self.club.database.read(timers.next_due, tuple(self.club.scheduler.rules))
                or until
            )
            step = self.now + BEAT if due <= self.now else due
            step = min(step, until)
            await self.beat_up_to(step)
            self.club.clock.now = step
            await self.sweep(until - step)

    async def beat_up_to(self, moment: datetime) -> None:
        """Let the heart beat as often as it does by then; of many beats the last two are enough."""
        beats = (moment - self.beaten) // BEAT
        if beats < 1:
            return
        presence, last = self.club.services[Presence], self.beaten + beats * BEAT
        if beats > 1:
            await self.beat(self.beaten + BEAT)
        if beats > 2:
            since, before = presence._since, last - BEAT
            await self.club.database.write(storage.note_presence, since, before)
            presence._noted = dict.fromkeys(presence._noted, before)
            self.noted = before
        await self.beat(last)

    async def beat(self, at: datetime) -> None:
        self.club.clock.now = max(at, self.now)
        await self.club.services[Presence].beat()
        self.hear()
        self.beaten = at

    def hear(self, *, after: timedelta = LATE_BEAT) -> None:
        """The bot is there now, and finds out whether it was not."""
        if self.now - self.noted > after:
            for each in self.played:
                each.account.miss(self.noted, self.now)
            self.count("missed")
        self.noted = self.now

    async def sweep(self, going_on: timedelta = timedelta()) -> None:
        """Do what is due; whoever loses on time may play on, if need be after a break."""
        while await self.club.sweep():
            pass
        for each in self.played:
            each.account.end_what_is_due(self.now)
            if (state := await self.club.state(each.id)).timed_out is not None:
                await self.let_play_on(each, state)
                if going_on > HOUR and each.account.paused_until is None:
                    await self.agree(each, self.club.pauses, self.who(state, 0), "14")
                    each.account.pause(self.now, 14)

    async def let_play_on(self, played: Played, over: MatchState) -> None:
        account = played.account
        assert over.timed_out == account.mover
        assert account.deadline is not None
        assert account.deadline + GRACE <= self.now
        others = [
            who
            for seat, who in enumerate(over.players)
            if seat != over.timed_out and seat not in over.left
        ]
        await self.agree(played, self.club.forgiveness, others[0])
        account.play_on(self.now)
        await self.club.deliver()
        self.count("forgiven")

    def count(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1

    # who does what

    def chosen(self, which: int) -> tuple[Played, MatchState]:
        played = self.played[which]
        return played, self.run(self.club.state(played.id))

    def who(self, state: MatchState, number: int) -> Any:
        """One of those who have not left."""
        staying = [who for seat, who in enumerate(state.players) if seat not in state.left]
        return staying[number % len(staying)]

    async def agree(self, played: Played, asking: Asking, by: Any, wish: str = "") -> None:
        asked: MatchRequest = await asking.ask(self.club.actor(by), played.id, wish=wish)
        for other in asked.awaiting if asked.state is RequestState.OPEN else ():
            await asking.grant(self.club.actor(other), asked.id)

    def may_move(self, account: Account) -> bool:
        """Whether there is time to, and no game ends with it."""
        in_time = account.deadline is None or account.deadline > self.now
        return in_time and len(account.standing) < MOST

    @rule(which=WHICH, share=SHARES)
    def wait(self, which: int, share: float) -> None:
        deadline = self.played[which].account.deadline
        left = HOUR if deadline is None else max(deadline - self.now, timedelta())
        self.run(self.live_on(left * share // SECOND * SECOND))

    @rule(which=WHICH)
    def wait_too_long(self, which: int) -> None:
        deadline = self.played[which].account.deadline
        if deadline is not None:
            self.run(self.live_on(max(deadline - self.now, timedelta()) + GRACE + 2 * BEAT))
            account = self.played[which].account
            assert account.deadline is None or account.deadline > self.now

    @rule(which=WHICH, prepared=st.booleans())
    def move(self, which: int, prepared: bool) -> None:
        played, state = self.chosen(which)
        if self.may_move(played.account):
            text = first_move(state)
            if prepared and len(state.players) == 2:
                self.prepare(state, text)
            self.run(self.submit(played, state, self.club.actor(state.to_move_player)))

    def prepare(self, state: MatchState, text: str) -> None:
        following = state.position.play(state.position.parse(text))
        answer = str(next(iter(following.moves())))
        waiting = state.players[1 - state.to_move]
        line = f"{text}; {answer}"
        self.run(self.club.conditionals.type_line(self.club.actor(waiting), state.id, line))

    async def submit(
        self, played: Played, state: MatchState, actor: Actor, at: datetime | None = None
    ) -> None:
        text, account = first_move(state), played.account
        await self.club.matches.submit(actor, text, state.id, state.ply)
        after = await self.club.state(state.id)
        for made, following in zip(
            after.moves[len(account.standing) :],
            [*(each.seat for each in after.moves[len(account.standing) + 1 :]), after.to_move],
            strict=True,
        ):
            assert made.seat == account.mover
            account.move(at or self.now, self.now, following)
            at = None
        await self.club.deliver()
        self.count("moved")

    @rule(which=WHICH, number=ANYBODY)
    def undo(self, which: int, number: int) -> None:
        played, state = self.chosen(which)
        self.take_back(played, self.who(state, number))

    def take_back(self, played: Played, by: Any) -> None:
        state: MatchState = self.run(self.club.state(played.id))
        seat = state.players.index(by)
        if any(mover == seat for mover, _ in played.account.standing):
            self.run(self.agree(played, self.club.undo, by))
            played.account.undo(seat, self.now)
            self.run(self.club.deliver())
            self.count("undone")

    @rule(which=WHICH)
    def move_and_take_it_back(self, which: int) -> None:
        played, state = self.chosen(which)
        if self.may_move(played.account):
            self.run(self.submit(played, state, self.club.actor(state.to_move_player)))
            self.take_back(played, state.to_move_player)

    @rule(which=WHICH, number=ANYBODY, days=st.integers(1, 14))
    def pause(self, which: int, number: int, days: int) -> None:
        played, state = self.chosen(which)
        account = played.account
        if account.paused_until is not None:
            by = self.who(state, number)
            self.run(self.club.pauses.end(self.club.actor(by), state.id))
            account.resume(self.now, state.players.index(by))
        elif account.deadline is not None and account.deadline > self.now:
            by = self.who(state, number)
            self.run(self.agree(played, self.club.pauses, by, str(days)))
            account.pause(self.now, days)
            self.count("paused")

    @rule(which=WHICH, place=st.integers(0, 9))
    def move_to_another_channel(self, which: int, place: int) -> None:
        state = self.chosen(which)[1]
        manager = self.club.actor(Person(PlayerId(999), manages_server=True))
        where = ChannelId(700 + next(NUMBERS))
        self.run(self.club.rulings.move_elsewhere(manager, state.id, where, f"Place {place}"))
        self.run(self.club.deliver())

    @rule(which=WHICH, number=ANYBODY, gift=st.integers(0, 1))
    def give(self, which: int, number: int, gift: int) -> None:
        played, state = self.chosen(which)
        by = self.who(state, number)
        if by != state.to_move_player:
            known = sorted(gifts(parse_clock(state.match.clock)))  # type: ignore[arg-type]
            assert len(known) == len(played.account.terms.gifts)
            gift %= len(known)
            self.run(self.club.clocks.give(self.club.actor(by), state.id, known[gift]))
            played.account.give(gift)
            self.count("given")

    @rule(which=WHICH, number=ANYBODY, days=st.integers(1, 2))
    def vacation(self, which: int, number: int, days: int) -> None:
        played, state = self.chosen(which)
        account, by = played.account, self.who(state, number)
        seat, vacations = state.players.index(by), self.club.services[VacationService]
        if account.terms.live:
            return
        if seat in account.away:
            self.run(vacations.end(self.club.actor(by)))
            account.come_back(seat, self.now)
        elif seat != account.mover or not account.deadline or account.deadline > self.now + HOUR:
            until = self.run(vacations.start(self.club.actor(by), days)).until
            account.leave(seat, self.now, until)
            self.count("on vacation")

    @rule(number=ANYBODY)
    def leave_for_good(self, number: int) -> None:
        played, state = self.chosen(2)
        if state.left:
            return
        by = self.who(state, number)
        seat = state.players.index(by)
        self.run(self.club.matches.resign(self.club.actor(by), state.id))
        if seat == played.account.mover:
            played.account.stop(self.now)
            played.account.begin(self.run(self.club.state(state.id)).to_move, self.now)
        self.run(self.club.deliver())

    # when the bot is not there

    @rule(
        length=SHORT | LONG, how=st.sampled_from(AWAY), heard_first=WHICH | st.none(), share=SHARES
    )
    def be_away(self, length: int, how: str, heard_first: int | None, share: float) -> None:
        at = self.now + int(length * share) * SECOND
        clicked = None if heard_first is None else self.clicked(heard_first, at)
        self.run(self.go_away(length * SECOND, how, clicked))
        self.run(self.live_on(GRACE))
        self.count(how)

    async def go_away(
        self, length: timedelta, how: str, clicked: tuple[Played, Actor, datetime] | None
    ) -> None:
        presence, began = self.club.services[Presence], self.now
        if how == "cut off":
            await presence.disconnected()
        elif how == "dead connection":
            self.silent = (0,)
        self.club.clock.now = began + length
        if how == "killed":
            presence._noted.clear()  # a process that has just begun knows nothing
            await presence.disconnected()
        else:
            await presence.beat()
            await self.sweep()
        self.silent = ()
        if clicked is not None:
            played, actor, at = clicked
            self.hear(after=SECOND)
            await self.submit(played, await self.club.state(played.id), actor, at)
        await presence.lost(())
        self.hear(after=SECOND)
        self.beaten = self.now

    def clicked(self, which: int, at: datetime) -> tuple[Played, Actor, datetime] | None:
        """What somebody does while nobody listens, which is heard before anything else."""
        played, state = self.chosen(which)
        account = played.account
        if not self.may_move(account) or (account.deadline and account.deadline <= at):
            return None
        now, self.club.clock.now = self.now, at
        actor = self.club.actor(state.to_move_player)
        self.club.clock.now = now
        return played, actor, max(at, now)

    @rule(seconds=st.integers(1, 90) | LONG, back=st.booleans())
    def jump(self, seconds: int, back: bool) -> None:
        """The clock of the machine is set; the heart beats on in its own time."""
        by = (-seconds if back else seconds) * SECOND
        self.club.clock.now += by
        self.beaten += by
        self.count("set back" if back else "jumped")
        self.run(self.live_on(BEAT))

    # what must hold

    @invariant()
    def agrees_with_the_account(self) -> None:
        for played in getattr(self, "played", ()):
            account, state = played.account, self.run(self.club.state(played.id))
            view = self.run(self.club.clocks.look(self.club.actor(self.who(state, 0)), state.id))
            check_ledger(view)
            assert [view.seats[seat].balance for seat in sorted(view.seats)] == account.left
            assert state.is_running
            assert state.to_move == account.mover
            assert view.seats[account.mover].runs_from == account.since
            assert state.match.deadline == account.deadline

    def teardown(self) -> None:
        for played in getattr(self, "played", ()):
            while (state := self.run(self.club.state(played.id))).is_running:
                self.run(self.club.resign(state, self.who(state, 0)))


@pytest.fixture
def playing(url: str) -> Iterator[type[Ledgers]]:
    with asyncio.Runner() as runner:
        club = runner.run(Club.at(url))
        Ledgers.club, Ledgers.runner, Ledgers.done = club, runner, {}
        yield Ledgers
        runner.run(club.close())


@pytest.mark.night
@pytest.mark.timeout(180 + 60 * LEDGERS)
def test_every_bank_is_what_it_must_be(playing: type[Ledgers]) -> None:
    run_state_machine_as_test(
        playing,
        settings=settings(
            max_examples=LEDGERS,
            phases=(Phase.explicit, Phase.generate),
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert playing.runner.run(playing.club.database.read(read_outages)), playing.done


@pytest.mark.slow
def test_the_account_follows_everything_once(playing: type[Ledgers]) -> None:
    """Chance may leave any rule out; here each has its turn."""
    ledgers = playing()
    ledgers.begin("3d+1d/9d", "40m", "2d")

    def waiting(which: int) -> int:
        return 1 - ledgers.played[which].account.mover

    for doing in (
        lambda: ledgers.wait(1, 0.5),
        lambda: ledgers.pause(1, 0, 1),
        lambda: ledgers.pause(1, waiting(1), 1),
        lambda: ledgers.wait(0, 0.5),
        lambda: ledgers.move(0, prepared=False),
        lambda: ledgers.move(0, prepared=True),
        lambda: ledgers.undo(0, 0),
        lambda: ledgers.move_and_take_it_back(1),
        lambda: ledgers.wait(0, 0.5),
        lambda: ledgers.give(0, 0, 0),
        lambda: ledgers.give(0, 1, 0),
        lambda: ledgers.undo(0, 0),
        *(3 * [lambda: ledgers.wait(0, 0.9)]),
        lambda: ledgers.pause(0, 0, 2),
        lambda: ledgers.pause(0, waiting(0), 2),
        lambda: ledgers.vacation(0, 0, 1),
        lambda: ledgers.vacation(0, 1, 1),
        lambda: ledgers.move_to_another_channel(0, 1),
        lambda: ledgers.be_away(400, "killed", 0, 0.5),
        lambda: ledgers.be_away(40_000, "cut off", 1, 0.1),
        lambda: ledgers.be_away(70, "dead connection", None, 0),
        lambda: ledgers.be_away(40, "dead connection", 1, 0.1),
        lambda: ledgers.jump(60, back=True),
        lambda: ledgers.jump(3600, back=False),
        lambda: ledgers.leave_for_good(0),
        lambda: ledgers.wait_too_long(0),
    ):
        doing()
        ledgers.agrees_with_the_account()
    ledgers.teardown()
    assert set(playing.done) == DONE
