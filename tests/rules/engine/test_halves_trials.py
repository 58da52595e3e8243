"""Removals in Halves for three are tried: by the rules, the same each time, the best most often."""

import itertools

import pytest

from rules import GAMES, Position
from rules.engine import LEVELS, Limits, Search, choose, knowledge_of
from rules.engine.games import halves_trials
from rules.engine.games.halves import HalvesKnowledge
from rules.engine.games.halves_endings import shares
from rules.engine.games.halves_small import Order, SmallField
from rules.engine.knowledge import Trials
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import Phase
from tests.kit.rules import random_match, start

VARIANTS = ("3p", "3p-nocontract", "3p-random")
SMALL = Limits(nodes=30, weighed=1_000)


def waning(variant: str, seed: int) -> list[HalvesPosition]:
    found = []
    for position, _, _ in random_match("halves", variant, seed):
        assert isinstance(position, HalvesPosition)
        if position.phase is Phase.WANING:
            found.append(position)
    return found


def near_the_end(variant: str, seed: int, most: int = 14) -> HalvesPosition:
    return next(each for each in waning(variant, seed) if each.occupied.bit_count() <= most)


@pytest.mark.parametrize("variant", VARIANTS)
def test_somebody_wins_every_trial_and_the_same_again(variant: str) -> None:
    position = near_the_end(variant, 1, 20)

    def tried() -> list[tuple[float, ...]]:
        trials = knowledge_of(position).trials(position)
        assert trials is not None
        after = [position.after(move) for move in position.moves()]
        running = [each for each in after if each.outcome is None]
        return [trials.shares(each, number) for number in range(3) for each in running]

    found = tried()
    assert found == tried()
    for each in found:
        assert max(each) > -0.1  # two who win together can have so little, a loss at most -0.4
        assert min(each) <= -0.4


def test_the_first_tiles_that_are_gone_win() -> None:
    position = near_the_end("3p-random", 2, 6)
    trials = knowledge_of(position).trials(position)
    assert trials is not None
    for before, _, after in random_match("halves", "3p-random", 2):
        if after.outcome is not None:
            promised = trials.shares(before, 0)
            assert before.to_move is not None
            assert promised[before.to_move] > -0.1  # whoever can win at once does


def test_what_is_expected_of_careless_others_is_as_playing_out_by_the_rules_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(halves_trials, "_CARELESS", 1.0)
    for seed in range(4):
        position = near_the_end("3p-random", seed, 20)
        trials = knowledge_of(position).trials(position)
        assert trials is not None
        moved = (position.turn - 1) % 3
        found = trials.shares(position, 0)
        assert found == trials.shares(position, 1)
        assert sum(found) == pytest.approx(-1)
        assert found[moved] == pytest.approx(shares(position, 1000, careful=moved)[moved], abs=0.2)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_does_best_is_tried_most(variant: str) -> None:
    position = near_the_end(variant, 3, 24)
    choices = Search(knowledge_of(position), SMALL).choices(position)
    undecided = [each for each in choices if not each.proven]
    assert len(undecided) > 3
    assert undecided[0].visits > undecided[-1].visits > 0
    most = [each for each in undecided if each.visits == undecided[0].visits]
    assert undecided[0].expected == max(each.expected for each in most)


class Counting(HalvesKnowledge):
    """Keeps who tries, to ask how much was played out."""

    made: Trials | None = None

    def trials(self, position: Position) -> Trials | None:
        self.made = super().trials(position)
        return self.made


def tried(position: Position, limits: Limits) -> tuple[int, int]:
    """How many moves were weighed to choose one, and how often that was tried."""
    knowledge = Counting()
    best = Search(knowledge, limits).choices(position)[0]
    assert knowledge.made is not None
    return knowledge.made.weighed, best.visits


def test_the_fewer_tiles_are_left_the_more_often_removals_are_tried() -> None:
    found = [tried(near_the_end("3p-random", 7, most), SMALL) for most in (26, 18, 12)]
    visits = [each for _, each in found]
    assert visits == sorted(visits)
    assert visits[-1] > 2 * visits[0]


def test_the_fewer_tiles_are_left_the_longer_each_removal_is_weighed(monkeypatch) -> None:
    """Matches that are played out are shorter then, so that every move takes about as long."""
    played = 0
    really = SmallField.played_out

    def counting(field: SmallField, tiles: int, order: Order) -> float:
        nonlocal played
        played += 1
        return really(field, tiles, order)

    monkeypatch.setattr(SmallField, "played_out", counting)
    monkeypatch.setattr(halves_trials, "_TIMES", 1)
    times = []
    for most in (36, 18, 6):
        played = 0
        trials = knowledge_of(position := near_the_end("3p-random", 7, most)).trials(position)
        assert trials is not None
        for number in range(5):
            trials.shares(position, number)
        times.append(played // trials.weighed)
    assert times[0] == 4
    assert 16 <= times[1] < 48
    assert times[2] == 48


def test_no_move_takes_much_longer_than_it_may() -> None:
    limits = LEVELS[3].limits
    assert limits is not None
    choosing = start("halves", "3p-random", 1)
    for position in (choosing, choosing.after(next(choosing.moves()))):
        weighed, _ = tried(position, limits)
        assert limits.weighed <= weighed < 1.3 * limits.weighed


def test_what_is_cheap_is_not_tried_for_ever() -> None:
    position = near_the_end("3p-random", 8, 9)
    _, visits = tried(position, Limits(nodes=30, weighed=10**9))
    assert visits <= 3 * 60


def test_a_colour_is_chosen_by_trials_too() -> None:
    position = start("halves", "3p-random", 3)
    assert isinstance(position, HalvesPosition)
    assert position.phase is Phase.CONTRACT
    found = Search(knowledge_of(position), SMALL).choices(position)
    assert len(found) == 3
    assert found[1].visits > found[2].visits > 0


def test_trials_end_when_time_is_up() -> None:
    position = waning("3p-random", 5)[0]
    ticks = itertools.count()
    limits = Limits(10**9, seconds=9.0, weighed=10**9)
    made = Search(knowledge_of(position), limits, clock=lambda: float(next(ticks)))
    visits = sorted([each.visits for each in made.choices(position)])
    assert 0 < visits[0] <= 3
    assert visits[0] < visits[-1] <= 9  # the better half is tried longer all the same


def test_there_is_a_tree_where_nothing_can_be_tried() -> None:
    two = start("halves", "2p-random", 1)
    placing = start("halves", "3p")
    left = GAMES["halves"].start("3p-random", seed=1).leave(2)
    for position in (two, placing, left):
        assert knowledge_of(position).trials(position) is None
        assert grown(position) == 30


def grown(position: Position) -> int:
    search = Search(knowledge_of(position), SMALL)
    search.choices(position)
    return min(search.nodes, 30)


def test_whoever_tries_wins_more() -> None:
    """Against two of level 2, from the same tiles in every seat; even is a third."""
    won = 0.0
    for number in range(12):
        position: Position = near_the_end("3p-random", number // 3 + 6, 24)
        while position.to_move is not None:
            level = 3 if position.to_move == number % 3 else 2
            position = position.after(
                choose(position, level, number, SMALL if level == 3 else None)
            )
        assert position.outcome is not None
        winners = position.outcome.winners
        won += (number % 3 in winners) / len(winners)
    assert won > 12 * 0.45


def test_levels_that_search_try() -> None:
    tries = [level.limits.weighed if level.limits else 0 for level in LEVELS.values()]
    assert tries[:2] == [0, 0]
    assert 0 < tries[2] < tries[3]
