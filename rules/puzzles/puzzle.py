"""Puzzles as they are written down beside their games, and what their moves lead to."""

import functools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib import resources
from typing import Any

from rules.engine import knowledge_of
from rules.engine.hints import counted_text
from rules.game import Game, Move, Position
from rules.puzzles.goals import Goal, GoalKind, TooManyError, refutation, value
from rules.registry import GAMES

LESSONS, WEEKLY = "puzzles.json", "weekly.json"
_TRIED = 20_000
"""So many positions are tried for somebody who waits."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, a ``task`` in a sentence, and the ``answers``: all moves that fulfil it.

    A star in an answer stands for anything. ``line`` is encoded. ``why`` tells why the answers are
    right. ``wrong`` has a sentence for moves that suggest themselves, ``otherwise`` one for all
    others. A puzzle of the week has only what can be worked out: no title, no ``why`` and nothing
    about wrong moves.
    """

    id: str
    game: str
    goal: Goal
    line: str
    answers: tuple[str, ...]
    title: str = ""
    task: str = ""
    why: str = ""
    otherwise: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """The position in which the answer is to be found."""
        return GAMES[self.game].decode(self.line)

    def accepts(self, move: Move | str) -> bool:
        """Whether a legal move is one of the answers."""
        return any(fnmatchcase(str(move), answer) for answer in self.answers)

    def answer(self) -> Move:
        """One of the answers."""
        return next(move for move in self.position.moves() if self.accepts(move))

    def __hash__(self) -> int:
        return hash(self.id)


def lessons(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that teach a game, in their order; none where nobody made any.

    Raises KeyError for a game that there is not.
    """
    return _stored(GAMES[game], LESSONS)


def weekly_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of all games from which that of a week is taken, by their ids."""
    found = (each for game in GAMES.values() for each in _stored(game, WEEKLY))
    return tuple(sorted(found, key=lambda each: each.id))


def puzzle_of(puzzle_id: str) -> Puzzle | None:
    """The puzzle with this id, None if there is none (any more)."""
    return next((each for each in _all() if each.id == puzzle_id), None)


def _all() -> Iterator[Puzzle]:
    for game in GAMES:
        yield from lessons(game)
    yield from weekly_puzzles()


@functools.cache
def _stored(game: Game, name: str) -> tuple[Puzzle, ...]:
    file = resources.files(game.package).joinpath(name)
    if not file.is_file():
        return ()
    entries = json.loads(file.read_text("utf-8"))
    return tuple(_puzzle(game.info.id, entry) for entry in entries)


def _puzzle(game: str, entry: dict[str, Any]) -> Puzzle:
    rest = {
        name: entry[name]
        for name in ("title", "task", "why", "otherwise", "wrong")
        if name in entry
    }
    goal, answers = Goal.read(entry["goal"]), tuple(entry["answers"])
    return Puzzle(entry["id"], game, goal, entry["position"], answers, **rest)


@dataclass(frozen=True, slots=True)
class Consequence:
    """What ``move`` leads to.

    ``answer`` is what the other player would do about a wrong one, if that shows what is wrong;
    ``loses`` says that it wins for them at once. ``counted`` says in words what the move changed
    where a number was asked for: ``leaves them 2 stones that can detach, of 3``.
    """

    move: Move
    is_right: bool
    answer: Move | None = None
    loses: bool = False
    counted: str = ""


def consequence(puzzle: Puzzle, move: Move) -> Consequence:
    """What comes of ``move``, which is legal in the puzzle's position."""
    position, goal, is_right = puzzle.position, puzzle.goal, puzzle.accepts(move)
    after = position.after(move)
    if is_right or after.to_move is None:
        return Consequence(move, is_right)
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


def _counted(position: Position, goal: Goal, move: Move) -> str:
    knowledge = knowledge_of(position)
    feature = next(each for each in knowledge.features if each.name == goal.feature)
    assert position.to_move is not None
    now = knowledge.measured(position, position.to_move)[goal.feature]
    then = value(position, move, goal.feature)
    return "" if then == now else counted_text(feature, now, then)
