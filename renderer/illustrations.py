"""Pictures that explain the rules."""

import functools
from dataclasses import dataclass, replace

from renderer.alt import board_text, cut_off_text, within_limit
from renderer.request import PictureRequest
from renderer.scene import BARE, Arrow, Mark, MarkKind, Scene
from renderer.scenes import build_scene
from rules.game import Connected, Event, Game, Position, Step, StepKind
from rules.games import GAMES
from rules.rulebook import Example, examples
from rules.texts import Text, parted, sentences


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture for a page of rules. ``alt`` says what it shows to who does not see it.

    ``section`` is the heading of the rules text that it belongs to, ``title`` its own, if any.
    """

    game: str
    id: str
    section: str
    caption: Text
    alt: Text
    scene: Scene
    title: Text | None = None


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
    arrows = (*scene.arrows, *(Arrow(start, end) for start, end in example.arrows))
    caption = Text.of_file(example.caption, game.info.id)
    told = sentences(
        caption, *_marked(example), *cut_off_text(request), board_text(request.position)
    )
    return Illustration(
        game.info.id,
        example.id,
        example.section,
        caption,
        within_limit(told),
        replace(scene, looks=looks, arrows=arrows, panels=(), result="", footer=""),
        Text.of_file(example.title, game.info.id) if example.title else None,
    )


def _marked(example: Example) -> list[Text]:
    """Which cells are labelled and ringed: ``Marked: a c2 f2; b j5 j3.``"""
    labelled: dict[str, list[str]] = {}
    for cell, label in example.notes.items():
        labelled.setdefault(label, []).append(cell)
    labels = [f"{label} {' '.join(cells)}" for label, cells in labelled.items()]
    marked = [Text("Marked: {cells}.", cells=parted(labels))] if labels else []
    ringed = " ".join(example.options)
    return [*marked, Text("Ringed: {cells}.", cells=ringed)] if ringed else marked


def _request(game: Game, example: Example) -> PictureRequest:
    position = game.decode(example.position)
    options = tuple(Step(cell, StepKind.CELL, cell, (cell,)) for cell in example.options)
    joined = _joined(position, example)
    if example.move is None:
        return PictureRequest(position, joined, options, numbered=False)
    move = position.parse(example.move)
    events = (*position.events(move), *joined)
    return PictureRequest(position.play(move), events, options, numbered=False)


def _joined(position: Position, example: Example) -> tuple[Event, ...]:
    """The winning chain that an example shows, if it shows one."""
    if not example.chain:
        return ()
    colour = position.pieces()[example.chain[0]].colour
    return (Connected(0 if colour is None else colour, tuple(example.chain)),)
