"""The search: it finds what is forced, keeps its limits, and serves any number of seats."""

import random
from statistics import mean

import pytest

from rules import GAMES
from rules.engine import Limits, Search, choose, knowledge_of
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
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


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH))
def test_nodes_are_capped_and_lines_can_be_played(game: str, variant: str) -> None:
    for position in met(game, variant, 2):
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


MATCHES = 4
NEARLY = 0.35
"""By how much so few matches may differ."""


@pytest.mark.night
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
