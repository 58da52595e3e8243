"""Puzzles of the Daily: each is proved again by the rules alone, and none is like another."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from rules import GAMES, Position
from rules.puzzles import Goal, GoalKind, Puzzle, consequence, daily_puzzles, puzzle_of
from rules.puzzles.daily import Refutations, why_of
from tests.kit.by_day import at_night
from tests.rules.engine.test_counted import COUNTED
from tests.rules.puzzles.checking import (
    FEWEST_OF_A_STEP,
    alike,
    cheapest,
    counts_fault,
    forces,
    tenth,
    wrong_daily,
)

DAILY = daily_puzzles()
BY_DAY = 4
WON = [each for each in DAILY if each.refutations and each.goal.kind is GoalKind.WIN]


def of_game(game: str) -> list[Puzzle]:
    return [each for each in DAILY if each.game == game]


@pytest.mark.parametrize("game", GAMES)
def test_some_of_each_game_are_right_by_the_rules_alone(game: str) -> None:
    found = cheapest(game, BY_DAY)
    assert len(found) == BY_DAY
    assert {each.id: fault for each in found if (fault := wrong_daily(each))} == {}


@pytest.mark.night
def test_a_tenth_of_all_is_right_another_one_every_day() -> None:
    today = datetime.now(UTC).toordinal()
    assert {each.id: fault for each in tenth(today) if (fault := wrong_daily(each))} == {}


@pytest.mark.parametrize("game", GAMES)
def test_none_is_like_another(game: str) -> None:
    assert list(alike(of_game(game))) == []


def test_there_are_enough_of_every_game_variant_and_difficulty() -> None:
    assert counts_fault(DAILY) == ""
    for game in GAMES:
        steps = [each.difficulty for each in of_game(game)]
        assert min(steps.count(step) for step in range(1, 6)) >= FEWEST_OF_A_STEP
    assert len({each.line for each in DAILY}) == len({each.id for each in DAILY}) == len(DAILY)


@pytest.mark.parametrize("game", GAMES)
def test_what_explains_an_answer_can_be_counted(game: str) -> None:
    """The sentence names a number before and after the right move."""
    for puzzle in of_game(game):
        position, (move, *_) = puzzle.position, puzzle.main_line()
        assert position.to_move is not None
        after = position.after(move)
        told = [
            f"from {was} to {then[name]}"
            for name, was in COUNTED[game](position, position.to_move).items()
            if after.outcome is None
            and (then := COUNTED[game](after, position.to_move)).get(name) not in (None, was)
        ]
        said = str(puzzle.why)
        assert ": from" not in said or any(each in said for each in told), puzzle.id
        assert len(said) <= 280


NEXT = re.compile(
    r"ext move is `(\S+)`(?: after (\d+) of|, whichever of)?(?: their (\d+) answers)?"
    r"(?:.* After `(\S+)` it is `(\S+)`)?"
)
"""The next move, after how many answers, of how many, and another answer with the move after it."""


@pytest.mark.parametrize("step", [20, at_night(1)])
def test_the_next_move_wins_after_as_many_answers_as_is_said(step: int) -> None:
    told = [(each, named) for each in WON if (named := NEXT.search(str(each.why)))]
    assert len(told) > 200
    for puzzle, named in told[::step]:
        seat, left = puzzle.position.to_move, puzzle.goal.moves - 2
        assert seat is not None
        after, known = puzzle.position.after(puzzle.main_line()[0]), dict[Any, bool]()
        answered = {
            each.written: at for each in after.moves() if (at := after.after(each)).outcome is None
        }
        wins = {
            text: [
                move.written
                for move in at.moves()
                if move.written in named.groups() and forces(at.after(move), seat, left, known)
            ]
            for text, at in answered.items()
        }
        assert len(answered) == int(named[3] or 1), puzzle.id
        assert sum(named[1] in each for each in wins.values()) == int(named[2] or len(answered))
        if named[4]:
            assert named[1] not in wins[named[4]], puzzle.id
            assert named[5] in wins[named[4]], puzzle.id


def test_the_threat_wins_after_a_tenth_of_the_wrong_moves() -> None:
    held = [each for each in DAILY if each.goal.kind is GoalKind.HOLD]
    for puzzle in held[::10]:
        position, threats = puzzle.position, re.findall(r"`(\S+)`", str(puzzle.why))
        wrong = [each for each in position.moves() if not puzzle.accepts(each)]
        assert len(threats) in (1, 2)
        for text in threats:
            wins = sum(wins_by(position.after(move), text) for move in wrong)
            assert wins * 10 >= len(wrong), puzzle.id


def wins_by(position: Position, text: str) -> bool:
    move = next((each for each in position.moves() if str(each) == text), None)
    end = None if move is None else position.after(move).outcome
    return end is not None and position.to_move in end.winners


def test_a_wrong_move_says_what_refutes_it() -> None:
    puzzle = WON[0]
    moves = {str(move): move for move in puzzle.position.moves()}
    wrong = [move for text, move in moves.items() if text not in puzzle.answers]
    for move in wrong[:5]:
        reached = consequence(puzzle, move)
        assert not reached.is_right
        assert reached.answer == puzzle.refuted(move)
    right = consequence(puzzle, moves[puzzle.answers[0]])
    assert right.is_right
    assert puzzle.refuted(puzzle.answers[0]) is right.answer is None


def test_the_line_goes_on_to_the_win() -> None:
    puzzle = WON[0]
    position = puzzle.position
    for move in puzzle.main_line():
        position = position.play(move)
    assert position.outcome is not None
    assert puzzle.position.to_move in position.outcome.winners


def test_old_puzzles_can_still_be_opened_by_their_ids() -> None:
    old = puzzle_of("apart-w17")
    assert old is not None
    assert old.accepts(old.answer())
    assert old.main_line() == ()
    assert old.refuted(old.answer()) is None
    assert all(each.difficulty for each in DAILY)


@pytest.mark.parametrize(
    ("refuted", "runs"),
    [
        ({"a": "x", "b": "x", "c": "y"}, "2ab"),
        ({"b": "x", "a": "y", "c": ""}, "bac"),
        ({f"{number:03}": "x" for number in range(300)}, "300a"),
    ],
)
def test_refutations_are_stored_in_a_few_letters(refuted: dict[str, str], runs: str) -> None:
    stored = Refutations.of(refuted)
    assert stored is not None
    assert stored.runs == runs
    assert stored.each(list(refuted)) == refuted
    with pytest.raises(ValueError, match=r"shorter|longer"):
        stored.each(["a"])


def test_too_many_different_answers_are_not_stored() -> None:
    assert Refutations.of({str(number): str(number) for number in range(53)}) is None


@pytest.mark.parametrize("text", ["points", "points 3", "points 3 x"])
def test_what_is_no_gain_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        why_of(WON[0].goal, WON[0].position, 1, text, "")


FAULTS: Sequence[tuple[dict[str, object], str]] = (
    ({"answers": ("pass",)}, "no legal move"),
    ({"main": ()}, "does not begin"),
    ({"refutations": None}, "None does not refute"),
    ({"difficulty": 6}, "something lacks"),
    ({"goal": Goal(GoalKind.WIN)}, "not the moves"),
)


@pytest.mark.parametrize(
    ("changed", "told"), [*FAULTS[:-1], at_night(*FAULTS[-1])], ids=lambda each: str(each)[:20]
)
def test_what_is_wrong_is_found(changed: dict[str, object], told: str) -> None:
    assert told in wrong_daily(replace(WON[0], **changed))  # type: ignore[arg-type]


def test_two_that_are_alike_are_found() -> None:
    puzzle = WON[0]
    assert list(alike([puzzle, replace(puzzle, id="again")])) == [(puzzle.id, "again")]
