"""The puzzles of a week, and the program that looks for them and tries them."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from rules import GAMES
from rules.puzzles import Goal, Puzzle, puzzle_of, weekly_puzzles
from rules.puzzles.__main__ import main, match, search, wrong

ALL = weekly_puzzles()


def test_there_are_enough_for_a_year_and_of_every_game() -> None:
    assert len(ALL) >= 52
    assert len({puzzle.id for puzzle in ALL}) == len({puzzle.line for puzzle in ALL}) == len(ALL)
    assert min(Counter(puzzle.game for puzzle in ALL).values()) >= 10
    assert {puzzle.game for puzzle in ALL} == set(GAMES)


@pytest.mark.parametrize("puzzle", ALL, ids=[puzzle.id for puzzle in ALL])
def test_one_move_wins_and_no_other(puzzle: Puzzle) -> None:
    assert wrong(puzzle) == ""
    assert puzzle.goal.kind in ("win", "outplay")
    assert sum(1 for _ in puzzle.position.moves()) >= 5


def test_what_is_wrong_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = ALL[0]
    assert "not the moves" in wrong(replace(puzzle, answers=("pass",)))
    lesson = puzzle_of("abande-three")
    assert lesson is not None
    assert wrong(lesson) == ""
    assert "more than one answer" in wrong(replace(lesson, task=""))
    assert main(["check"]) == 0
    assert "puzzles are right" in capsys.readouterr().out


def test_puzzles_are_found_in_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "apart", "--first", "2", "--matches", "1", "--goals", "win"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    puzzle = Puzzle("x", "apart", Goal.read("win"), found["position"], tuple(found["answers"]))
    assert wrong(puzzle) == ""
    assert match("apart", "standard", 2) == match("apart", "standard", 2)


def test_too_much_is_given_up() -> None:
    assert list(search("halves", "2p", range(1, 2), ("outplay",), 1)) == []
