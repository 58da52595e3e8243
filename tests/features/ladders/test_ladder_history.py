"""Whatever happens on a ladder, in any order: places, challenges, and the history behind them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.features.ladders import entries, history, rules
from bot.features.ladders.entries import LadderEntry, LadderKind
from bot.features.ladders.places import LadderChallenge, Standings
from data.ids import ChallengeId, MatchId, PlayerId
from tests.features.ladders.checked_ladder import CheckedLadder
from tests.features.ladders.club_ladder import MANAGER
from tests.kit.times import DAY

PEOPLE = [PlayerId(number) for number in range(1, 9)]
ANYBODY = st.sampled_from(PEOPLE)
LENGTHS = [timedelta(), timedelta(hours=5), DAY, 3 * DAY, 8 * DAY, 31 * DAY]

MANAGE: list[Callable[[datetime, PlayerId, int], LadderEntry]] = [
    lambda at, player, place: LadderEntry(
        entries.SHIFTED, at, player, place=place, manager_id=MANAGER, reason="why"
    ),
    lambda at, player, _: LadderEntry(
        entries.EXPELLED, at, player, manager_id=MANAGER, reason="why"
    ),
    lambda at, _, __: LadderEntry(entries.FROZEN, at, manager_id=MANAGER, reason="why"),
    lambda at, _, __: LadderEntry(entries.UNFROZEN, at, manager_id=MANAGER),
    lambda at, _, hours: LadderEntry(entries.AWAY, at, since=at - timedelta(hours=hours)),
    lambda at, _, hours: LadderEntry(entries.ABSENT, at, since=at - timedelta(hours=hours)),
]


class LadderMachine(RuleBasedStateMachine):
    @initialize(people=st.integers(1, len(PEOPLE)))
    def begin(self, people: int) -> None:
        self.club = CheckedLadder()
        self.matches: list[tuple[MatchId, LadderChallenge]] = []
        for player in PEOPLE[:people]:
            self.club.take(LadderEntry(entries.JOINED, self.club.now, player))

    @property
    def ladder(self) -> Standings:
        return self.club.ladder

    def waiting(self) -> list[ChallengeId]:
        return [found.id for found in self.ladder.challenges.values() if found.waiting]

    @rule(length=st.sampled_from(LENGTHS))
    def wait(self, length: timedelta) -> None:
        self.club.wait(length)

    @rule(player=ANYBODY)
    def join(self, player: PlayerId) -> None:
        self.club.take(LadderEntry(entries.JOINED, self.club.now, player))

    @rule(player=ANYBODY)
    def leave(self, player: PlayerId) -> None:
        self.club.take(LadderEntry(entries.LEFT, self.club.now, player))

    @rule(player=ANYBODY, data=st.data())
    def challenge(self, player: PlayerId, data: st.DataObject) -> None:
        found = rules.Prospects(self.ladder, player, self.club.now).targets()
        legal = [target.player_id for target in found if target.refusal is None]
        if legal:
            opponent = data.draw(st.sampled_from(legal))
            self.club.check_challenge(player, opponent)
            self.club.challenge(player, opponent)

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), how=st.sampled_from(["accept", "accept", "decline", "withdraw"]))
    def answer(self, data: st.DataObject, how: str) -> None:
        challenge_id = data.draw(st.sampled_from(self.waiting()))
        if self.ladder.frozen_since:
            return
        if how == "accept":
            challenge = self.ladder.challenges[challenge_id]
            self.matches.append((self.club.accept(challenge_id), challenge))
        else:
            kind = entries.DECLINED if how == "decline" else entries.WITHDRAWN
            self.club.take(LadderEntry(kind, self.club.now, challenge_id=challenge_id))

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), kind=st.sampled_from([entries.NOT_PLAYED, entries.RETRACTED]))
    def end_without_play(self, data: st.DataObject, kind: LadderKind) -> None:
        match_id, _ = data.draw(st.sampled_from(self.matches))
        if not self.is_over(match_id):
            self.club.take(LadderEntry(kind, self.club.now, match_id=match_id))

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), winner=st.sampled_from([0, 0, 1, None]), on_time=st.booleans())
    def end(self, data: st.DataObject, winner: int | None, on_time: bool) -> None:
        """Any match, also one that ended before or counts no more."""
        match_id, challenge = data.draw(st.sampled_from(self.matches))
        if self.is_over(match_id):
            return
        players = challenge.players
        loses = None if winner is None or not on_time else players[1 - winner]
        kind = (
            entries.FORFEITED if data.draw(st.booleans()) and winner is not None else entries.ENDED
        )
        wins = None if winner is None else players[winner]
        ended = LadderEntry(kind, self.club.now, match_id=match_id, winner_id=wins)
        self.club.take(replace(ended, timed_out_id=loses))

    def is_over(self, match_id: MatchId) -> bool:
        told = [entry for entry in self.club.entries if entry.match_id == match_id]
        return told[-1].kind in entries.ENDS | {entries.CORRECTED}

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), how=st.sampled_from(["correct", "annul", "reopen"]))
    def decide_about_a_match(self, data: st.DataObject, how: str) -> None:
        match_id, challenge = data.draw(st.sampled_from(self.matches))
        winner = data.draw(st.sampled_from([challenge.challenger_id, challenge.opponent_id, None]))
        if how == "annul":
            self.club.take(
                LadderEntry(
                    entries.ANNULLED,
                    self.club.now,
                    match_id=match_id,
                    manager_id=MANAGER,
                    reason="why",
                )
            )
        elif how == "reopen":
            self.club.take(LadderEntry(entries.REOPENED, self.club.now, match_id=match_id))
        elif self.is_over(match_id):
            self.club.take(
                LadderEntry(
                    entries.CORRECTED,
                    self.club.now,
                    match_id=match_id,
                    winner_id=winner,
                    manager_id=MANAGER,
                    reason="why",
                )
            )

    @rule(make=st.sampled_from(MANAGE), player=ANYBODY, number=st.integers(1, 9))
    def manage(
        self, make: Callable[[datetime, PlayerId, int], LadderEntry], player: PlayerId, number: int
    ) -> None:
        self.club.take(make(self.club.now, player, number))

    @precondition(lambda self: len(self.club.entries) > 30)
    @rule()
    def close(self) -> None:
        self.club.take(LadderEntry(entries.CLOSED, self.club.now, manager_id=MANAGER, reason="why"))

    @rule(on_vacation=st.frozensets(ANYBODY), since=st.sampled_from(LENGTHS))
    def sweep(self, on_vacation: frozenset[PlayerId], since: timedelta) -> None:
        now = self.club.now
        away = {who: [(now - since, now + DAY)] for who in on_vacation}
        self.club.sweep(away)

    @invariant()
    def places_are_a_permutation(self) -> None:
        order = self.club.order
        assert len(order) == len(set(order))
        assert set(order) == set(self.ladder.rungs) == set(self.ladder.arrivals)

    @invariant()
    def every_challenge_means_something(self) -> None:
        order = self.club.order
        for challenge in self.ladder.challenges.values():
            asking, asked = map(order.index, challenge.players)
            assert asking > asked or not challenge.waiting
        assert not (self.ladder.closed_at and self.ladder.challenges)

    @invariant()
    def the_history_tells_the_same(self) -> None:
        assert history.standings(self.club.entries) == self.ladder
        assert list(history.orders(self.club.entries))[-1][1] == self.ladder.order


TestLadder = LadderMachine.TestCase
TestLadder.settings = settings(max_examples=40, stateful_step_count=60)
