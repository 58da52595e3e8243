"""Puzzles: positions with a task, the moves that fulfil it, and what other moves lead to.

Those that teach a game lie beside it in ``puzzles.json``, those of the Daily in ``daily.json``.
"""

import functools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from importlib import resources
from typing import Any

from rules.engine import knowledge_of
from rules.engine.hints import Kind, Merit
from rules.game import Game, Move, Position
from rules.games import GAMES
from rules.puzzles.daily import Refutations, task_of, why_of
from rules.puzzles.goals import Goal, GoalKind, TooManyError, refutation, value
from rules.texts import Text

LESSONS, DAILY = "puzzles.json", "daily.json"
EASIEST, HARDEST = 1, 5
"""Difficulties of the Daily's puzzles."""
_TRIED = 20_000
"""So many positions are tried for somebody who waits."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, a ``task`` in a sentence, and the ``answers``: all moves that fulfil it.

    A star in an answer stands for anything. ``line`` is encoded. ``why`` tells why the answers are
    right. ``wrong`` has a sentence for moves that suggest themselves, ``otherwise`` one for all
    others.

    A puzzle of the Daily has a ``difficulty`` from 1 to 5; elsewhere that is 0. ``main`` is the
    right move and, where that wins later, how it goes on to the win, by the texts of the moves.
    ``refutations`` say what refutes wrong moves where that is stored.
    """

    id: str
    game: str
    goal: Goal
    line: str
    answers: tuple[str, ...]
    title: Text | None = None
    task: Text | None = None
    why: Text | None = None
    otherwise: Text | None = None
    wrong: Mapping[str, Text] = field(default_factory=dict)
    difficulty: int = 0
    main: tuple[str, ...] = ()
    refutations: Refutations | None = None

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

    def main_line(self) -> tuple[Move, ...]:
        """The right move, the answers that resist longest, and the win; empty but in the Daily."""
        position, found = self.position, list[Move]()
        for text in self.main:
            found.append(position.parse(text))
            position = position.after(found[-1])
        return tuple(found)

    def sequel(self) -> tuple[Position, Move] | None:
        """The move that shows why the answer is right, and the position that it is made in.

        It is the last move of the main line, or the one that refutes most wrong moves where the
        other player is to be kept from winning. None where the answer shows all.
        """
        position, line = self.position, self.main_line()
        if len(line) > 1:
            for move in line[:-1]:
                position = position.after(move)
            return position, line[-1]
        if self.goal.kind is not GoalKind.HOLD or self.refutations is None:
            return None
        threats = self.refutations.threats()
        text = next((text for text, each in _refuted(self).items() if each in threats[:1]), None)
        if text is None:
            return None
        position = position.play(text)
        return position, position.parse(threats[0])

    def refuted(self, move: Move | str) -> Move | None:
        """The stored answer that refutes a legal move.

        None for a right move, for one that ends the game, and where nothing is stored.
        """
        answer = _refuted(self).get(str(move))
        return self.position.play(move).parse(answer) if answer else None

    def __hash__(self) -> int:
        return hash(self.id)


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
    goal, line, answers = Goal.read(entry["goal"]), entry["position"], tuple(entry["answers"])
    plain = Puzzle(entry["id"], game, goal, line, answers)
    if "difficulty" not in entry:
        return plain
    position, refuted = plain.position, entry.get("refuted")
    refutations = Refutations(tuple(refuted["by"]), refuted["runs"]) if refuted else None
    threats = refutations.threats() if refutations else ()
    told = entry.get("different", 1), entry.get("gain", ""), entry.get("next", "")
    return replace(
        plain,
        task=task_of(goal, position),
        why=why_of(goal, position, *told, threats),
        difficulty=entry["difficulty"],
        main=tuple(entry["line"]),
        refutations=refutations,
    )


@functools.lru_cache(maxsize=64)
def _refuted(puzzle: Puzzle) -> Mapping[str, str]:
    """The stored answer to each wrong move."""
    if puzzle.refutations is None:
        return {}
    texts = map(str, puzzle.position.moves())
    return puzzle.refutations.each([text for text in texts if not puzzle.accepts(text)])


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
