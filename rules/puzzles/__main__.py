"""``python -m rules.puzzles``: look for puzzles, and try whether the stored ones are right."""

import argparse
import json
import sys
from collections.abc import Sequence

from rules.puzzles.goals import fulfilling
from rules.puzzles.puzzle import Puzzle, lessons, weekly_puzzles
from rules.puzzles.searching import TRIED, search
from rules.registry import GAMES

_GOALS = ("win", "win 2", "outplay")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when all is well, 1 when a stored puzzle is wrong."""
    options = _parser().parse_args(arguments)
    if options.command == "check":
        return _check([*_lessons(), *weekly_puzzles()])
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


def _lessons() -> list[Puzzle]:
    return [puzzle for game in GAMES for puzzle in lessons(game)]


def _check(puzzles: Sequence[Puzzle]) -> int:
    bad = {puzzle.id: told for puzzle in puzzles if (told := wrong(puzzle))}
    for name, told in bad.items():
        print(f"{name}: {told}", file=sys.stderr)
    print(f"{len(puzzles) - len(bad)} of {len(puzzles)} puzzles are right")
    return 1 if bad else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules.puzzles", description=__doc__)
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
