"""A puzzle, and what is stored of it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import groupby
from string import ascii_letters
from typing import Self

from rules.game import Move, Position
from rules.games import GAMES
from rules.puzzles.goals import Goal
from rules.texts import Text

_RUN = re.compile(r"([0-9]*)([a-zA-Z])")


@dataclass(frozen=True, slots=True)
class Refutations:
    """Which answer refutes which wrong move.

    ``answers`` are few, each known by its letter, a to z, then A to Z. ``runs`` has the letter for
    every wrong move, in the order of their texts: ``3ab`` is ``a`` for three moves, then ``b``. The
    empty answer stands for a move that ends the game by itself.
    """

    answers: tuple[str, ...]
    runs: str

    @classmethod
    def of(cls, refuted: Mapping[str, str]) -> Self | None:
        """Those that refute each of these wrong moves; None where the answers are too many."""
        answers = tuple(dict.fromkeys(refuted.values()))
        if len(answers) > len(ascii_letters):
            return None
        letters = [ascii_letters[answers.index(refuted[move])] for move in sorted(refuted)]
        runs = [(letter, len(list(run))) for letter, run in groupby(letters)]
        return cls(answers, "".join(f"{many if many > 1 else ''}{each}" for each, many in runs))

    def counted(self) -> Counter[str]:
        """How many wrong moves each answer refutes."""
        found = Counter[str]()
        for many, letter in _RUN.findall(self.runs):
            found[self.answers[ascii_letters.index(letter)]] += int(many or 1)
        return found

    def each(self, wrong: Sequence[str]) -> dict[str, str]:
        """The refuting answer of every wrong move; ``wrong`` are all of them.

        Raises ValueError where they are not as many as are stored.
        """
        letters = "".join(letter * int(many or 1) for many, letter in _RUN.findall(self.runs))
        answers = (self.answers[ascii_letters.index(letter)] for letter in letters)
        return dict(zip(sorted(wrong), answers, strict=True))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, a ``goal``, and the ``answers``: all moves that reach it.

    A star in an answer stands for anything. ``line`` is encoded. Lessons say themselves what their
    ``task`` is and ``why`` the answers are right; ``wrong`` has a sentence for moves that suggest
    themselves, ``otherwise`` one for all others.

    A puzzle of the Daily has a ``difficulty`` from 1 to 5; elsewhere that is 0. ``main`` is the
    right move and, where that wins later, how it goes on to the win, by the texts of the moves.
    ``following`` is the next move that wins after most answers, after how many, and of how many,
    as ``b3 33 36``; where those are not all, another answer and the move after it may follow.
    ``others`` are the puzzle with ``main`` and ``following`` of right moves that lead to other
    boards. ``refutations`` say what refutes wrong moves where that is stored.
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
    following: str = ""
    others: tuple[Self, ...] = ()
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
        line = self.main_line()
        return line[0] if line else next(filter(self.accepts, self.position.moves()))

    def main_line(self) -> tuple[Move, ...]:
        """The right move, the answers that resist longest, and the win; empty but in the Daily."""
        position, found = self.position, list[Move]()
        for text in self.main:
            found.append(position.parse(text))
            position = position.after(found[-1])
        return tuple(found)

    def along(self, answer: Move) -> Self:
        """The puzzle with the line that begins as ``answer`` does; itself if none does."""
        after, position = self.position.after(answer), self.position
        lines = (each for each in (self, *self.others) if each.main)
        return next((each for each in lines if position.play(each.main[0]) == after), self)

    def refuted(self, move: Move | str) -> Move | None:
        """The stored answer that refutes a legal move.

        None for a right move, for one that ends the game, and where nothing is stored.
        """
        answer = _refuted(self).get(str(move))
        return self.position.play(move).parse(answer) if answer else None

    def __hash__(self) -> int:
        return hash(self.id)


@lru_cache(maxsize=64)
def _refuted(puzzle: Puzzle) -> Mapping[str, str]:
    """The stored answer to each wrong move."""
    if puzzle.refutations is None:
        return {}
    texts = map(str, puzzle.position.moves())
    return puzzle.refutations.each([text for text in texts if not puzzle.accepts(text)])
