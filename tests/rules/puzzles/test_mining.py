"""The miner's sieves against the plain reading, on arbitrary positions."""

import itertools
import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules import GAMES, Position
from rules.puzzles import Goal, GoalKind
from rules.puzzles.goals import TooManyError
from rules.puzzles.mining.__main__ import graded, main, wanted
from rules.puzzles.mining.likeness import alike as is_alike
from rules.puzzles.mining.likeness import images, shape_of
from rules.puzzles.mining.matches import LAST, positions
from rules.puzzles.mining.proving import (
    GIVES,
    MAY_GIVE,
    Prover,
    at_a_look,
    best_of,
    by_the_rules,
    effects_of,
    reaching,
)
from rules.puzzles.mining.sieves import Candidate, is_narrow, sieved, unlike
from tests.kit.examples import examples
from tests.kit.rules import random_match
from tests.rules.engine.test_counted import COUNTED
from tests.rules.plain.places import hexagon
from tests.rules.puzzles.checking import forces, holds

SMALL = ("detach", "halves", "abande")
MANY = 100_000
EVERY = dict.fromkeys(GoalKind, True)


def near_the_end(game: str, seed: int, back: int, most: int = 10) -> Position:
    """A position of a match at random with few moves, so many plies before its end."""
    variants = GAMES[game].info.variants
    variant = variants[seed % len(variants)].id
    met = [position for position, _, _ in random_match(game, variant, seed)]
    position = met[max(0, len(met) - 1 - back)]
    assume(sum(1 for _ in itertools.islice(position.moves(), most + 1)) <= most)
    return position


@given(st.sampled_from(SMALL), st.integers(0, 40), st.integers(0, 5), st.sampled_from([0, 1, 1, 2]))
@examples(40)
def test_proofs_agree_with_trying_everything(game: str, seed: int, back: int, moves: int) -> None:
    position = near_the_end(game, seed, back)
    for seat in range(position.variant.seats):
        plainly = forces(position, seat, moves, {})
        assert Prover(seat, MANY, by_the_rules, MAY_GIVE).wins(position, moves) == plainly
        assert Prover(seat, MANY, at_a_look, GIVES).wins(position, moves) == plainly


@given(st.sampled_from(SMALL), st.integers(0, 40), st.integers(1, 6))
@examples(40)
def test_right_moves_and_refutations_are_those_of_the_plain_reading(
    game: str, seed: int, back: int
) -> None:
    position = near_the_end(game, seed, back)
    seat, effects = position.to_move, effects_of(position, MANY)
    assert seat is not None
    assert effects is not None
    assert sorted(map(str, itertools.chain(*effects.values()))) == sorted(
        map(str, position.moves())
    )
    won = {after for after in effects if forces(after, seat, 1, {})}
    kept = {after for after in effects if holds(after, seat)}
    for goal, plainly in ((Goal(GoalKind.WIN, 2), won), (Goal(GoalKind.HOLD), kept)):
        for look in (at_a_look, by_the_rules):
            found = reaching(effects, goal, seat, MANY, Prover(seat, MANY, look))
            assert found is not None
            assert set(found) == plainly


@given(st.sampled_from(list(GAMES)), st.integers(0, 20), st.integers(1, 12))
@examples(20)
def test_the_most_is_what_is_counted(game: str, seed: int, back: int) -> None:
    position = near_the_end(game, seed, back, 60)
    seat, effects = position.to_move, effects_of(position, MANY)
    assert seat is not None
    assert effects is not None
    afters = {after for after in effects if after.outcome is None}
    assume(len(afters) == len(effects))
    counts = {after: COUNTED[game](after, seat) for after in afters}
    feature = sorted(set.intersection(*(set(each) for each in counts.values())))[0]
    numbers = {after: each[feature] for after, each in counts.items()}
    for kind, best in ((GoalKind.MOST, max), (GoalKind.FEWEST, min)):
        then = best(numbers.values())
        found = best_of(effects, Goal(kind, 1, feature), seat)
        assert found == ([after for after in effects if numbers[after] == then], then)


MIRRORED = {place: name for name, place in hexagon(5).items()}
TURNED = {name: MIRRORED[-r, q + r] for name, (q, r) in hexagon(5).items()}
FLIPPED = {name: MIRRORED[r, q] for name, (q, r) in hexagon(5).items()}


def detach(white: list[str], black: list[str], ply: int) -> Position:
    line = f"hexhex5 ply:{ply} white:{','.join(white)} black:{','.join(black)}"
    return GAMES["detach"].decode(line)


@given(st.integers(0, 10_000), st.integers(4, 15), st.integers(0, 5), st.booleans())
@examples(30)
def test_what_is_turned_mirrored_and_changed_by_a_piece_is_alike(
    seed: int, number: int, turns: int, flips: bool
) -> None:
    chance = random.Random(seed)
    cells = chance.sample(sorted(TURNED), 2 * number + 1)
    white, black, spare = cells[:number], cells[number:-1], cells[-1]
    position = detach(white, black, 8)
    assume(position.to_move is not None)
    for way in [TURNED] * turns + [FLIPPED] * flips:
        white, black, spare = [way[c] for c in white], [way[c] for c in black], way[spare]
    white[chance.randrange(number)] = spare
    others_turn = detach(black, white, 9)
    for other in (detach(white, black, 8), others_turn):
        assume(other.to_move is not None)
        assert is_alike(images(position), shape_of(other), endless=False)
        assert unlike(other, [shape_of(position)]) is None


def test_halves_is_the_same_wherever_it_lies() -> None:
    line = "2p waning ply:28 turn:0 light:{} dark:{} seats:light,dark"
    game = GAMES["halves"]
    one = game.decode(line.format("-2,0;-2,1;-1,-1;0,0;1,-1", "-3,0;-3,2;0,-2;0,-1;2,-1"))
    moved = game.decode(line.format("-1,0;-1,1;0,-1;1,0;2,-1", "-2,0;-2,2;1,-2;1,-1;3,-1"))
    other = game.decode(line.format("-1,0;-1,1;0,-1;1,0;2,-1", "-2,0;-2,1;1,-2;1,-1;3,-2"))
    assert unlike(moved, [shape_of(one)]) is None
    assert unlike(other, [shape_of(one)]) is not None


def test_trying_has_an_end() -> None:
    position = GAMES["detach"].start("hexhex5")
    with pytest.raises(TooManyError):
        Prover(0, 3, at_a_look).wins(position, 3)
    with pytest.raises(TooManyError):
        Prover(0, 0, at_a_look).losing_to(position)
    assert effects_of(position, 10) is None


def test_positions_of_matches_come_from_their_seed_alone() -> None:
    found = [list(positions(GAMES["abande"], "hex", 1, number)) for number in (0, 0, 1)]
    assert found[0] == found[1] != found[2]
    assert LAST <= len(found[0]) <= 3 * LAST
    assert all(position.to_move is not None for each in found for position in each)


def test_a_position_that_is_no_puzzle_says_at_which_sieve_it_fell() -> None:
    fell = Counter[str]()
    assert sieved(GAMES["apart"].start(), [], [], EVERY, fell) is None
    start = GAMES["detach"].start()
    assert sieved(start, [], [], EVERY, fell) is None
    assert sieved(start, [shape_of(start)], [], EVERY, fell) is None
    assert fell["looked at"] == 3
    assert fell["likeness"] == 1
    assert fell.total() == 6


def test_answers_that_share_no_cell_are_two_ideas() -> None:
    position = GAMES["detach"].start()
    effects = effects_of(position, MANY)
    assert effects is not None
    by_text = {str(move): after for after, moves in effects.items() for move in moves}
    texts = sorted(by_text)
    same = Candidate(position, Goal(GoalKind.HOLD), effects, [by_text[each] for each in texts[:2]])
    ends = [by_text[texts[0]], by_text[texts[-1]]]
    assert is_narrow(same)
    assert not is_narrow(Candidate(position, Goal(GoalKind.HOLD), effects, ends))


def test_difficulties_are_fifths_by_nodes() -> None:
    entries = [{"id": str(n), "nodes": 2**n, "position": "", "goal": "win"} for n in range(10)]
    found = graded([*reversed(entries), {"id": "old", "goal": "win"}])
    assert [each.get("difficulty") for each in found] == [5, 5, 4, 4, 3, 3, 2, 2, 1, 1, None]


def test_goals_of_which_there_are_enough_are_not_wanted() -> None:
    entries = [{"goal": "hold", "nodes": 1}] * 10
    assert wanted([])[GoalKind.HOLD]
    assert not wanted(entries)[GoalKind.HOLD]
    assert wanted(entries)[GoalKind.WIN]


def test_the_miner_adds_what_it_finds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert (
            main(["abande", "hex", "--seed", "3", "--minutes", "0.02", "--into", str(tmp_path)])
            == 0
        )
    assert "puzzles found" in capsys.readouterr().out
    (mined,) = json.loads((tmp_path / "daily.mined.json").read_text("utf-8")).values()
    assert mined["looked at"] > 0
