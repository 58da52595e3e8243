"""The search: it finds what is forced, keeps its limits, and serves any number of seats."""

import random

import pytest

from rules import GAMES
from rules.engine import Limits, Search, knowledge_of
from rules.engine.knowledge import Knowledge
from tests.kit.positions import met
from tests.kit.rules import CASES, start
from tests.kit.toy_game import Hex


def search(position, nodes: int, **options) -> Search:
    return Search(knowledge_of(position), Limits(nodes, **options))


def test_a_forced_win_is_proven() -> None:
    # White on b2 and c2 can be stopped on one side only.
    position = Hex().start()
    for text in ("b2", "a4", "c2", "d4"):
        position = position.play(text)
    best = search(position, 3000).choices(position)[0]
    assert best.proven
    assert best.expected == 1
    line = position
    for move in best.line:
        line = line.play(move)
    assert line.outcome is not None
    assert line.outcome.winners == (position.to_move,)


def test_a_lost_match_is_known_to_be_lost() -> None:
    position = Hex().start()
    for text in ("b2", "a4", "c2", "d4", "d2"):
        position = position.play(text)
    found = search(position, 5000).choices(position)
    if found[0].proven:
        assert found[0].expected in (1, -1)
    assert {str(each.move) for each in found} == {str(move) for move in position.moves()}


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_nodes_are_capped(game: str, variant: str) -> None:
    for position in met(game, variant, 4):
        made = search(position, 200)
        widest = max(len(list(knowledge_of(position).choices(position))), 400)
        made.choices(position)
        assert made.nodes <= 200 + 8 * widest


def test_seconds_are_capped() -> None:
    position = GAMES["detach"].start()
    ticks = iter(range(1000))
    made = Search(knowledge_of(position), Limits(10**9, seconds=5.0), clock=lambda: next(ticks))
    assert made.choices(position)
    assert next(ticks) < 9


def test_three_seats_have_a_value_each() -> None:
    position = start("halves", "3p")
    for choice in search(position, 300).choices(position):
        assert len(choice.each) == 3
        assert choice.expected == choice.each[0]
        assert all(-1 <= value <= 1 for value in choice.each)


@pytest.mark.parametrize(
    ("game", "variant"), [case for case in CASES if not case[1].startswith("3p")]
)
def test_what_is_good_for_one_of_two_is_bad_for_the_other(game: str, variant: str) -> None:
    knowledge: Knowledge
    for position in met(game, variant, 12):
        knowledge = knowledge_of(position)
        assert knowledge.worth(position, 0) == pytest.approx(-knowledge.worth(position, 1))


def test_lines_can_be_played() -> None:
    for game, variant in CASES:
        position = start(game, variant)
        for choice in search(position, 300).choices(position)[:5]:
            after = position
            for move in choice.line:
                after = after.play(move)


class Indifferent(Knowledge):
    def worth(self, *_: object) -> float:
        return 0.0


def test_what_looks_the_same_is_decided_by_chance() -> None:
    position = Hex().start()
    first = {
        str(Search(Indifferent(), Limits(1), random.Random(seed)).choices(position)[0].move)
        for seed in range(8)
    }
    assert len(first) > 1
