"""What the next best move lacks is on the board by a plain reading of the rules."""

import re

import pytest

from rules import Position
from rules.puzzles import GoalKind, Puzzle
from tests.kit.by_day import at_night
from tests.rules.puzzles.plainly import origins, points
from tests.rules.puzzles.told import COUNTING, rights, said

NEXT_BEST = re.compile(r"The next best, (?:such as )?`(\S+)`: \d+ [a-z ]+\. ?(.*)")
POSSIBLE = re.compile(r"But then `((\w+)>\S+)` is possible\.")
CANNOT = re.compile(r"But (\w+) then cannot detach\.")
COUNTS = re.compile(r"But (\w+) still (?:counts (\d)|touches (White|Black))\.")
TOUCHES_NONE = re.compile(r"But (\w+) then touches no piece of (White|Black)\.")
KEEPS = re.compile(r"But (White|Black) keeps (\w+)\.")
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
    found = KEEPS.fullmatch(why)
    assert found is not None
    assert found[1] == other
    assert bad.pieces()[found[2]].colour != colour
    assert found[2] in well
    return "keeps"


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
