"""The miner's sieves against the plain reading, on arbitrary positions."""

import itertools
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules import GAMES, Move, Position
from rules.puzzles import Goal, GoalKind, daily_puzzles
from rules.puzzles.goals import Forcing, TooManyError
from rules.puzzles.mining.__main__ import LAST, entry_of, graded, main, positions
from rules.puzzles.mining.sieves import (
    FOR_EACH,
    Candidate,
    aimed,
    images,
    is_narrow,
    proved,
    shape_of,
    sieved,
    small,
)
from rules.puzzles.mining.sieves import alike as is_alike
from tests.kit.examples import examples
from tests.kit.rules import random_match
from tests.rules.engine.test_counted import COUNTED
from tests.rules.plain.places import hexagon
from tests.rules.puzzles.checking import forces, holds

SMALL = ("detach", "halves", "abande")
MANY = 100_000
STORED = [next(each for each in daily_puzzles() if each.game == game) for game in SMALL]


def near_the_end(game: str, seed: int, back: int, most: int = 10) -> Position:
    """A position of a match at random with few moves, so many plies before its end."""
    variants = GAMES[game].info.variants
    variant = variants[seed % len(variants)].id
    met = [position for position, _, _ in random_match(game, variant, seed)]
    position = met[max(0, len(met) - 1 - back)]
    assume(sum(1 for _ in itertools.islice(position.moves(), most + 1)) <= most)
    return position


def everything(position: Position) -> dict[Position, list[Move]]:
    found: dict[Position, list[Move]] = {}
    for move in position.moves():
        found.setdefault(position.after(move), []).append(move)
    return found


@given(st.sampled_from(SMALL), st.integers(0, 40), st.integers(0, 5), st.sampled_from([0, 1, 1, 2]))
@examples(40)
def test_proofs_agree_with_trying_everything(game: str, seed: int, back: int, moves: int) -> None:
    position = near_the_end(game, seed, back)
    for seat in range(position.variant.seats):
        plainly = forces(position, seat, moves, {})
        assert Forcing(seat).wins(position, moves) == plainly
        assert plainly or not Forcing(seat, exact=False).wins(position, moves)


@given(st.sampled_from(SMALL), st.integers(0, 40), st.integers(1, 6))
@examples(40)
def test_right_moves_and_refutations_are_those_of_the_plain_reading(
    game: str, seed: int, back: int
) -> None:
    position = near_the_end(game, seed, back)
    seat, effects = position.to_move, everything(position)
    assert seat is not None
    won = [after for after in effects if forces(after, seat, 1, {})]
    kept = [after for after in effects if holds(after, seat)]
    for goal, plainly in ((Goal(GoalKind.WIN, 2), won), (Goal(GoalKind.HOLD), kept)):
        forcing = Forcing(seat)
        assert [each for each in effects if forcing.refuting(each, goal) is None] == plainly
        candidate = Candidate(position, seat, effects, goal, plainly)
        wrong = {str(move) for move in position.moves()} - set(candidate.answers)
        refuted = proved(candidate)
        assert refuted is None or set(refuted) == wrong
        if plainly:
            assert proved(Candidate(position, seat, effects, goal, plainly[1:])) is None


@given(st.sampled_from(SMALL), st.integers(0, 200), st.integers(1, 8))
@examples(60)
def test_what_is_aimed_at_is_what_the_plain_reading_finds(game: str, seed: int, back: int) -> None:
    position = near_the_end(game, seed, back, 20)
    effects = everything(position)
    found = aimed(position, effects)
    if found is None:
        return
    if found.goal.feature:
        counts = {each: COUNTED[game](each, found.seat)[found.goal.feature] for each in effects}
        best = (max if found.goal.kind is GoalKind.MOST else min)(counts.values())
        assert found.right == [each for each in effects if counts[each] == best]
    elif found.goal.kind is GoalKind.HOLD:
        assert found.right == [each for each in effects if holds(each, found.seat)]
    else:
        left = found.goal.moves - 1
        assert all(forces(each, found.seat, left, {}) for each in found.right)


MIRRORED = {place: name for name, place in hexagon(5).items()}
TURNED = {name: MIRRORED[-r, q + r] for name, (q, r) in hexagon(5).items()}
FLIPPED = {name: MIRRORED[r, q] for name, (q, r) in hexagon(5).items()}


def is_like(one: Position, other: Position) -> bool:
    endless = one.variant.board.endless
    return any(is_alike(each, shape_of(other), endless) for each in images(one))


def detach(white: list[str], black: list[str], ply: int) -> Position:
    line = f"hexhex5 ply:{ply} white:{','.join(white)} black:{','.join(black)}"
    return GAMES["detach"].decode(line)


@given(st.integers(0, 10_000), st.integers(4, 15), st.integers(0, 5), st.booleans())
@examples(30)
def test_what_is_turned_mirrored_and_changed_by_a_piece_is_alike(
    seed: int, number: int, turns: int, flips: bool
) -> None:
    chance = Random(seed)
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
        assert is_like(other, position)


def test_halves_is_the_same_wherever_it_lies() -> None:
    line = "2p waning ply:28 turn:0 light:{} dark:{} seats:light,dark"
    game = GAMES["halves"]
    one = game.decode(line.format("-2,0;-2,1;-1,-1;0,0;1,-1", "-3,0;-3,2;0,-2;0,-1;2,-1"))
    moved = game.decode(line.format("-1,0;-1,1;0,-1;1,0;2,-1", "-2,0;-2,2;1,-2;1,-1;3,-1"))
    other = game.decode(line.format("-1,0;-1,1;0,-1;1,0;2,-1", "-2,0;-2,1;1,-2;1,-1;3,-2"))
    assert is_like(moved, one)
    assert not is_like(other, one)


def test_trying_has_an_end() -> None:
    position = GAMES["detach"].start("hexhex5")
    for many, moves in ((3, 3), (0, 1)):
        with pytest.raises(TooManyError):
            Forcing(0, many).wins(position, moves)


def test_positions_of_matches_come_from_their_seed_alone() -> None:
    found = [list(positions(GAMES["abande"], "hex", Random(seed))) for seed in (0, 0, 1)]
    assert found[0] == found[1] != found[2]
    assert len(found[0]) > LAST
    assert all(position.to_move is not None for each in found for position in each)


def test_a_position_that_is_no_puzzle_says_at_which_sieve_it_fell() -> None:
    fell = Counter[str]()
    start = GAMES["detach"].start()
    assert sieved(start, [], fell) is None
    assert sieved(start, [shape_of(start)], fell) is None
    assert sieved(GAMES["abande"].start("hex").play("d4"), [], fell) is None
    assert fell == {"looked at": 3, "goal": 1, "likeness": 1, "size": 1}


def test_what_has_few_different_moves_is_no_puzzle() -> None:
    start = GAMES["detach"].start()
    effects = small(start)
    assert effects == everything(start)
    assert len(effects or ()) > FOR_EACH
    assert small(GAMES["abande"].start("hex").play("d4")) is None


def test_answers_that_share_no_cell_are_two_ideas() -> None:
    position = GAMES["detach"].start()
    effects = everything(position)
    by_text = {str(move): after for after, moves in effects.items() for move in moves}
    texts = sorted(by_text)
    same = Candidate(
        position, 0, effects, Goal(GoalKind.HOLD), [by_text[each] for each in texts[:2]]
    )
    ends = [by_text[texts[0]], by_text[texts[-1]]]
    assert is_narrow(same)
    assert not is_narrow(Candidate(position, 0, effects, Goal(GoalKind.HOLD), ends))


def test_difficulties_are_fifths_by_nodes() -> None:
    entries = [{"id": str(n), "nodes": 2**n, "position": "", "goal": "win"} for n in range(10)]
    entries = [*reversed(entries), {"id": "old", "goal": "win"}]
    graded(entries)
    assert [each.get("difficulty") for each in entries] == [5, 5, 4, 4, 3, 3, 2, 2, 1, 1, None]


def test_what_is_stored_of_a_puzzle_is_what_it_was_when_it_was_found() -> None:
    for puzzle in STORED:
        position, goal, seat = puzzle.position, puzzle.goal, puzzle.position.to_move
        assert seat is not None
        effects = everything(position)
        right = [each for each, moves in effects.items() if puzzle.accepts(moves[0])]
        candidate = Candidate(position, seat, effects, goal, right)
        assert is_narrow(candidate)
        entry = entry_of(candidate, puzzle.refutations, puzzle.id)
        assert tuple(entry["answers"]) == puzzle.answers
        assert len(entry["line"]) == len(puzzle.main)


@pytest.mark.night
def test_the_miner_adds_what_it_finds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert (
            main(["abande", "hex", "--seed", "3", "--minutes", "0.02", "--into", str(tmp_path)])
            == 0
        )
    assert "puzzles found" in capsys.readouterr().out
    (mined,) = json.loads((tmp_path / "daily.mined.json").read_text("utf-8"))
    assert mined["looked at"] > 0
