"""The rounds of a Swiss, beside the best of all of them, and the process that pairs."""

import sys
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, combinations
from operator import add
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments import pairer
from bot.features.tournaments.errors import PairingFailed
from bot.features.tournaments.pairer import Pairer
from bot.features.tournaments.standings import Histories, Played
from bot.features.tournaments.swiss_pairing import (
    BYE,
    SQUARES,
    Constraints,
    NoPairingError,
    PairingGraph,
    Round,
    check_round,
    pair_round,
)
from data.database import UnpreparedError
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.written import histories_of, play
from tests.kit.by_day import at_night
from tests.kit.club import Club
from tests.kit.examples import examples
from tests.kit.scripted import ManualClock

Cost: TypeAlias = tuple[int, ...]


def lowest_cost(field: PairingGraph) -> Cost | None:
    """What the best complete pairing costs; None where there is none."""
    return min(every_cost(field, tuple(range(len(field.numbers)))), default=None)


def every_cost(field: PairingGraph, places: tuple[int, ...]) -> Iterator[Cost]:
    """What each complete pairing costs: the plain reading of what is searched for."""
    if not places:
        yield (0,) * 8
        return
    one, *others = places
    if len(places) % 2 and field.allows(one, BYE):
        yield from plus(field, (one, BYE), tuple(others))
    for other in others:
        if field.allows(one, other):
            yield from plus(field, (one, other), tuple(each for each in others if each != other))


def plus(field: PairingGraph, pair: tuple[int, int], left: tuple[int, ...]) -> Iterator[Cost]:
    cost = field.costs(*pair)
    for rest in every_cost(field, left):
        yield tuple(map(add, cost, rest))


P = Played


@examples(20)
@given(st.integers(3, 12), st.integers(0, 4), st.integers(0, 2**32))
def test_each_round_is_the_best_of_all(players: int, rounds: int, seed: int) -> None:
    histories = play({number: [] for number in range(1, players + 1)}, seed, rounds)
    random = Random(seed + 1)
    playing = random.sample(sorted(histories), players - random.randint(0, 1))
    apart = frozenset({frozenset(random.sample(sorted(histories), 2))})
    for rules in (
        Constraints(apart),
        Constraints(apart, sides=False),
        Constraints(apart, False, one_bye=False),
    ):
        field = PairingGraph(histories, playing, rules)
        found = field.best()
        costs = zip(*(field.costs(*pair) for pair in found or ()), strict=True)
        assert (None if found is None else tuple(map(sum, costs))) == lowest_cost(field)


@examples(20)
@given(st.integers(13, 40), st.integers(0, 9), st.integers(0, 2**32))
def test_pairs_that_are_left_out_are_in_no_best_pairing(
    players: int, rounds: int, seed: int
) -> None:
    histories = play({number: [] for number in range(1, players + 1)}, seed, rounds)
    random = Random(seed + 1)
    playing = random.sample(sorted(histories), random.randint(2, players))
    apart = frozenset(frozenset(random.sample(sorted(histories), 2)) for _ in range(players))
    field = PairingGraph(histories, playing, Constraints(apart))
    best, of_all = (
        found and tuple(map(sum, zip(*(field.costs(*pair) for pair in found), strict=True)))
        for found in (field.best(), field.cheapest(field.allowed()))
    )
    assert best == of_all


@examples(25)
@given(st.integers(6, 40), st.integers(0, 2**32))
def test_nobody_meets_twice_and_sides_stay_level(players: int, seed: int) -> None:
    histories = play({number: [] for number in range(1, players + 1)}, seed, min(players // 2, 7))
    for lines in histories.values():
        met = [line.opponent for line in lines if line.met]
        assert len(met) == len(set(met))
        assert sum(line.played is P.BYE for line in lines) <= 1
        sides = [line.moved_first for line in lines if line.met]
        assert abs(2 * sum(sides) - len(sides)) <= 2
        assert all(len(set(sides[at : at + 3])) > 1 for at in range(len(sides) - 2))


def test_sides_are_given_up_before_a_second_bye_and_a_rematch_is_never_made() -> None:
    others = {3: "1b0 Z", 4: "2b0 Z", 5: "Z 1b0", 6: "Z 2b0"}
    both_must = histories_of({1: "3w1 5w1", 2: "4w1 6w1", **others})
    assert PairingGraph(both_must, (1, 2), Constraints()).best() is None
    assert len(pair_round(both_must, (1, 2)).meetings) == 1
    assert pair_round(histories_of({1: "U"}), (1,)).byes == (1,)
    with pytest.raises(NoPairingError):
        pair_round(histories_of({1: "2w1", 2: "1b0"}), (1, 2))


def test_who_moved_first_meets_who_moved_second() -> None:
    histories = histories_of(
        {1: "5w1", 2: "6b1", 3: "7w1", 4: "8b1"} | dict.fromkeys((5, 6, 7, 8), "U")
    )
    field = PairingGraph(histories, (1, 2, 3, 4), Constraints())
    more_often = {pair: field.costs(*pair)[4] for pair in ((0, 1), (0, 2), (1, 3), (2, 3))}
    assert more_often == {(0, 1): 0, (0, 2): 1, (1, 3): 1, (2, 3): 0}
    assert {first for first, _ in pair_round(histories, (1, 2, 3, 4)).meetings} == {2, 4}


def test_equal_wishes_turn_round_the_last_round_in_which_their_sides_differed() -> None:
    others = dict.fromkeys(range(3, 9), "U U U")
    for one, other, first in (("3w1 4w1 5b1", "6w1 7b1 8w1", 1), ("3w1 4b1 5w1", "6w1 7w1 8b1", 2)):
        meetings = pair_round(histories_of({1: one, 2: other} | others), (1, 2)).meetings
        assert [each[0] for each in meetings] == [first]


def test_a_match_that_goes_on_counts_half_a_point_for_pairing() -> None:
    histories = histories_of({1: "2w1", 2: "1b0", 3: "4w*", 4: "3b*", 5: "6w=", 6: "5b="})
    field = PairingGraph(histories, histories, Constraints())
    assert field.numbers == [1, 3, 4, 5, 6, 2]
    assert field.costs(1, 3)[SQUARES] == 0  # 3 and 5 are level


@pytest.mark.parametrize(("since", "cost"), [("", 2), (" Z", 1), (" Z Z", 0)])
def test_going_down_or_up_again_costs_less_the_longer_ago_it_was(since: str, cost: int) -> None:
    lines = {1: "4w1 5b1", 2: "5w1 3b=", 3: "6w1 2w=", 4: "1b0 6w=", 5: "2b0 1w0", 6: "3b0 4b="}
    histories = histories_of({number: line + since for number, line in lines.items()})
    field = PairingGraph(histories, histories, Constraints())
    assert field.numbers == [1, 2, 3, 4, 6, 5]
    again = {pair: field.costs(*pair)[6] for pair in ((0, 1), (3, 5), (0, 5), (1, 3))}
    assert again == {(0, 1): cost, (3, 5): cost, (0, 5): 2 * cost, (1, 3): 0}


def apart(*blocks: str) -> list[tuple[int, int]]:
    """Who has blocked whom: "1 23" is 1, who blocks 2 and 3."""
    found = [each.split() for each in blocks]
    return [(int(by), int(who)) for by, others in found for who in others]


def test_a_bye_that_goes_to_somebody_anyway_is_not_taken_because_of_a_block() -> None:
    histories: Histories = {number: [] for number in range(1, 8)}
    assert pair_round(histories, histories).byes == (7,)
    made = pair_round(histories, histories, (), [(7, 1)])
    assert (made.byes, made.left_out) == ((7,), ())


def test_where_nobody_is_left_but_whom_one_has_blocked_there_is_no_round() -> None:
    histories: Histories = {1: [], 2: []}
    with pytest.raises(NoPairingError):
        pair_round(histories, histories, (), [(1, 2), (2, 1)])


@pytest.mark.parametrize(
    "wrong",
    [
        Round(((1, 2), (3, 4))),  # two who are kept apart
        Round(((1, 4), (2, 3))),  # one has blocked the other
        Round(((1, 3),), left_out=(2, 4)),  # one of them has blocked nobody
        Round(((1, 3),), byes=(2, 4)),
        Round(((1, 3), (2, 4), (5, 6))),
        Round(((1, 3),)),
    ],
)
def test_a_round_that_breaks_a_rule_is_refused(wrong: Round) -> None:
    histories: Histories = {number: [] for number in range(1, 5)}
    given_rules = histories, histories, [frozenset((1, 2))], [(2, 3)]
    check_round(*given_rules, Round(((1, 3), (2, 4))))
    check_round(*given_rules, Round(((1, 3),), (4,), (2,)))
    with pytest.raises(ValueError, match="this is no pairing"):
        check_round(*given_rules, wrong)


@examples(40)
@given(st.integers(2, 9), st.data())
def test_as_few_as_possible_are_left_out_and_only_who_has_blocked(
    players: int, data: st.DataObject
) -> None:
    pairs = st.tuples(st.integers(1, players), st.integers(1, players)).filter(
        lambda pair: pair[0] != pair[1]
    )
    blocked = data.draw(st.sets(pairs, max_size=3 * players))
    histories: Histories = {number: [] for number in range(1, players + 1)}
    try:
        made = pair_round(histories, histories, (), blocked)
    except NoPairingError:
        assert {frozenset(each) for each in combinations(histories, 2)} == {
            *map(frozenset, blocked)
        }
        return
    seated = [*chain(*made.meetings), *made.byes, *made.left_out]
    assert sorted(seated) == [*histories]
    assert len(made.byes) <= 1
    never = {*map(frozenset, blocked)}
    assert not never & {*map(frozenset, made.meetings)}
    blockers = {by for by, _ in blocked}
    assert blockers >= {*made.left_out}
    for fewer in range(len(made.left_out) - 1):
        for out in combinations(blockers, fewer):
            left = [each for each in histories if each not in out]
            assert PairingGraph(histories, left, Constraints(frozenset(never))).best() is None


FIELD: Histories = {number: [] for number in range(1, 71)}


BAD_ANSWERS = (
    "print('nonsense')",
    "print('[]')",
    'print(\'{"meetings": [[1, 2], [1, 3]], "byes": []}\')',
    'print(\'{"meetings": [[1, 900]], "byes": []}\')',
    "time.sleep(60)",
)


def answering(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", f"import sys, time; sys.stdin.readline(); {code}")


def prepared(pairs: Pairer, field: Histories = FIELD) -> Round:
    """The round, when what it needs has been prepared once."""
    with pytest.raises(UnpreparedError) as asked:
        pairs.pair(field, field, ())
    asked.value.prepare()
    return pairs.pair(field, field, ())


def test_a_process_pairs_as_we_do_and_is_asked_once() -> None:
    pairs = Pairer(ManualClock())
    assert prepared(pairs) == pair_round(FIELD, FIELD)
    assert pairs.pair(FIELD, FIELD, ()) == pair_round(FIELD, FIELD)
    with pytest.raises(UnpreparedError):  # another field is another question
        pairs.pair(FIELD, [*FIELD][1:], ())


@pytest.mark.night
def test_it_says_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairer, "SMALL_FIELD", 1)
    with pytest.raises(NoPairingError):
        prepared(Pairer(ManualClock()), histories_of({1: "2w1", 2: "1b0"}))


@pytest.mark.parametrize("code", ["sys.exit(1)", *(at_night(code) for code in BAD_ANSWERS)])
def test_what_is_no_answer_is_asked_for_again_in_a_minute(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairer, "PATIENCE", timedelta(seconds=1))
    clock = ManualClock()
    pairs = Pairer(clock, answering(code))
    with pytest.raises(PairingFailed):
        prepared(pairs)
    clock.advance(minutes=1)
    with pytest.raises(UnpreparedError):
        pairs.pair(FIELD, FIELD, ())


@pytest.mark.night
def test_a_process_that_works_too_long_is_ended() -> None:
    field: Histories = {number: [] for number in range(1, 1001)}
    quick = Pairer(ManualClock(), (*pairer.COMMAND[:-1], "1"))
    with pytest.raises(PairingFailed) as ended:
        prepared(quick, field)
    assert "CalledProcessError(-" in ended.value.reason


async def test_a_tournament_is_paired_by_a_process(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairer, "SMALL_FIELD", 1)
    cup = await Cup.begun(club, 6, "swiss", rounds=3)
    assert [each.is_running for each in (await cup.field()).pairings] == [True] * 3
