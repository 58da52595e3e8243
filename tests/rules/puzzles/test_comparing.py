"""What the next best move lacks is on the board by a plain reading of the rules."""

import re

import pytest

from rules import Position
from rules.puzzles import GoalKind, Puzzle
from tests.kit.by_day import at_night
from tests.rules.puzzles.plainly import number_of, origins, points
from tests.rules.puzzles.told import COUNTING, rights, said

NEXT_BEST = re.compile(r"The next best, (?:such as )?`(\S+)`: \d+ [a-z ]+\. ?(.*)")
POSSIBLE = re.compile(r"But then `((\w+)>\S+)` is possible\.")
CANNOT = re.compile(r"But (\w+) then cannot detach\.")
COUNTS = re.compile(r"But (\w+) still (?:counts (\d)|touches (White|Black))\.")
TOUCHES_NONE = re.compile(r"But (\w+) then touches no piece of (White|Black)\.")
SWAP = re.compile(r"\w+x")
LESS = re.compile(r"Your (stack|stone) on (\w+) then counts only (\d)\.")
CUTS = re.compile(r"It cuts off (?:only )?(\d+|none) of your tiles\.")


@pytest.mark.parametrize("step", [3, at_night(1)])
def test_what_the_next_best_move_lacks_differs_from_the_right_one(step: int) -> None:
    told = dict[str, int]()
    for puzzle in COUNTING[::step]:
        for right in rights(puzzle):
            found = NEXT_BEST.search(said(puzzle, right))
            assert found is not None
            ends = puzzle.position.after(right), puzzle.position.play(found[1])
            assert not puzzle.accepts(puzzle.position.parse(found[1]))
            is_known = {"abande": abande, "detach": detach, "halves": halves}.get(puzzle.game)
            kind = is_known(puzzle, *ends, found[2]) if is_known else found[2]
            told[kind] = told.get(kind, 0) + 1
    assert told.get("", 0) * 10 <= sum(told.values())
    assert {"counts", "possible", "cuts"} <= told.keys()


def test_the_next_best_move_keeps_the_swap_of_the_right_one_if_it_can() -> None:
    told = 0
    for puzzle in (each for each in COUNTING if each.game == "detach"):
        for right in rights(puzzle):
            origin, swaps = right.written.split(">")[0], SWAP.findall(right.written)
            found = NEXT_BEST.search(said(puzzle, right))
            assert found is not None
            best = number_of(puzzle, puzzle.position.play(found[1]))
            alike = [
                each
                for each in puzzle.position.moves()
                if each.written.startswith(f"{origin}>")
                if SWAP.findall(each.written) == swaps != []
                if not puzzle.accepts(each)
                if number_of(puzzle, puzzle.position.after(each)) == best
            ]
            if alike:
                assert SWAP.findall(found[1]) == swaps, puzzle.id
                told += 1
    assert told > 10


def abande(puzzle: Puzzle, good: Position, bad: Position, why: str) -> str:
    own, before = puzzle.position.to_move or 0, puzzle.position
    colour = own if puzzle.goal.kind is GoalKind.MOST else 1 - own
    other = str(before.info.sides[1 - colour])
    was, well, ill = (points(each, "WB"[colour]) for each in (before, good, bad))
    if found := COUNTS.fullmatch(why):
        cell = found[1]
        assert was[cell] == ill[cell] > well.get(cell, 0)
        assert found[2] is None or int(found[2]) == ill[cell]
        assert found[3] in (None, other)
        assert bool(found[3]) == (good.pieces()[cell].colour == colour)
        return "counts"
    if found := TOUCHES_NONE.fullmatch(why):
        assert found[2] == other
        assert bad.pieces()[found[1]].colour == colour
        assert found[1] not in ill
        assert found[1] in was.keys() | well.keys()
        return "none"
    assert colour == own
    (right,), (wrong,) = (came(before, each, own) for each in (good, bad))
    if found := LESS.fullmatch(why):
        assert found[2] == wrong
        assert int(found[3]) == ill[wrong] == bad.pieces()[wrong].height < well[right]
        assert (found[1] == "stone") == (ill[wrong] == 1)
        return "less"
    assert why == ""
    assert ill[wrong] >= well[right]
    return why


def came(before: Position, after: Position, owner: int) -> set[str]:
    """Where a side stands newly."""
    stood, stands = (
        {cell for cell, piece in each.pieces().items() if piece.colour == owner}
        for each in (before, after)
    )
    return stands - stood


def detach(puzzle: Puzzle, good: Position, bad: Position, why: str) -> str:
    own = puzzle.position.to_move or 0
    if puzzle.goal.kind is GoalKind.MOST:
        found = CANNOT.fullmatch(why)
        if found is None:
            assert why == ""
            return why
        assert bad.pieces()[found[1]].colour == own
        assert found[1] not in origins(bad, own)
        return "cannot"
    found = POSSIBLE.fullmatch(why)
    assert found is not None, why
    assert found[1] in {each.written for each in bad.moves()}
    assert found[2] not in origins(good, 1 - own)
    return "possible"


def halves(puzzle: Puzzle, good: Position, bad: Position, why: str) -> str:
    found, own = CUTS.fullmatch(why), puzzle.position.colour_of(puzzle.position.to_move or 0)
    assert found is not None
    before, kept, more = (
        sum(each.colour == own for each in at.pieces().values())
        for at in (puzzle.position, bad, good)
    )
    assert before - 1 - kept == int(found[1].replace("none", "0"))
    assert more < kept
    return "cuts"
