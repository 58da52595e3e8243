"""The search: it finds what is forced, keeps its limits, and serves any number of seats."""

import math
import random
from collections import defaultdict
from statistics import mean

import pytest

from rules import GAMES, Position
from rules.engine import Choice, Limits, Search, choose, knowledge_of
from rules.engine.knowledge import Knowledge
from rules.engine.search import Node
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


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_nodes_are_capped_and_lines_can_be_played(game: str, variant: str) -> None:
    for position in met(game, variant, 4):
        made = search(position, 200)
        widest = max(len(list(knowledge_of(position).choices(position))), 400)
        for choice in made.choices(position)[:5]:
            after = position
            for move in choice.line:
                after = after.play(move)
        assert made.nodes <= 200 + 8 * widest


def test_seconds_are_capped() -> None:
    position = GAMES["detach"].start()
    ticks = iter(range(1000))
    made = Search(knowledge_of(position), Limits(10**9, seconds=5.0), clock=lambda: next(ticks))
    assert made.choices(position)
    assert next(ticks) < 9


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_what_may_be_expected_is_the_mean_of_what_was_seen_below(
    game: str, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[Node, list[tuple[float, ...]]] = defaultdict(list)
    tell, ranked, checked = Node.tell, Search._ranked, set[Node]()

    def keep(node: Node, each: tuple[float, ...]) -> None:
        told[node].append(each)
        tell(node, each)

    def check(made: Search, root: Node, position: Position) -> list[Choice]:
        waiting = [root]
        while waiting:
            node = waiting.pop()
            checked.add(node)
            check_node(node, told[node], opened=node is not root)
            waiting += node.followers or ()
        return ranked(made, root, position)

    monkeypatch.setattr(Node, "tell", keep)
    monkeypatch.setattr(Search, "_ranked", check)
    for position in met(game, variant, 3):
        search(position, 300).choices(position)
    assert checked >= {node for node, each in told.items() if each}


def check_node(node: Node, told: list[tuple[float, ...]], *, opened: bool) -> None:
    """Each time it was seen it was ``opened``, or something that may follow was seen."""
    sums = [math.fsum(column) for column in zip(*told, strict=True)]
    assert (node.visits, node.total) == (len(told), pytest.approx(sums))
    for seat, total in enumerate(sums):
        usual = max(-0.98, min(0.98, total / len(told)))
        assert node.mean(seat) == pytest.approx(node.expected[seat] if node.proven else usual)
    if node.followers and not node.proven:
        assert node.visits == opened + sum(each.visits for each in node.followers)


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


MATCHES = 4
NEARLY = 0.35
"""By how much so few matches may differ."""


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_takes_about_as_many_turns(game: str) -> None:
    info = GAMES[game].info
    turns = mean(plies(game, number) / info.variants[0].seats for number in range(MATCHES))
    assert turns == pytest.approx(info.turns, rel=NEARLY)


def plies(game: str, number: int) -> int:
    """The length of a match in which a beginner meets another, or somebody of the next level."""
    chance, position = random.Random(number), start(game, GAMES[game].info.variants[0].id)
    levels = (1, 1 + number % 2)
    while position.to_move is not None:
        level = levels[(position.to_move + number // 2) % 2]
        position = position.after(choose(position, level, chance.getrandbits(32)))
    return position.ply
