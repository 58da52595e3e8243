"""Pictures that explain the rules: how each game starts, and the examples of its rule sheet."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

from renderer.alt import board_text, cut_off_text, within_limit
from renderer.request import PictureRequest
from renderer.scene import BARE, Arrow, Mark, MarkKind, Scene
from renderer.scenes import build_scene
from rules.game import Game, Step, StepKind
from rules.registry import GAMES
from rules.rulebook import Example, examples


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture for a page of rules. ``alt`` says what it shows to who does not see it.

    ``section`` is the heading of the rules text that it belongs to, ``title`` its own, if any.
    """

    game: str
    id: str
    section: str
    caption: str
    alt: str
    scene: Scene
    title: str = ""


def illustrations(game: str) -> tuple[Illustration, ...]:
    """The pictures of ``game``'s rules, in the order of its pages; none for an unknown game."""
    return _illustrations(GAMES[game]) if game in GAMES else ()


@functools.cache
def _illustrations(game: Game) -> tuple[Illustration, ...]:
    return tuple(_illustrate(game, example) for example in examples(game))


def _illustrate(game: Game, example: Example) -> Illustration:
    request = _request(game, example)
    scene = build_scene(request)
    looks = dict(scene.looks)
    for cell, text in example.notes.items():
        look = looks.get(cell, BARE)
        looks[cell] = replace(look, marks=(*look.marks, Mark(MarkKind.NOTE, text)))
    for cell in example.chain:
        looks[cell] = replace(looks[cell], marks=(*looks[cell].marks, Mark(MarkKind.CHAIN)))
    arrows = (*scene.arrows, *(Arrow(start, end) for start, end in example.arrows))
    board = board_text(request.position)
    return Illustration(
        game.info.id,
        example.id,
        example.section,
        example.caption,
        within_limit(" ".join((example.caption, *cut_off_text(request.events), board))),
        replace(scene, looks=looks, arrows=arrows, panels=(), footer=""),
        example.title,
    )


def _request(game: Game, example: Example) -> PictureRequest:
    position = game.decode(example.position)
    options = tuple(Step(cell, StepKind.CELL, cell, (cell,)) for cell in example.options)
    if example.move is None:
        return PictureRequest(position, options=options, numbered=False)
    move = position.parse(example.move)
    return PictureRequest(position.play(move), position.events(move), options, numbered=False)
