"""Positions to look at: from matches of the engine, and one strange move away from those."""

import itertools
import random
import re
from collections.abc import Iterator

from rules.engine import choose
from rules.engine.knowledge import random_move
from rules.engine.search import Limits
from rules.game import Game, Position
from rules.puzzles.mining.proving import at_a_look

LAST = 18
"""So many positions of a match are looked at, the last ones: earlier ones are hardly decided."""

_LEVELS = ((3, 3), (2, 3), (3, 4), (1, 1), (0, 0), (0, 0))  # 0 moves at random
_LIMITS = {3: Limits(400, endings=2_000), 4: Limits(2_000, endings=5_000)}
_BESIDE = 4  # positions beside each of them
_THINNED = {"apart": range(5, 10)}
"""With so many pieces a side there is a puzzle in a game of which whole matches have hardly any."""
_PLY = re.compile("(?<= ply:)[0-9]+")
_DRAWN = 12  # times that pieces are taken away, until nobody could win at once
_SIDE = re.compile("(?<= )(white|black):([a-z0-9,]+)")


def positions(game: Game, variant: str, seed: int, number: int) -> Iterator[Position]:
    """The last positions of match ``number``, the last first, each with some beside it."""
    chance = random.Random(f"{game.info.id} {variant} {seed} {number}")
    met = list(_match(game, variant, chance))
    for position in itertools.islice(reversed(met), LAST):
        yield position
        for _ in range(_BESIDE):
            beside = _thinned(game, position, chance)
            if beside is None:
                beside = position.after(random_move(position, chance))
            if beside.to_move is not None:
                yield beside


def _thinned(game: Game, position: Position, chance: random.Random) -> Position | None:
    """The same with few pieces of each side, such that nobody wins at once.

    None in games that need no such help.
    """
    numbers = _THINNED.get(game.info.id)
    if numbers is None:
        return None

    def few(side: re.Match[str]) -> str:
        cells = side[2].split(",")
        number = min(len(cells), chance.choice(numbers))
        return f"{side[1]}:{','.join(sorted(chance.sample(cells, number)))}"

    line = _PLY.sub(str(position.ply + 1), position.encode().partition(" quiet:")[0])
    for _ in range(_DRAWN):
        threatening = game.decode(_SIDE.sub(few, line))
        thinned = game.decode(_PLY.sub(str(position.ply), threatening.encode()))
        if thinned.to_move is None or threatening.to_move is None:
            continue
        if at_a_look(threatening) is None and at_a_look(thinned) is None:
            break
    return thinned


def _match(game: Game, variant: str, chance: random.Random) -> Iterator[Position]:
    """A match that is careless at first, and goes on between two levels, or careless to its end."""
    seeded = next(each.seeded for each in game.info.variants if each.id == variant)
    position: Position = game.start(variant, seed=chance.getrandbits(20) if seeded else None)
    levels, careless = list(chance.choice(_LEVELS)), chance.choice((0, 1))
    chance.shuffle(levels)
    longest = game.info.turns * position.variant.seats
    opening = chance.randrange(longest // 2, longest)
    while position.to_move is not None:
        yield position
        level = levels[position.to_move % len(levels)] if position.ply >= opening else careless
        if not level:
            position = position.after(random_move(position, chance))
            continue
        move = choose(position, level, chance.getrandbits(30), _LIMITS.get(level))
        position = position.after(move)
