"""Endings of Halves for two are told exactly: as the rules say when every move is tried."""

import functools
import itertools

import pytest

from rules import GAMES, Position
from rules.engine import Limits, Search, choose, knowledge_of
from rules.engine.games.halves_endings import Ending
from rules.engine.knowledge import Effort, TooLongError
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import Phase
from tests.kit.by_day import mostly_at_night
from tests.kit.plain_endings import can_force
from tests.kit.rules import random_match, start

FEW = 9
"""So few tiles that everything can be tried by the rules alone."""
LAST = 21
"""The ply at which the last tile of two players is placed."""
PLENTY = 10**6
NEVER = itertools.repeat(False).__next__


@functools.cache
def winner(position: Position) -> int:
    """Who wins if both play their best."""
    return 0 if can_force(position, 0) else 1


def endings(seed: int, most: int) -> list[HalvesPosition]:
    found = []
    for position, _, _ in random_match("halves", "2p-random", seed):
        assert isinstance(position, HalvesPosition)
        if position.phase is Phase.WANING and position.occupied.bit_count() <= most:
            found.append(position)
    return found


def expected(position: Position) -> tuple[float, ...]:
    search = searched(position)
    search.choices(position)
    return search.each


def searched(position: Position, nodes: int = 10, endings: int = PLENTY) -> Search:
    return Search(knowledge_of(position), Limits(nodes, endings=endings))


@pytest.mark.parametrize("seed", range(12))
def test_who_wins_is_as_the_rules_say(seed: int) -> None:
    for position in endings(seed, FEW):
        wins = Ending(position.tiles).wins(position.tiles, position.colour, Effort(PLENTY, NEVER))
        assert wins == (winner(position) == position.to_move)
        for choice in searched(position).choices(position):
            if choice.proven:
                would = winner(position.after(choice.move))
                assert choice.expected == (1 if would == position.to_move else -1)


def test_every_move_is_told_and_the_best_is_played() -> None:
    lost = won = 0
    for position in itertools.chain.from_iterable(endings(seed, FEW) for seed in range(12)):
        move = choose(position, 3, 1, Limits(10, endings=PLENTY))
        assert winner(position.after(move)) == winner(position)
        found = searched(position).choices(position)
        assert found[0].proven
        lost += winner(position) != position.to_move
        won += winner(position) == position.to_move
    assert min(lost, won) > 5


def test_where_all_is_lost_it_is_still_looked_for_what_the_other_may_miss() -> None:
    lost = [each for each in endings(3, 20) if searched(each).choices(each)[0].expected == -1]
    assert lost
    for position in lost:
        found = searched(position, nodes=200).choices(position)
        assert all(each.proven and each.expected == -1 for each in found)
        assert found[0].visits == max(each.visits for each in found)
        assert found[0].visits > 0


def test_colours_are_chosen_by_who_wins_with_them() -> None:
    contract = next(
        after
        for _, _, after in random_match("halves", "2p", 1)
        if isinstance(after, HalvesPosition) and after.phase is Phase.CONTRACT
    )
    found = searched(contract).choices(contract)
    for choice in found:
        assert choice.proven
        assert expected(contract.after(choice.move)) == choice.each
    solve = knowledge_of(contract).solver(contract)
    assert solve is not None
    assert solve(contract, Effort(PLENTY, NEVER)) == found[0].each


@pytest.mark.night
def test_the_last_placement_is_one_that_wins() -> None:
    before = [position for position, _, _ in random_match("halves", "2p-nocontract", 2)]
    last = next(each for each in before if each.ply == LAST)
    best = searched(last, endings=100_000).choices(last)[0]
    assert best.proven
    assert best.expected == 1
    assert expected(last.after(best.move)) == best.each


def test_what_takes_too_long_is_left_to_the_tree() -> None:
    position = start("halves", "2p-random", 1)
    assert isinstance(position, HalvesPosition)
    for effort in (Effort(10, NEVER), Effort(PLENTY, itertools.repeat(True).__next__)):
        with pytest.raises(TooLongError):
            Ending(position.tiles).wins(position.tiles, position.colour, effort)
    found = searched(position, nodes=100, endings=10).choices(position)
    assert found
    assert not found[0].proven
    assert found[0].visits > 0


def test_half_of_the_seconds_are_left_to_the_tree() -> None:
    position = start("halves", "2p-random", 1)
    ticks = itertools.count()
    limits = Limits(PLENTY, seconds=8, endings=PLENTY)
    search = Search(knowledge_of(position), limits, clock=lambda: next(ticks))
    found = search.choices(position)
    assert not found[0].proven
    assert found[0].visits > 0


def test_who_may_have_left_is_not_reckoned_with() -> None:
    position = GAMES["halves"].start("3p-random", seed=1).leave(2)
    assert knowledge_of(position).solver(position) is None


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


@pytest.mark.parametrize("variant", mostly_at_night(VARIANTS, ["3p-random"]))
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
