"""Whatever happens on a ladder, in any order: places, challenges, and the history behind them."""

from datetime import timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.features.ladders import entries, history, rules
from bot.features.ladders.entries import LadderKind
from bot.features.ladders.places import LadderChallenge
from data.ids import ChallengeId, MatchId, PlayerId
from tests.features.ladders.checked_ladder import CheckedLadder
from tests.kit.examples import examples
from tests.kit.times import DAY, HOUR

PEOPLE = [PlayerId(number) for number in range(1, 9)]
ANYBODY = st.sampled_from(PEOPLE)
LENGTHS = [timedelta(), 5 * HOUR, DAY, 3 * DAY, 8 * DAY, 31 * DAY]
MANAGED = [entries.SHIFTED, entries.EXPELLED, entries.FROZEN, entries.UNFROZEN]


class LadderMachine(RuleBasedStateMachine):
    @initialize(people=st.integers(1, len(PEOPLE)))
    def begin(self, people: int) -> None:
        self.club = CheckedLadder(people)
        self.matches: list[tuple[MatchId, LadderChallenge]] = []

    def waiting(self) -> list[ChallengeId]:
        return [found.id for found in self.club.ladder.challenges.values() if found.waiting]

    def is_over(self, match_id: MatchId) -> bool:
        told = [entry for entry in self.club.entries if entry.match_id == match_id]
        return told[-1].kind in entries.ENDS | {entries.CORRECTED}

    @rule(length=st.sampled_from(LENGTHS))
    def wait(self, length: timedelta) -> None:
        self.club.wait(length)

    @rule(player=ANYBODY, kind=st.sampled_from([entries.JOINED, entries.LEFT]))
    def come_or_go(self, player: PlayerId, kind: LadderKind) -> None:
        self.club.note(kind, player)

    @rule(player=ANYBODY, data=st.data())
    def challenge(self, player: PlayerId, data: st.DataObject) -> None:
        found = rules.Prospects(self.club.ladder, player, self.club.now).targets()
        legal = [target.player_id for target in found if target.refusal is None]
        if legal:
            opponent = data.draw(st.sampled_from(legal))
            self.club.check_challenge(player, opponent)
            self.club.challenge(player, opponent)

    @precondition(lambda self: self.waiting() and not self.club.ladder.frozen_since)
    @rule(data=st.data(), how=st.sampled_from([None, None, entries.DECLINED, entries.WITHDRAWN]))
    def answer(self, data: st.DataObject, how: LadderKind | None) -> None:
        challenge_id = data.draw(st.sampled_from(self.waiting()))
        if how is None:
            challenge = self.club.ladder.challenges[challenge_id]
            self.matches.append((self.club.accept(challenge_id), challenge))
        else:
            self.club.note(how, challenge_id=challenge_id)

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), winner=st.sampled_from([0, 0, 1, None]), on_time=st.booleans())
    def end(self, data: st.DataObject, winner: int | None, on_time: bool) -> None:
        """Any match, also one that counts no more."""
        match_id, challenge = data.draw(st.sampled_from(self.matches))
        if self.is_over(match_id):
            return
        kind = data.draw(st.sampled_from([entries.ENDED, entries.FORFEITED, entries.NOT_PLAYED]))
        more: dict[str, Any] = {}
        if winner is not None and kind is not entries.NOT_PLAYED:
            more["winner_id"] = challenge.players[winner]
            more["timed_out_id"] = challenge.players[1 - winner] if on_time else None
        elif kind is entries.FORFEITED:
            kind = entries.RETRACTED
        self.club.note(kind, match_id=match_id, **more)

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), how=st.sampled_from(["correct", "annul", "reopen"]))
    def decide_about_a_match(self, data: st.DataObject, how: str) -> None:
        match_id, challenge = data.draw(st.sampled_from(self.matches))
        if how == "annul":
            self.club.manage(entries.ANNULLED, match_id=match_id)
        elif how == "reopen":
            self.club.note(entries.REOPENED, match_id=match_id)
        elif self.is_over(match_id):
            self.club.correct(match_id, data.draw(st.sampled_from([*challenge.players, None])))

    @rule(kind=st.sampled_from(MANAGED), player=ANYBODY, place=st.integers(1, 9))
    def manage(self, kind: LadderKind, player: PlayerId, place: int) -> None:
        self.club.manage(kind, player, place=place)

    @rule(kind=st.sampled_from([entries.AWAY, entries.ABSENT]), hours=st.integers(1, 9))
    def be_away(self, kind: LadderKind, hours: int) -> None:
        self.club.note(kind, since=self.club.now - hours * HOUR)

    @precondition(lambda self: len(self.club.entries) > 30)
    @rule()
    def close(self) -> None:
        self.club.manage(entries.CLOSED)

    @rule(on_vacation=st.frozensets(ANYBODY), since=st.sampled_from(LENGTHS))
    def sweep(self, on_vacation: frozenset[PlayerId], since: timedelta) -> None:
        now = self.club.now
        self.club.sweep({who: [(now - since, now + DAY)] for who in on_vacation})

    @invariant()
    def everybody_has_one_place_and_challenges_go_up(self) -> None:
        order, ladder = self.club.order, self.club.ladder
        assert len(order) == len(set(order))
        assert set(order) == set(ladder.rungs) == set(ladder.arrivals)
        for challenge in ladder.challenges.values():
            asking, asked = map(order.index, challenge.players)
            assert asking > asked or not challenge.waiting
        assert not (ladder.closed_at and ladder.challenges)

    @invariant()
    def the_history_tells_the_same(self) -> None:
        assert history.standings(self.club.entries) == self.club.ladder
        assert list(history.orders(self.club.entries))[-1][1] == self.club.ladder.order


TestLadder = LadderMachine.TestCase
TestLadder.settings = settings(examples(40), stateful_step_count=60)
