"""Positions to look at: moments of games played at random, the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from renderer.request import PictureRequest
from rules.game import (
    Captured,
    Connected,
    CutOff,
    Event,
    Flipped,
    Move,
    Moved,
    Position,
    Split,
    StepKind,
    Swapped,
)
from rules.registry import GAMES

Moment: TypeAlias = tuple[Position, tuple[Event, ...]]
"""A position and what the move before it did."""

_SEEDS = range(1000)
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
class Wanted:
    """What a moment must show: how late it is, what happened just before, how it ended."""

    ply: int = 0
    events: tuple[type[Event], ...] = ()
    over: bool = False

    def fits(self, moment: Moment) -> bool:
        """Whether ``moment`` is one."""
        position, events = moment
        happened = {type(event) for event in events}
        over = position.to_move is None
        return position.ply >= self.ply and set(self.events) <= happened and over == self.over


def find(game: str, wanted: Wanted, variant: str | None = None) -> Moment:
    """The first moment that is ``wanted`` in many games; LookupError when there is none."""
    for seed in _SEEDS:
        for moment in moments(game, variant, seed):
            if wanted.fits(moment):
                return moment
    raise LookupError(f"no game of {game} shows {wanted}")


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture worth looking at."""

    id: str
    caption: str
    request: PictureRequest


def samples(theme: str, size: int = 1000) -> tuple[Sample, ...]:
    """Every game, and every mark, in one theme."""
    return tuple(
        Sample(name, caption, _request(moment, kind, theme, size))
        for name, caption, moment, kind in _listed()
    )


def _listed() -> Iterator[tuple[str, str, Moment, str]]:
    yield "detach", "Detach: a split", find("detach", Wanted(31, (Split,))), ""
    yield "detach-swap", "Detach: a swap", find("detach", Wanted(30, (Swapped,))), ""
    yield "detach-turned", "Detach, turned", find("detach", Wanted(20), "hexhex5"), "turned"
    yield "detach-choice", "Detach: which stone?", find("detach", Wanted(24)), "first"
    yield "apart", "Apart: a capture", find("apart", Wanted(12, (Captured,))), ""
    yield "apart-choice", "Apart: where to?", find("apart", Wanted(8)), "second"
    yield "apart-over", "Apart: the end", find("apart", Wanted(over=True)), "turned"
    yield "halves", "Halves: where tiles may go", find("halves", Wanted(12)), ""
    yield "halves-cut", "Halves: cut off", find("halves", Wanted(28, (CutOff,))), ""
    yield "halves-three", "Halves for three", find("halves", Wanted(24), "3p"), "turned"
    yield "halves-choice", "Halves: where to?", find("halves", Wanted(10)), "first"
    yield "halves-colour", "Halves: which colour?", find("halves", Wanted(0), "2p-random"), "first"
    yield "abande", "Abande: a move", find("abande", Wanted(24, (Moved,))), ""
    yield "abande-choice", "Abande: which piece?", find("abande", Wanted(20), "hex"), "first"
    yield "abande-over", "Abande: the score", find("abande", Wanted(0, (CutOff,), over=True)), ""
    yield "glaisher", "Glaisher: flipped", find("glaisher", Wanted(16, (Flipped, Split))), ""
    yield "glaisher-choice", "Glaisher: which split?", find("glaisher", Wanted(9)), "split"
    chain = find("glaisher", Wanted(0, (Connected,), over=True))
    yield "glaisher-over", "Glaisher: two sides joined", chain, ""
    yield (
        "glaisher-setup",
        "Glaisher: setting up",
        find("glaisher", Wanted(5), "advanced"),
        "turned",
    )


def _request(moment: Moment, kind: str, theme: str, size: int) -> PictureRequest:
    position, events = moment
    if kind in ("", "turned"):
        viewer = 1 if kind == "turned" else None
        return PictureRequest(position, events, viewer=viewer, theme=theme, size=size)
    taken: tuple[str, ...] = ()
    menu = position.steps()
    depth = {"first": 0, "second": 1, "split": 5}[kind]
    while len(taken) < depth and menu.options and menu.options[0].kind is not StepKind.SPLIT:
        taken = (*taken, menu.options[-1].text)
        menu = position.steps(taken)
    on_board = position.pieces().keys()
    return PictureRequest(
        position,
        options=menu.options,
        taken=tuple(text for text in taken if text in on_board),
        theme=theme,
        size=size,
    )
