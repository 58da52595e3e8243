"""Pictures that explain the rules: how each game starts, and the examples of its rule sheet."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources

from renderer.alt import board_text, within_limit
from renderer.request import PictureRequest
from renderer.scene import BARE, Arrow, Mark, MarkKind, Scene
from renderer.scenes import build_scene
from rules import GAMES
from rules.game import Cell, Position, Step, StepKind

_FILE = "examples.json"


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture for a page of rules. ``alt`` says what it shows to who does not see it.

    ``section`` is the heading of the rules text that it belongs to.
    """

    game: str
    id: str
    section: str
    caption: str
    alt: str
    scene: Scene


@dataclass(frozen=True, slots=True)
class _Example:
    """An example as it is kept: a position, and what to point out on it.

    ``move`` is played, and shown as a last move. ``notes`` are words on cells, ``options`` ringed
    cells, ``arrows`` pairs of cells, ``chain`` a winning chain.
    """

    game: str
    id: str
    section: str
    caption: str
    position: str
    move: str | None = None
    notes: Mapping[Cell, str] | None = None
    options: tuple[Cell, ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()
    chain: tuple[Cell, ...] = ()


@functools.cache
def illustrations(game: str) -> tuple[Illustration, ...]:
    """The pictures of ``game``'s rules, in the order of its pages; none for an unknown game."""
    text = resources.files("renderer").joinpath(_FILE).read_text("utf-8")
    examples = (_Example(**entry) for entry in json.loads(text))
    return tuple(_illustrate(example) for example in examples if example.game == game)


def _illustrate(example: _Example) -> Illustration:
    request = _request(example)
    scene = build_scene(request)
    looks = dict(scene.looks)
    for cell, text in (example.notes or {}).items():
        look = looks.get(cell, BARE)
        looks[cell] = replace(look, marks=(*look.marks, Mark(MarkKind.NOTE, text)))
    for cell in example.chain:
        looks[cell] = replace(looks[cell], marks=(*looks[cell].marks, Mark(MarkKind.CHAIN)))
    arrows = (*scene.arrows, *(Arrow(start, end) for start, end in example.arrows))
    return Illustration(
        example.game,
        example.id,
        example.section,
        example.caption,
        within_limit(f"{example.caption} {board_text(request.position)}"),
        replace(scene, looks=looks, arrows=arrows, panels=(), footer=""),
    )


def _request(example: _Example) -> PictureRequest:
    position: Position = GAMES[example.game].decode(example.position)
    options = tuple(Step(cell, StepKind.CELL, cell, (cell,)) for cell in example.options)
    if example.move is None:
        return PictureRequest(position, options=options, numbered=False)
    move = position.parse(example.move)
    return PictureRequest(position.play(move), position.events(move), options, numbered=False)
