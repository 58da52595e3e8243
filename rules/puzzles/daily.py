"""What is stored about a puzzle of the Daily beside its position, and the sentences made of it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import ascii_letters
from typing import Self

from rules.engine import knowledge_of
from rules.engine.hints import Kind, Merit
from rules.game import Position
from rules.puzzles.goals import Goal, GoalKind
from rules.texts import Counted, Text, either, sentences

_MOST_NAMED, _OFTEN = 2, 10
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

    def threats(self) -> list[str]:
        """The answers that refute most, at most two: each at least a tenth of the wrong moves."""
        refuted = Counter[str]()
        for many, letter in _RUN.findall(self.runs):
            refuted[self.answers[ascii_letters.index(letter)]] += int(many or 1)
        common = refuted.most_common(_MOST_NAMED)
        return [move for move, many in common if move and many * _OFTEN >= refuted.total()]

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
    if goal.kind is GoalKind.HOLD:
        return _HOLD.of(side=_next_side(position))
    return _WIN.of(number=goal.moves)


def why_of(
    goal: Goal,
    position: Position,
    number: int,
    gain: str = "",
    following: str = "",
    threats: Sequence[str] = (),
) -> Text:
    """Why the answers are right, of which there are so many that lead to something different.

    ``gain`` is a feature that the right move changes, as whoever is to move counts it before and
    after: ``points 3 5``, or empty. ``following`` is the next move that wins after most answers,
    after how many, and of how many: ``b3 33 36``; where a number is asked for, the number that the
    next best move brings; or empty. ``threats`` are the moves that win after wrong ones. Raises
    ValueError for anything else.
    """
    counted, only = None, _ONLY.of(number=number)
    if gain:
        feature, now, then = gain.split()
        counted = Merit(Kind.COUNTS, feature, int(now), int(then)).said(position)
    if goal.kind in _COUNTING:
        second = _SECOND.of(number=int(following)) if following else None
        return sentences(counted, only, second)
    if goal.kind is GoalKind.HOLD:
        return sentences(_threat(position, threats), _STOPS.of(number=number))
    if goal.moves == 1:
        return sentences(Merit(Kind.WINS).said(position), only)
    return sentences(_WINS.of(number=goal.moves), only, _next_move(following), counted)


def _threat(position: Position, moves: Sequence[str]) -> Text:
    if not moves:
        return _THREATS.of(side=_next_side(position))
    return _THREAT.of(side=_next_side(position), moves=either([f"`{move}`" for move in moves]))


def _next_side(position: Position) -> Text:
    """The side that moves next."""
    seats = position.variant.seats
    following = ((position.to_move or 0) + 1) % seats
    return position.info.sides[position.colour_of(following)]


def _next_move(following: str) -> Text | None:
    if not following:
        return None
    move, often, number, *other = following.split()
    if often == number:
        return _NEXT.of(move=move, number=int(number))
    if int(often) * _RARE <= int(number):
        return _NO_NEXT.of(number=int(number))
    answer, then = other
    return _OFTEN_NEXT.of(move=move, often=often, number=number, answer=answer, other=then)


_WIN_NOW = Text("Win at once, with one move.")
_WIN = Counted(
    "Win in {number} move, whatever the answer.", "Win in {number} moves, whatever the answers."
)
_HOLD = Text("Keep {side} from winning at once.")
_THREAT = Text("{side} threatened to win by {moves}.")
_THREATS = Text("{side} threatened to win in many ways.")
_STOPS = Counted("No other move stops that.", "Only {number} moves stop that.")
_SECOND = Text("The next best move brings {number}.")
_COUNTING = {
    GoalKind.MOST: Text("Which move makes this number largest? {what}."),
    GoalKind.FEWEST: Text("Which move makes this number smallest? {what}."),
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
    "Your next move is `{move}` after {often} of their {number} answers. After `{answer}` it is "
    "`{other}`."
)
_NO_NEXT = Text("Your next move depends on which of their {number} answers they choose.")
_RARE = 3  # a move that fits no more than one of so many answers is not named
