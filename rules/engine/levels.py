"""How strong an engine plays, from 1 to 4.

Node caps decide the first three levels, so that their games can be repeated from a seed on any
machine. The fourth thinks for seconds, and is repeated where its nodes alone are bounded.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.engine.games import knowledge_of
from rules.engine.knowledge import Knowledge, random_move
from rules.engine.search import Limits, Search
from rules.game import Move, Position
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Level:
    """One strength. ``wild`` is the share of moves made at random, by the number of players.

    ``heat`` is how easily a worse move is taken for the best; ``limits`` are those of the search,
    None for who looks one move ahead only.
    """

    number: int
    name: Text
    limits: Limits | None
    heat: float = 0.0
    wild: Mapping[int, float] = field(default_factory=dict)


LEVELS: Mapping[int, Level] = {
    level.number: level
    for level in (
        Level(1, Text("beginner", "level"), None, heat=0.25, wild={2: 0.25, 3: 0.7}),
        Level(2, Text("casual", "level"), None),
        Level(3, Text("skilled", "level"), Limits(nodes=1_000, endings=5_000, weighed=11_000)),
        Level(
            4,
            Text("strong", "level"),
            Limits(nodes=60_000, seconds=3.0, endings=200_000, weighed=30_000),
        ),
    )
}
"""The levels by their numbers."""

_OPENING = 2  # moves of each seat in which near ties are broken by chance, so that matches differ
_NEARLY = 0.03


class NoMoveError(ValueError):
    """There is no legal move to choose from."""


def choose(position: Position, level: int, seed: int = 0, limits: Limits | None = None) -> Move:
    """The move that an engine of ``level`` makes; ``limits`` replace those of its search.

    The same position, level, seed and node limit give the same move. Raises NoMoveError when the
    match is over, or nothing can be moved; KeyError for a level that there is not.
    """
    strength = LEVELS[level]
    if position.to_move is None:
        raise NoMoveError("the match is over")
    chance = random.Random(f"{seed} {level} {position.ply}")
    knowledge = knowledge_of(position)
    if strength.limits is None:
        return _at_a_glance(position, knowledge, strength, chance)
    if limits is None:
        limits = strength.limits
        if limits.seconds is None:  # where seconds decide, they are the same in every game
            limits = replace(limits, nodes=limits.nodes * knowledge.breadth)
    found = Search(knowledge, limits, chance).choices(position)
    if not found:
        raise NoMoveError("there is no legal move")
    if position.ply < _OPENING * position.variant.seats and not found[0].proven:
        best = found[0]
        close = [
            each
            for each in found
            if not each.proven
            and each.expected > best.expected - _NEARLY
            and 2 * each.visits > best.visits
        ]
        return chance.choice(close or [best]).move
    return found[0].move


def _at_a_glance(
    position: Position, knowledge: Knowledge, strength: Level, chance: random.Random
) -> Move:
    """A move by a look at what each leads to; one that wins at once is never missed."""
    winning = knowledge.winning(position)
    if winning is not None:
        return winning
    wild = strength.wild.get(position.variant.seats)
    if wild and chance.random() < wild:
        return random_move(position, chance)
    looks = knowledge if strength.heat else knowledge.at_a_glance()
    found = Search(looks, Limits(nodes=1), chance).choices(position)
    if not found:
        raise NoMoveError("there is no legal move")
    best = found[0].expected
    weights = [
        math.exp((each.expected - best) / strength.heat) if strength.heat else each.expected == best
        for each in found
    ]
    return chance.choices(found, weights)[0].move
