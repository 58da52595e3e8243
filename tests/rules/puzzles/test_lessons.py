"""Puzzles that teach: what is right is what fulfils the task, nothing else."""

import re
from dataclasses import replace

import pytest

from rules import GAMES, Position
from rules.puzzles import Goal, GoalKind, Puzzle, consequence, lessons, puzzle_of
from rules.puzzles.goals import Forcing, TooManyError, refutation
from tests.kit.fulfilling import fulfilling

ALL = [puzzle for game in GAMES for puzzle in lessons(game)]
NAMES = [puzzle.id for puzzle in ALL]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_short_course(game: str) -> None:
    assert 5 <= len(lessons(game)) <= 8


@pytest.mark.parametrize("puzzle", ALL, ids=NAMES)
def test_what_is_said_of_wrong_moves_is_of_wrong_moves(puzzle: Puzzle) -> None:
    legal = {str(move) for move in puzzle.position.moves()}
    assert set(puzzle.wrong) <= legal
    for move in puzzle.wrong:
        assert not consequence(puzzle, puzzle.position.parse(move)).is_right
    for text in (puzzle.task, puzzle.why, puzzle.otherwise, *puzzle.wrong.values()):
        assert re.fullmatch(r"[A-Z0-9a-i][^<>]*[.?]", str(text)), text
        assert len(str(text)) <= 240


def test_ids_are_their_own_and_fit_into_a_button() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(re.fullmatch("[a-z0-9-]{1,32}", name) for name in NAMES)
    assert puzzle_of(NAMES[0]) == ALL[0]
    assert puzzle_of("nothing") is None


@pytest.mark.parametrize("puzzle", ALL, ids=NAMES)
def test_what_a_wrong_move_leads_to_is_true(puzzle: Puzzle) -> None:
    position = puzzle.position
    tried = [move for move in position.moves() if not puzzle.accepts(move)]
    for move in tried[:: max(1, len(tried) // 4)]:
        reached, after = consequence(puzzle, move), position.after(move)
        if reached.answer is None:
            continue
        then = after.play(reached.answer)
        if reached.loses:
            assert then.outcome is not None
            assert after.to_move in then.outcome.winners
        else:
            left = puzzle.goal.moves - 1 if puzzle.goal.kind is GoalKind.WIN else 1_000
            assert not Forcing(position.to_move or 0).wins(then, left)


@pytest.mark.parametrize("text", ["win", "win 2", "outplay", "hold", "most a", "fewest b", "do C"])
def test_goals_are_written_as_they_are_read(text: str) -> None:
    assert str(Goal.read(text)) == text


def halves(tiles: str) -> Position:
    return GAMES["halves"].decode(f"2p waning ply:40 turn:0 {tiles} seats:light,dark")


def test_a_game_that_is_over_has_no_answer() -> None:
    over = halves("light:-2,0;-1,0;0,0 dark:1,0;2,0").play("0,0/1,0")
    with pytest.raises(ValueError, match="over"):
        fulfilling(over, Goal.read("win"))


def test_trying_has_an_end() -> None:
    position = GAMES["halves"].start("2p")
    with pytest.raises(TooManyError):
        refutation(position, Goal.read("outplay"), 50)


def test_what_a_move_changes_is_counted() -> None:
    puzzle = puzzle_of("detach-join")
    assert puzzle is not None
    told = {str(consequence(puzzle, move).counted) for move in puzzle.position.moves()}
    assert "Their stones that can detach: from 9 to 8." in told
    assert "None" in told


def wrong(puzzle: Puzzle) -> str:
    """What is wrong with a lesson; empty when nothing is."""
    right = sorted(str(move) for move in puzzle.position.moves() if puzzle.accepts(move))
    is_right = right == list(fulfilling(puzzle.position, puzzle.goal))
    return "" if is_right else "the answers are not the moves that fulfil the task"


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.id)
def test_the_answers_are_the_moves_that_fulfil_the_task(puzzle: Puzzle) -> None:
    assert wrong(puzzle) == ""
    assert puzzle.accepts(puzzle.answer())
    assert not puzzle.accepts("resign")


def test_what_is_wrong_is_found() -> None:
    lesson = puzzle_of("abande-three")
    assert lesson is not None
    assert "not the moves" in wrong(replace(lesson, answers=("pass",)))


@pytest.mark.parametrize("text", ["most", "do", "hold on", "lose", ""])
def test_what_is_no_goal_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Goal.read(text)
