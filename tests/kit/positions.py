"""Positions to think about: met in random matches, and such as no match leads to."""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

from rules import GAMES, Position, PositionError
from tests.kit.rules import random_match

_DATA = Path(__file__).parents[1] / "data"
_HOSTILE = _DATA / "apart_hostile.txt"


def printed(game: str, name: str) -> Position:
    """A position that the game's rule sheet shows, or another that tests share, by its name."""
    lines = json.loads((_DATA / f"{game}_positions.json").read_text(encoding="utf-8"))
    return GAMES[game].decode(lines[name])


def met(game: str, variant: str, number: int) -> list[Position]:
    """Positions where somebody is to move, from random matches; the same ones every time."""
    found: list[Position] = []
    for seed in itertools.count():
        found += [position for position, _, _ in random_match(game, variant, seed)]
        if len(found) >= 2 * number:
            return random.Random(f"{game} {variant}").sample(found, number)
    raise AssertionError("counting does not end")


def hostile(game: str, variant: str, number: int) -> Iterator[Position]:
    """Running positions that nobody would reach: crowded, empty, with towers."""
    made = _MADE.get(game)
    if made is None:
        return
    chance = random.Random(f"{game} {variant} hostile")
    left = number
    while left:
        try:
            position = GAMES[game].decode(made(chance, GAMES[game].start(variant)))
        except PositionError:
            continue
        if position.to_move is not None and next(position.moves(), None) is not None:
            left -= 1
            yield position


def known_to_be_hostile() -> list[Position]:
    """Positions of Apart with more turns than anybody could list."""
    lines = _HOSTILE.read_text(encoding="utf-8").splitlines()
    return [GAMES["apart"].decode(line) for line in lines if line and not line.startswith("#")]


def _two_sides(chance: random.Random, position: Position) -> tuple[list[str], list[str]]:
    names = list(position.variant.board.names)
    chance.shuffle(names)
    most = _MOST.get(position.info.id, len(names))
    first = chance.randint(1, min(len(names) - 1, most))
    second = chance.randint(0, min(len(names) - first, most))
    return names[:first], names[first : first + second]


def _stones(chance: random.Random, position: Position) -> str:
    white, black = _two_sides(chance, position)
    ply = chance.randint(2, 300)
    return f"{position.variant.id} ply:{ply} white:{','.join(white)} black:{','.join(black)}"


def _towers(chance: random.Random, position: Position) -> str:
    sides = [
        ",".join(f"{name}={chance.choice((1, 2, 3, 6, 9, 30, 9999))}" for name in side)
        for side in _two_sides(chance, position)
    ]
    ply = chance.randint(6, 390)
    return f"{position.variant.id} ply:{ply} red:{sides[0]} yellow:{sides[1]}"


_MOST = {"apart": 12}
_MADE = {"detach": _stones, "apart": _stones, "glaisher": _towers}
