"""``python -m tests.rules.puzzles``: look for puzzles, and try whether those stored are right."""

import argparse
import itertools
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.engine import choose
from rules.game import Move, Position
from rules.games import GAMES
from rules.puzzles import Puzzle, lessons, weekly_puzzles
from rules.puzzles.goals import Forcing, Goal, GoalKind, TooManyError
from tests.kit.fulfilling import fulfilling

MOST_MOVES = 4_000
"""Positions with more moves than that are left alone."""
TRIED = 4_000
"""So many positions are tried before one gives up."""
LAST = 12
"""So many positions of a match are looked at, the last ones: earlier ones are hardly decided."""
_TO_THE_END = 1_000
_LEVELS = (1, 2, 2, 2)
_GOALS = ("win", "win 2", "outplay")


@dataclass(frozen=True, slots=True)
class Found:
    """A position in which the ``answers``, which all lead to the same, are the only ones."""

    position: Position
    goal: Goal
    answers: tuple[str, ...]
    seed: int


def search(
    game: str, variant: str, seeds: range, goals: tuple[str, ...], tried: int = TRIED
) -> Iterator[Found]:
    """What is found in one match for each seed, the latest position first; two a match at most."""
    for seed in seeds:
        found = (
            each
            for position in reversed(match(game, variant, seed)[-LAST:])
            for each in _puzzles(position, goals, tried, seed)
        )
        yield from itertools.islice(found, 2)


def match(game: str, variant: str, seed: int) -> tuple[Position, ...]:
    """The positions of a match that an engine plays against itself, but for the last one."""
    chance = random.Random(seed)
    position, found = GAMES[game].start(variant), []
    while position.to_move is not None:
        found.append(position)
        move = choose(position, chance.choice(_LEVELS), chance.getrandbits(32))
        position = position.after(move)
    return tuple(found)


def _puzzles(position: Position, goals: tuple[str, ...], tried: int, seed: int) -> Iterator[Found]:
    moves = list(itertools.islice(position.moves(), MOST_MOVES + 1))
    if not 5 <= len(moves) <= MOST_MOVES:
        return
    for text in goals:
        goal = Goal.read(text)
        try:
            winning = _winning(position, goal, moves, tried)
        except TooManyError:
            continue
        if winning and len({position.after(move) for move in winning}) == 1:
            yield Found(position, goal, tuple(sorted(map(str, winning))), seed)
        if winning:
            return  # who can win so at once has no puzzle for later


def _winning(position: Position, goal: Goal, moves: list[Move], tried: int) -> list[Move]:
    assert position.to_move is not None
    forcing = Forcing(position.to_move, tried)
    left = _TO_THE_END if goal.kind is GoalKind.OUTPLAY else goal.moves - 1
    return [move for move in moves if forcing.wins(position.after(move), left)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when all is well, 1 when a stored puzzle is wrong."""
    options = _parser().parse_args(arguments)
    if options.command == "check":
        taught = [puzzle for game in GAMES for puzzle in lessons(game)]
        return _check([*taught, *weekly_puzzles()])
    seeds = range(options.first, options.first + options.matches)
    goals = tuple(options.goals or _GOALS)
    for found in search(options.game, options.variant, seeds, goals, options.tried):
        entry = {
            "position": found.position.encode(),
            "goal": str(found.goal),
            "answers": found.answers,
        }
        print(json.dumps(entry), flush=True)
    return 0


def wrong(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle; empty when nothing is.

    One of a week has to have a single answer, though it may be written in several ways.
    """
    position = puzzle.position
    right = [move for move in position.moves() if puzzle.accepts(move)]
    if sorted(map(str, right)) != list(fulfilling(position, puzzle.goal)):
        return "the answers are not the moves that fulfil the task"
    if not puzzle.task and len({position.after(move) for move in right}) != 1:
        return "there is more than one answer"
    return ""


def _check(puzzles: Sequence[Puzzle]) -> int:
    bad = {puzzle.id: told for puzzle in puzzles if (told := wrong(puzzle))}
    for name, told in bad.items():
        print(f"{name}: {told}", file=sys.stderr)
    print(f"{len(puzzles) - len(bad)} of {len(puzzles)} puzzles are right")
    return 1 if bad else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.puzzles", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="try every legal move of every stored puzzle")
    looking = commands.add_parser("search", help="print puzzles from matches of the engine")
    looking.add_argument("game", choices=list(GAMES))
    looking.add_argument("variant", nargs="?", help="the game's first one if not given")
    looking.add_argument("--first", type=int, default=1, help="the seed of the first match")
    looking.add_argument("--matches", type=int, default=10)
    looking.add_argument("--goals", nargs="*", help="such as win, win 2 and outplay")
    looking.add_argument("--tried", type=int, default=TRIED, help="how many positions")
    return parser


if __name__ == "__main__":
    sys.exit(main())
