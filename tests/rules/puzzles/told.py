"""What is told of the puzzles of the Daily, taken apart."""

import re

from rules.game import Move
from rules.puzzles import GoalKind, Puzzle, Scene, daily_puzzles, explained

DAILY = daily_puzzles()
COUNTING = [each for each in DAILY if each.goal.feature]
WON = [each for each in DAILY if each.goal.kind is GoalKind.WIN]
ALONG = [line for each in WON for line in (each, *each.others)]
"""Those to win, once for each board that a right move leads to."""
HELD = [each for each in DAILY if each.goal.kind is GoalKind.HOLD]


def said(puzzle: Puzzle, answer: Move | None = None) -> str:
    return str(explained(puzzle, answer).said)


def rights(puzzle: Puzzle) -> list[Move]:
    """The answers, one for each board that they lead to."""
    found = (puzzle.position.parse(text) for text in puzzle.answers)
    return [*{puzzle.position.after(each): each for each in found}.values()]


def line_of(puzzle: Puzzle, right: Move | None = None) -> list[Scene]:
    """The pictures of how it goes on, without those of other moves."""
    others = re.compile("instead|does not win by|If they play|If the new|After any other")
    return [each for each in explained(puzzle, right).scenes if not others.search(str(each.said))]


def side_of(puzzle: Puzzle, later: int) -> str:
    """The name of the side that moves next, or after so many others."""
    position = puzzle.position
    seat = ((position.to_move or 0) + later) % position.variant.seats
    return str(position.info.sides[position.colour_of(seat)])


def moves_in(text: str) -> list[str]:
    return re.findall(r"`(\S+)`", text)


def cells_of(text: str) -> set[str]:
    return set(re.findall(r"[a-k]\d+", text))
