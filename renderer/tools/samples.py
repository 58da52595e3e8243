"""Positions to look at: moments of games played at random, the same ones every time."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from renderer.request import PictureRequest
from rules.game import Event, Game, Move, Position, StepKind, StepMenu
from rules.registry import GAMES

Moment: TypeAlias = tuple[Position, tuple[Event, ...]]
"""A position and what the move before it did."""

_MATCHES = 3  # of every variant
_STOPPING = 0.5  # how often a move ends where it may


def random_move(position: Position, chance: random.Random) -> Move:
    """A move put together step by step; the game must not be over."""
    taken: tuple[str, ...] = ()
    while True:
        menu = position.steps(taken)
        stops = not menu.options or chance.random() < _STOPPING
        if menu.complete is not None and stops:
            return menu.complete
        taken = (*taken, chance.choice(menu.options).text)


def moments(game: str, variant: str | None = None, seed: int = 0) -> Iterator[Moment]:
    """A whole game at random, from its start to its end."""
    rules = GAMES[game]
    names = {known.id: known for known in rules.info.variants}
    seeded = variant is not None and names[variant].seeded
    position = rules.start(variant, seed=seed if seeded else None)
    chance = random.Random(seed)
    yield position, ()
    while position.to_move is not None:
        move = random_move(position, chance)
        events = position.events(move)
        position = position.play(move)
        yield position, events


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture worth looking at."""

    caption: str
    request: PictureRequest


def samples(theme: str, size: int = 1000) -> tuple[Sample, ...]:
    """Every game, everything that happens in it, and every choice it offers, in one theme."""
    return tuple(
        Sample(f"{game.info.name}: {caption}", replace(request, theme=theme, size=size))
        for game in GAMES.values()
        for caption, request in (*_happenings(game), *_choices(game))
    )


def _happenings(game: Game) -> Iterator[tuple[str, PictureRequest]]:
    """Moments from matches at random that show what none before did, and how one ended."""
    seen: set[type[Event]] = set()
    for seed, variant in enumerate(game.info.variants * _MATCHES):
        played = list(moments(game.info.id, variant.id, seed))
        later = played[len(played) // 3 :]
        for position, events in later:
            new = dict.fromkeys(type(event) for event in events if type(event) not in seen)
            seen |= new.keys()
            if new:
                caption = " and ".join(map(_said, new))
                yield caption, PictureRequest(position, events, viewer=seed % 2)
        if 0 < seed < len(game.info.variants):
            yield variant.name, PictureRequest(*later[0])
    yield "the end", PictureRequest(*played[-1])


def _said(event: type[Event]) -> str:
    """``CutOff`` as words: ``cut off``."""
    return re.sub("(?<!^)(?=[A-Z])", " ", event.__name__).lower()


def _choices(game: Game) -> Iterator[tuple[str, PictureRequest]]:
    """The first menu of every kind on the way to a move in the middle of a match."""
    seen: set[StepKind] = set()
    for seed, variant in enumerate(game.info.variants):
        played = list(moments(game.info.id, variant.id, seed))
        for position, _ in played[len(played) // 4 : -1]:
            taken: tuple[str, ...] = ()
            while (menu := position.steps(taken)).options:
                new = {step.kind for step in menu.options} - seen
                if new:
                    seen |= new
                    yield f"choice of {' or '.join(sorted(new))}", _choice(position, menu, taken)
                taken = (*taken, menu.options[-1].text)


def _choice(position: Position, menu: StepMenu, taken: tuple[str, ...]) -> PictureRequest:
    return PictureRequest(position, options=menu.options, draft=taken)
