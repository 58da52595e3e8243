"""Every level of the engine: its moves are legal, can be repeated, and win where they should."""

import itertools
import random

import pytest

from rules import GAMES, Position
from rules.engine import LEVELS, Choice, Limits, Search, choose, knowledge_of, levels
from rules.engine.knowledge import random_move, share_of
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
from tests.kit.plain_endings import wins_at_once
from tests.kit.positions import hostile, known_to_be_hostile, met
from tests.kit.rules import CASES, start
from tests.kit.toy_game import Hex

FEW = Limits(nodes=60)
POSITIONS = 3
UNKNOWN = Hex()
EVERY = (*CASES, (UNKNOWN.info.id, UNKNOWN.info.variants[0].id))


@pytest.fixture(autouse=True, scope="module")
def _a_game_without_knowledge():
    with GAMES.registered(UNKNOWN):
        yield


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(EVERY, [*ONE_OF_EACH, EVERY[-1]]))
def test_moves_are_legal(game: str, variant: str) -> None:
    """Also where no match leads, and where turns are too many to be listed."""
    positions = met(game, variant, POSITIONS)
    for position in (*positions, *hostile(game, variant, POSITIONS), *crowded(game)):
        for level in LEVELS:
            move = choose(position, level, seed=3, limits=FEW)
            assert position.legal(str(move)) == move


def crowded(game: str) -> list[Position]:
    return [each for each in known_to_be_hostile() if each.info.id == game]


def test_a_win_is_found_on_the_longer_way() -> None:
    # The turn that captures nothing leaves the other side alone as well, and so loses.
    for position in known_to_be_hostile():
        for ply in itertools.islice(position.results(), 40):
            after = position.after(ply)
            if after.to_move is not None and wins_at_once(after, 2_000):
                for level in (1, 3):
                    outcome = after.after(choose(after, level, 1, FEW)).outcome
                    assert outcome is not None
                    assert outcome.winners == (after.to_move,)


@pytest.mark.parametrize(("variant", "share"), [("2p", 0.25), ("3p", 0.7)])
def test_beginners_move_at_random_the_more_the_more_play(variant: str, share, monkeypatch) -> None:
    at_random = object()
    monkeypatch.setattr(levels, "random_move", lambda *_: at_random)
    position = start("halves", variant)
    chosen = [choose(position, 1, seed) for seed in range(400)]
    assert chosen.count(at_random) / 400 == pytest.approx(share, abs=0.05)


@pytest.mark.parametrize("game", list(GAMES))
def test_where_turns_are_thousands_level_3_takes_more_nodes(game: str, monkeypatch) -> None:
    taken: dict[int, int] = {}
    really = Search.choices

    def counting(search: Search, position: Position) -> list[Choice]:
        taken[level] = search.limits.nodes
        search.limits = FEW
        return really(search, position)

    monkeypatch.setattr(Search, "choices", counting)
    for level in (3, 4):
        choose(GAMES[game].start(), level, 1)
    assert taken == {3: 10_000 if game == "glaisher" else 1_000, 4: 60_000}


LIMITS = Limits(nodes=80)
CASES = {
    ("detach", "hexhex5"): (6, 0.9),
    ("halves", "2p-random"): (10, 0.95),
    ("apart", "standard"): (6, 0.9),
    ("abande", "square"): (6, 0.9),
    ("glaisher", "basic"): (10, 0.9),
}
"""How many matches, and what share of them the engine wins at least."""


def won(game: str, variant: str) -> float:
    """The share of its matches that the engine wins, in both seats in turn."""
    number, _ = CASES[game, variant]
    total = 0.0
    for match in range(number):
        position, chance = start(game, variant, match), random.Random(match)
        known = knowledge_of(position)
        while position.to_move is not None:
            if position.to_move == match % 2:
                move = Search(known, LIMITS, chance).choices(position)[0].move
            else:
                move = known.winning(position) or random_move(position, chance)
            position = position.after(move)
        total += (share_of(match % 2, position.outcome, 2) + 1) / 2
    return total / number


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, [("glaisher", "basic")]))
def test_the_engine_wins(game: str, variant: str) -> None:
    assert won(game, variant) >= CASES[game, variant][1]
