"""Whatever people do on a stored ladder, in any order: its places are what its history tells."""

import asyncio
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.services.actor import Person
from bot.services.challenges import ChallengeClosed
from bot.services.errors import ServiceError
from bot.services.ladders import LadderFrozen, LadderState, entries, store
from bot.services.ladders import storage as ladders
from bot.services.ladders.targeting import targets as targets_of
from data.ids import ChallengeId, MatchId, PlayerId
from tests.kit.club import Club
from tests.services.ladders.checked_ladder import CheckedLadder
from tests.services.ladders.ladder_club import LadderClub

ANYBODY = st.integers(1, 6)
LENGTHS = st.sampled_from([timedelta(hours=5), timedelta(days=2), timedelta(days=9)])
LONG = timedelta(days=46)


class StoredLadder(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.patches = pytest.MonkeyPatch()
        self.patches.setattr(store, "KEPT_EVERY", 3)
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        path = Path(self.folder.name) / "quintet.db"
        self.club: Club = self.runner.run(Club.open(path))

    @initialize()
    def begin(self) -> None:
        self.ladder = self.runner.run(LadderClub.open(self.club, 4))

    @property
    def state(self) -> LadderState:
        return self.runner.run(self.ladder.state())

    def waiting(self) -> list[ChallengeId]:
        found = self.state.standings.challenges.values()
        return sorted(each.id for each in found if each.waiting)

    def played(self) -> list[MatchId]:
        return [
            each for (each,) in self.runner.run(self.club.sql("SELECT id FROM matches ORDER BY 1"))
        ]

    @rule(who=ANYBODY)
    def join_or_leave(self, who: int) -> None:
        there = who in self.state.standings.rungs
        act = self.ladder.ladders.leave if there else self.ladder.ladders.join
        self.runner.run(act(self.ladder.actor(who), self.ladder.id))

    @rule(who=ANYBODY, choice=st.integers(0, 5))
    def challenge(self, who: int, choice: int) -> None:
        state = self.state
        legal = [
            each.player_id
            for each in targets_of(state.standings, PlayerId(who), self.club.clock.now)
            if each.refusal is None
        ]
        if legal:
            self.runner.run(self.ladder.ask(who, legal[choice % len(legal)]))

    @rule(choice=st.integers(0, 5), answer=st.sampled_from(["accept", "decline", "cancel"]))
    def answer(self, choice: int, answer: str) -> None:
        waiting = self.waiting()
        if not waiting:
            return
        made = self.runner.run(self.club.challenges.get(waiting[choice % len(waiting)]))
        who = made.challenger_id if answer == "cancel" else made.invited[0]
        act = getattr(self.club.challenges, answer)
        frozen = self.state.is_frozen
        try:
            self.runner.run(act(self.club.actor(who), made.id))
            assert not frozen
        except LadderFrozen:
            assert frozen
        except ChallengeClosed:
            assert self.club.clock.now >= made.expires_at

    @rule(choice=st.integers(0, 5), seat=st.integers(0, 1))
    def resign(self, choice: int, seat: int) -> None:
        running = [each for each in self.played() if self.is_running(each)]
        if running:
            match = self.runner.run(self.club.state(running[choice % len(running)]))
            self.runner.run(self.club.resign(match, match.people[seat]))

    @rule(choice=st.integers(0, 5), ruling=st.sampled_from(["first", "second", "draw", "annul"]))
    def rule_over(self, choice: int, ruling: str) -> None:
        found = self.played()
        if not found:
            return
        match_id, rulings = found[choice % len(found)], self.club.rulings
        if ruling == "annul":
            self.runner.run(rulings.annul(self.ladder.boss, match_id, "because"))
            return
        rankings = {"first": ((0,), (1,)), "second": ((1,), (0,)), "draw": ((0, 1),)}
        self.runner.run(rulings.decide(self.ladder.boss, match_id, rankings[ruling], "because"))

    @rule(who=ANYBODY, place=st.integers(1, 7), take_off=st.booleans())
    def manage(self, who: int, place: int, take_off: bool) -> None:
        if who not in self.state.standings.rungs:
            return
        boss, manage = self.ladder.boss, self.ladder.management
        if take_off:
            self.runner.run(manage.remove(boss, self.ladder.id, PlayerId(who), "because"))
        else:
            self.runner.run(manage.move(boss, self.ladder.id, PlayerId(who), place, "because"))

    @rule()
    def stand_still_or_go_on(self) -> None:
        boss, manage = self.ladder.boss, self.ladder.management
        if self.state.is_frozen:
            self.runner.run(manage.thaw(boss, self.ladder.id))
        else:
            self.runner.run(manage.freeze(boss, self.ladder.id, "because"))

    @rule(who=ANYBODY, whom=ANYBODY)
    def block(self, who: int, whom: int) -> None:
        if who == whom:
            return
        self.runner.run(self.club.blocks.block(self.ladder.actor(who), PlayerId(whom)))
        try:
            self.runner.run(
                self.ladder.ladders.challenge(
                    self.ladder.actor(who), self.ladder.id, Person(PlayerId(whom))
                )
            )
            raise AssertionError("whoever is blocked was challenged")
        except ServiceError:
            self.runner.run(self.club.blocks.unblock(self.ladder.actor(who), PlayerId(whom)))

    @rule(length=LENGTHS)
    def pass_time(self, length: timedelta) -> None:
        self.club.clock.now += length
        self.runner.run(self._sweep())

    @rule()
    def pass_a_long_time(self) -> None:
        self.pass_time(LONG)

    async def _sweep(self) -> None:
        while await self.club.sweep():
            pass

    def is_running(self, match_id: MatchId) -> bool:
        return self.runner.run(self.club.state(match_id)).is_running

    @invariant()
    def places_are_what_the_history_tells(self) -> None:
        if not hasattr(self, "ladder"):
            return
        state = self.state
        assert state.standings == self.runner.run(self.ladder.rebuilt())
        assert state == self.runner.run(self.ladder.remembered_by_nobody())
        order = state.standings.order
        assert len(set(order)) == len(order) == len(state.standings.rungs)

    @invariant()
    def every_challenge_is_legal_or_void(self) -> None:
        if not hasattr(self, "ladder"):
            return
        open_ones = self.club.sql("SELECT id FROM challenges WHERE state = 'open'")
        assert {each for (each,) in self.runner.run(open_ones)} == set(self.waiting())
        for each in self.state.standings.challenges.values():
            assert {each.challenger_id, each.opponent_id} <= self.state.standings.rungs.keys()
            if each.match_id is not None:
                assert self.is_running(each.match_id)

    def teardown(self) -> None:
        if hasattr(self, "ladder"):
            self._nobody_passed_without_a_win()
        self.runner.run(self.club.close())
        self.runner.close()
        self.folder.cleanup()
        self.patches.undo()

    def _nobody_passed_without_a_win(self) -> None:
        """Hold every stored entry against the rules, as they are told to people."""

        reading = self.club.database.read(ladders.events_from, self.ladder.id)
        told, checked = [each.entry for each in self.runner.run(reading)], CheckedLadder()
        for entry in told:
            if not isinstance(entry, entries.Voided):  # which the checked ladder adds by itself
                checked.now = entry.at
                checked.take(entry)
        assert checked.entries == told
        assert tuple(checked.order) == self.state.standings.order


TestStoredLadder = pytest.mark.slow(StoredLadder.TestCase)
TestStoredLadder.settings = settings(
    max_examples=6, stateful_step_count=22, deadline=None, suppress_health_check=list(HealthCheck)
)
