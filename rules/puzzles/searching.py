"""Looking for puzzles: an engine plays itself, and its positions are tried for a single answer."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine import choose
from rules.game import Move, Position
from rules.puzzles.goals import Forcing, Goal, GoalKind, TooManyError
from rules.registry import GAMES

MOST_MOVES = 4_000
"""Positions with more moves than that are left alone."""
TRIED = 4_000
"""So many positions are tried before one gives up."""
LAST = 12
"""So many positions of a match are looked at, the last ones: earlier ones are hardly decided."""
_TO_THE_END = 1_000
_LEVELS = (1, 2, 2, 2)


@dataclass(frozen=True, slots=True)
class Found:
    """A position in which the ``answers``, which all lead to the same, are the only ones.

    ``out_of`` is how many moves are legal there.
    """

    position: Position
    goal: Goal
    answers: tuple[str, ...]
    out_of: int
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
            yield Found(position, goal, tuple(sorted(map(str, winning))), len(moves), seed)
        if winning:
            return  # who can win so at once has no puzzle for later


def _winning(position: Position, goal: Goal, moves: list[Move], tried: int) -> list[Move]:
    assert position.to_move is not None
    forcing = Forcing(position.to_move, tried)
    left = _TO_THE_END if goal.kind is GoalKind.OUTPLAY else goal.moves - 1
    return [move for move in moves if forcing.wins(position.after(move), left)]
