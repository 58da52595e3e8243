"""Every variant of every game, and random play in them that a number repeats exactly."""

import functools
import random
from collections.abc import Iterator
from typing import TypeAlias

from rules import GAMES, Move, MoveError, Position
from rules.game import Event

CASES = tuple((game, variant.id) for game in GAMES for variant in GAMES[game].info.variants)
"""Every (game, variant)."""

Moment: TypeAlias = tuple[Position, tuple[Event, ...]]
"""A position and what the move before it did."""

_SEED = 5


def start(game: str, variant: str, seed: int = _SEED) -> Position:
    """The first position of a variant; ``seed`` counts where it has one."""
    seeded = next(known for known in GAMES[game].info.variants if known.id == variant).seeded
    return GAMES[game].start(variant, seed=seed if seeded else None)


def judged(position: Position, text: str) -> Move | MoveError:
    try:
        return position.parse(text)
    except MoveError as error:
        return error


def texts(position: Position) -> set[str]:
    return {str(move) for move in position.moves()}


def random_move(position: Position, chance: random.Random) -> Move:
    """A move put together step by step, as a person would; long ones are possible."""
    taken: tuple[str, ...] = ()
    while True:
        menu = position.steps(taken)
        if menu.complete and (not menu.options or chance.random() < 0.5):
            return menu.complete
        # Sorted, so that the order of a menu does not decide what is played.
        taken = (*taken, chance.choice(sorted(step.text for step in menu.options)))


def random_match(game: str, variant: str, seed: int) -> Iterator[tuple[Position, Move, Position]]:
    """A match played to its end at random: each position, the move made and what it gave."""
    chance = random.Random(f"{game} {variant} {seed}")
    position = start(game, variant, seed)
    while position.outcome is None:
        move = random_move(position, chance)
        after = position.play(move)
        yield position, move, after
        position = after


def moments(game: str, variant: str | None = None, seed: int = 0) -> Iterator[Moment]:
    """A whole match at random, from its start to its end."""
    variant = variant or GAMES[game].info.variants[0].id
    yield start(game, variant, seed), ()
    for before, move, after in random_match(game, variant, seed):
        yield after, before.events(move)


@functools.cache
def sampled(game: str, variant: str, most: int = 12) -> tuple[Position, ...]:
    """Positions where somebody is to move, the start among them, from random matches."""
    met = [position for seed in range(2) for position, _, _ in random_match(game, variant, seed)]
    chance = random.Random(f"{game} {variant} sample")
    return (start(game, variant), *chance.sample(met, min(most - 1, len(met))))
