"""Puzzles of the Daily: each is proved again by the rules alone, and none is like another."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from rules import GAMES
from rules.puzzles import (
    Goal,
    GoalKind,
    Puzzle,
    Refutations,
    consequence,
    daily_puzzles,
    puzzle_of,
)
from tests.kit.by_day import at_night, mostly_at_night
from tests.rules.puzzles.checking import (
    FEWEST_OF_A_STEP,
    alike,
    cheapest,
    counts_fault,
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


@pytest.mark.parametrize("game", mostly_at_night(GAMES, ["detach"]))
def test_none_is_like_another(game: str) -> None:
    assert list(alike(of_game(game))) == []


def test_there_are_enough_of_every_game_variant_and_difficulty() -> None:
    assert counts_fault(DAILY) == ""
    for game in GAMES:
        steps = [each.difficulty for each in of_game(game)]
        assert min(steps.count(step) for step in range(1, 6)) >= FEWEST_OF_A_STEP
    assert len({each.line for each in DAILY}) == len({each.id for each in DAILY}) == len(DAILY)


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


def test_it_is_counted_how_many_moves_an_answer_refutes() -> None:
    found = Refutations.of({"a1": "b2", "a2": "b2", "a3": "c3", "a4": "b2"})
    assert found is not None
    assert found.counted() == {"b2": 3, "c3": 1}


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
