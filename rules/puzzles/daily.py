"""What is stored about a puzzle of the Daily beside its position, and the sentences made of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import ascii_letters
from typing import Self

from rules.engine import knowledge_of
from rules.engine.hints import Kind, Merit
from rules.game import Position
from rules.puzzles.goals import Goal, GoalKind
from rules.texts import Counted, Text, sentences

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

    def each(self, wrong: Sequence[str]) -> dict[str, str]:
        """The refuting answer of every wrong move; ``wrong`` are all of them.

        Raises ValueError where they are not as many as are stored.
        """
        letters = "".join(letter * int(many or 1) for many, letter in _RUN.findall(self.runs))
        answers = (self.answers[ascii_letters.index(letter)] for letter in letters)
        return dict(zip(sorted(wrong), answers, strict=True))


def task_of(goal: Goal, position: Position) -> Text:
    """What is asked for, in a sentence or two."""
    if goal.kind in _COUNTING:
        features = {each.name: each.what for each in knowledge_of(position).features}
        return _COUNTING[goal.kind].of(what=features[goal.feature])
    if goal == Goal(GoalKind.WIN):
        return _WIN_NOW
    return _HOLD if goal.kind is GoalKind.HOLD else _WIN.of(number=goal.moves)


def why_of(goal: Goal, position: Position, number: int, gain: str, following: str) -> Text:
    """Why the answers are right, of which there are so many that lead to something different.

    ``gain`` is a feature that the right move changes, as whoever is to move counts it before and
    after: ``points 3 5``, or empty. ``following`` is the next move that wins after most answers,
    after how many, and of how many: ``b3 33 36``, or empty. Raises ValueError for anything else.
    """
    counted, only = None, _ONLY.of(number=number)
    if gain:
        feature, now, then = gain.split()
        counted = Merit(Kind.COUNTS, feature, int(now), int(then)).said(position)
    if goal.kind in _COUNTING:
        return sentences(counted, only)
    if goal.kind is GoalKind.HOLD:
        return sentences(Merit(Kind.GUARDS).said(position), only)
    if goal.moves == 1:
        return sentences(Merit(Kind.WINS).said(position), only)
    return sentences(_WINS.of(number=goal.moves), only, _next_move(following), counted)


def _next_move(following: str) -> Text | None:
    if not following:
        return None
    move, *numbers = following.split()
    often, count = map(int, numbers)
    told = _NEXT if often == count else _OFTEN_NEXT if often * _RARE > count else _NO_NEXT
    return told.of(move=move, often=often, number=count)


_WIN_NOW = Text("Win at once, with one move.")
_WIN = Counted(
    "Win in {number} move, whatever the answer.", "Win in {number} moves, whatever the answers."
)
_HOLD = Text("Keep the next player from winning at once.")
_COUNTING = {
    GoalKind.MOST: Text("{what}: which move makes this number largest?"),
    GoalKind.FEWEST: Text("{what}: which move makes this number smallest?"),
}
_WINS = Counted(
    "It wins in {number} move, whatever the answers.",
    "It wins in {number} moves, whatever the answers.",
)
_ONLY = Counted("No other move does that.", "Only {number} moves do that.")
_NEXT = Counted(
    "They have one answer. Then your next move is `{move}`.",
    "Your next move is `{move}`, whichever of their {number} answers they choose.",
)
_OFTEN_NEXT = Text(
    "Your next move is `{move}` after {often} of their {number} answers, another after the rest."
)
_NO_NEXT = Text("Your next move depends on which of their {number} answers they choose.")
_RARE = 3  # a move that fits no more than one of so many answers is not named
