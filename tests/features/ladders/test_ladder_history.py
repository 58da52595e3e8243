"""Whatever happens on a ladder, in any order, held against the rules as they are told to people."""

from datetime import datetime, timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.features.ladders import entries, history, rules
from bot.features.ladders.entries import LadderEntry, LadderKind
from bot.features.ladders.places import Decline, LadderChallenge, Standings, played_in
from data.ids import ChallengeId, MatchId, PlayerId
from tests.features.ladders.club_ladder import ClubLadder
from tests.kit.examples import examples
from tests.kit.times import DAY, HOUR

Order = list[PlayerId]
ENDED = (entries.ENDED, entries.FORFEITED)
REFUSED = (entries.DECLINED, entries.EXPIRED)


def climbed(order: Order, winner: PlayerId, loser: PlayerId) -> Order:
    if order.index(winner) < order.index(loser):
        return order
    others = [player for player in order if player != winner]
    place = others.index(loser)
    return [*others[:place], winner, *others[place:]]


def settled_by(before: Standings, entry: LadderEntry) -> LadderChallenge | None:
    if entry.kind in ENDED or entry.kind in (entries.NOT_PLAYED, entries.RETRACTED):
        return played_in(before.challenges.values(), entry.match_id)
    if entry.kind in (*REFUSED, entries.WITHDRAWN) and entry.challenge_id is not None:
        return before.challenges.get(entry.challenge_id)
    return None


def after_match(before: Standings, entry: LadderEntry) -> Order:
    order, challenge = list(before.order), played_in(before.challenges.values(), entry.match_id)
    if challenge is None:
        return order
    if entry.winner_id == challenge.challenger_id:
        order = climbed(order, challenge.challenger_id, challenge.opponent_id)
    if entry.kind is entries.FORFEITED:
        order = after_no_play(before, order, challenge, None)
    if entry.timed_out_id is not None and entry.timed_out_id in order:
        last = before.rungs[entry.timed_out_id].timed_out_at
        if last and entry.at - last <= 30 * DAY:
            order.remove(entry.timed_out_id)
    return order


def after_refusal(before: Standings, entry: LadderEntry) -> Order:
    assert entry.challenge_id is not None
    challenge = before.challenges[entry.challenge_id]
    row = [before.rungs[challenge.opponent_id].declined, Decline(challenge.challenger_id, entry.at)]
    return passed_by_row(list(before.order), challenge.opponent_id, row)[0]


def passed_by_row(
    order: Order, holder: PlayerId, refused: list[Decline | None]
) -> tuple[Order, Decline | None]:
    """Who stands where after these refusals in a row, and the one that counts on."""
    last = None
    for each in refused:
        different = last and each and each.challenger_id != last.challenger_id
        if last and each and different and each.at - last.at <= 30 * DAY:
            order = (
                climbed(order, each.challenger_id, holder) if each.challenger_id in order else order
            )
            last = None
        else:
            last = each or last
    return order, last


def after_no_play(
    before: Standings, order: Order, challenge: LadderChallenge, refused_at: datetime | None
) -> Order:
    """What was declined before accepting, since then, and perhaps by not playing, is in a row."""
    holder = challenge.opponent_id
    row = (
        [challenge.declined_before, before.rungs[holder].declined]
        if challenge.declined_before
        else [before.rungs[holder].declined]
    )
    if refused_at:
        row.append(Decline(challenge.challenger_id, refused_at))
    return passed_by_row(order, holder, row)[0]


def after_fall(before: Standings, entry: LadderEntry) -> Order:
    """Below the next one who has not fallen since the player last did."""
    rungs, order = before.rungs, list(before.order)
    assert entry.player_id is not None
    own = rungs[entry.player_id].dropped_at or rungs[entry.player_id].noticed_at
    assert own
    at = order.index(entry.player_id)
    steady = [other for other in order[at + 1 :] if (rungs[other].dropped_at or own) <= own]
    order.remove(entry.player_id)
    order.insert(order.index(steady[0]) + 1, entry.player_id)
    return order


def after_management(order: Order, entry: LadderEntry) -> Order:
    player = entry.player_id
    others = [other for other in order if other != player]
    if entry.kind is entries.JOINED and player is not None and player not in order:
        return [*order, player]
    if entry.kind in (entries.LEFT, entries.EXPELLED):
        return others
    if entry.kind is entries.SHIFTED and player in order and entry.place:
        return [*others[: entry.place - 1], player, *others[entry.place - 1 :]]
    return order


def expected(before: Standings, entry: LadderEntry) -> Order:
    if before.closed_at:
        return list(before.order)
    if entry.kind in ENDED:
        return after_match(before, entry)
    if entry.kind in REFUSED:
        return after_refusal(before, entry)
    running = played_in(before.challenges.values(), entry.match_id)
    if running and entry.kind in (entries.NOT_PLAYED, entries.RETRACTED, entries.ANNULLED):
        refused_at = entry.at if entry.kind is entries.NOT_PLAYED else None
        return after_no_play(before, list(before.order), running, refused_at)
    if entry.kind is entries.DROPPED:
        return after_fall(before, entry)
    return after_management(list(before.order), entry)


class CheckedLadder(ClubLadder):
    """Knows besides which pairs met when, and who of them was above then.

    ``ruled`` says that a ruling changed what has been, so that this is no longer known.
    """

    def __init__(self, people: int) -> None:
        self.met: dict[frozenset[PlayerId], tuple[datetime, PlayerId]] = {}
        self.ruled = False
        super().__init__(people)

    def take(self, entry: LadderEntry) -> None:
        before = self.ladder
        super().take(entry)
        if history.is_ruling(before, entry):
            self.ruled = True
            return
        assert self.order == expected(before, entry)
        challenge = settled_by(before, entry)
        if challenge:
            above = min(challenge.players, key=before.order.index)
            self.met[frozenset(challenge.players)] = (entry.at, above)

    def check_challenge(self, player: PlayerId, opponent: PlayerId) -> None:
        """Nothing speaks against a challenge that is offered."""
        order, place = self.order, self.order.index(player) + 1
        up = place - 1 - order.index(opponent)
        in_reach = up <= min(10, max(3, int(0.4 * (place - 1))))
        assert up >= 1
        assert in_reach or (
            self.ladder.rungs[player].newcomer and order.index(opponent) >= len(order) // 2
        )
        theirs = [each for each in self.ladder.challenges.values() if player in each.players]
        assert not any(opponent in each.players for each in theirs)
        assert sum(each.challenger_id == player for each in theirs) < 3
        asked = [each.opponent_id for each in self.ladder.challenges.values()]
        assert asked.count(opponent) < 3
        at, above = self.met.get(frozenset((player, opponent)), (None, None))
        if at and not self.ruled:
            assert self.now - at >= 7 * DAY or above == player  # who has been overtaken since


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
