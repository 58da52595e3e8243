"""Puzzles: positions with a task, the moves that fulfil it, and what other moves lead to.

Those that teach a game lie beside it in ``puzzles.json``, those of the Daily in ``daily.json``.
"""

import functools
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

from rules.engine import knowledge_of
from rules.engine.hints import Kind, Merit
from rules.game import Game, Move, Position
from rules.games import GAMES
from rules.puzzles.explaining import (
    Explanation,
    explained,
    marked,
    other_answers,
    task_of,
)
from rules.puzzles.goals import AT_ONCE, Goal, GoalKind, TooManyError, refutation, value
from rules.puzzles.puzzle import Puzzle, Refutations
from rules.puzzles.threats import Scene
from rules.texts import Text

LESSONS, DAILY = "puzzles.json", "daily.json"
_TRIED = 20_000
"""So many positions are tried for somebody who waits."""


def lessons(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that teach a game, in their order; none where nobody made any.

    Raises KeyError for a game that there is not.
    """
    return _stored(GAMES[game], LESSONS)


def daily_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of all games from which that of a day is taken, by their ids."""
    found = (each for game in GAMES.values() for each in _stored(game, DAILY) if each.difficulty)
    return tuple(sorted(found, key=lambda each: each.id))


def puzzle_of(puzzle_id: str) -> Puzzle | None:
    """The puzzle with this id, None if there is none (any more)."""
    return next((each for each in _all() if each.id == puzzle_id), None)


def _all() -> Iterator[Puzzle]:
    for game in GAMES:
        yield from lessons(game)
        yield from _stored(GAMES[game], DAILY)


@functools.cache
def _stored(game: Game, name: str) -> tuple[Puzzle, ...]:
    file = resources.files(game.package).joinpath(name)
    if not file.is_file():
        return ()
    read = _daily if name == DAILY else _puzzle
    return tuple(read(game.info.id, entry) for entry in json.loads(file.read_text("utf-8")))


def _puzzle(game: str, entry: dict[str, Any]) -> Puzzle:
    goal, line, answers = (entry.pop(name) for name in ("goal", "position", "answers"))
    wrong = {move: Text.of_file(why, game) for move, why in entry.pop("wrong", {}).items()}
    name = entry.pop("id")
    said: dict[str, Any] = {field: Text.of_file(words, game) for field, words in entry.items()}
    return Puzzle(name, game, Goal.read(goal), line, tuple(answers), wrong=wrong, **said)


def _daily(game: str, entry: dict[str, Any]) -> Puzzle:
    """A puzzle of the Daily, or an old one of a week, which has no difficulty any more."""
    refuted = entry.get("refuted")
    puzzle = Puzzle(
        entry["id"],
        game,
        Goal.read(entry["goal"]),
        entry["position"],
        tuple(entry["answers"]),
        difficulty=entry.get("difficulty", 0),
        refutations=Refutations(tuple(refuted["by"]), refuted["runs"]) if refuted else None,
    )
    main, *others = (
        replace(puzzle, main=tuple(each.get("line", ())), following=each.get("next", ""))
        for each in (entry, *entry.get("others", ()))
    )
    return replace(main, others=tuple(others))


@dataclass(frozen=True, slots=True)
class Consequence:
    """What ``move`` leads to.

    ``answer`` is what the other player would do about a wrong one, if that shows what is wrong;
    ``loses`` says that it wins for them at once. ``counted`` says what the move changed where a
    number was asked for: ``Their stones that can detach: from 3 to 2.``
    """

    move: Move
    is_right: bool
    answer: Move | None = None
    loses: bool = False
    counted: Text | None = None


def consequence(puzzle: Puzzle, move: Move) -> Consequence:
    """What comes of ``move``, which is legal in the puzzle's position."""
    position, goal, is_right = puzzle.position, puzzle.goal, puzzle.accepts(move)
    after = position.after(move)
    if is_right or after.to_move is None:
        return Consequence(move, is_right)
    stored = puzzle.refuted(move)
    if stored is not None:
        outcome = after.after(stored).outcome
        loses = outcome is not None and after.to_move in outcome.winners
        return Consequence(move, False, stored, loses)
    winning = knowledge_of(after).winning(after)
    if winning is not None:
        return Consequence(move, False, winning, loses=True)
    if goal.kind in (GoalKind.MOST, GoalKind.FEWEST):
        return Consequence(move, False, counted=_counted(position, goal, move))
    if goal.kind is GoalKind.OUTPLAY or (goal.kind is GoalKind.WIN and goal.moves > 1):
        try:
            return Consequence(move, False, refutation(after, goal, _TRIED))
        except TooManyError:
            pass
    return Consequence(move, False)


def _counted(position: Position, goal: Goal, move: Move) -> Text | None:
    knowledge = knowledge_of(position)
    assert position.to_move is not None
    now = knowledge.measured(position, position.to_move)[goal.feature]
    then = value(position, move, goal.feature)
    if then == now:
        return None
    return Merit(Kind.COUNTS, goal.feature, now, then).said(position)
