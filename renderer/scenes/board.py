"""The general way from a request to a scene."""

from __future__ import annotations

from collections.abc import Iterable

from renderer.request import PictureRequest
from renderer.scene import CellLook, Figure, Mark, MarkKind, Panel, Scene
from renderer.scenes.captions import footer, panel_facts
from renderer.scenes.events import Traces
from renderer.scenes.style import Style
from rules.game import Board, Cell, Position, Step, StepKind

_WHOLES = (StepKind.COLOUR, StepKind.SUBSET)


def board_scene(request: PictureRequest, style: Style) -> Scene:
    """Everything that ``request`` asks for, drawn in a game's ``style``."""
    position = request.position
    pieces = position.pieces()
    traces = Traces(style, pieces)
    for event in request.events:
        traces.add(event)
    for cell, mark in _choices(request):
        traces.mark(cell, mark)
    figures = {cell: style.figure(piece) for cell, piece in pieces.items()} | traces.gone
    opened = style.open_cells(position)
    field = position.variant.board is Board.OPEN_HEX
    looks = {
        cell: CellLook(
            figures.get(cell), tuple(traces.marks.get(cell, ())), field and cell not in figures
        )
        for cell in dict.fromkeys((*figures, *traces.marks, *opened))
    }
    return Scene(
        board=position.variant.board,
        turned=bool(request.viewer),
        looks=looks,
        arrows=tuple(traces.arrows),
        panels=_panels(position, style),
        footer=footer(position, request.events),
    )


def _choices(request: PictureRequest) -> Iterable[tuple[Cell, Mark]]:
    """The marks of what has been chosen and of what may come next."""
    for cell in request.taken:
        yield cell, Mark(MarkKind.TAKEN)
    numbered: set[Cell] = set()
    for number, step in enumerate(request.options, 1):
        for cell in _numbered_cells(step, numbered):
            numbered.add(cell)
            yield cell, Mark(MarkKind.OPTION, str(number) if request.numbered else "")
    for cell in dict.fromkeys(cell for step in request.options for cell in step.cells):
        if cell not in numbered and cell not in request.taken:
            yield cell, Mark(MarkKind.REACH)


def _numbered_cells(step: Step, numbered: set[Cell]) -> tuple[Cell, ...]:
    """Where the number of ``step`` goes: its main cell, or the next that has no number yet.

    A choice among pieces that belong together has its number on all of them.
    """
    free = tuple(cell for cell in step.cells if cell not in numbered)
    return free if step.kind in _WHOLES else free[:1]


def _panels(position: Position, style: Style) -> tuple[Panel, ...]:
    to_move = position.to_move
    turn = None if to_move is None else position.colour_of(to_move)
    return tuple(
        Panel(
            figure=Figure(style.shape, (colour,)),
            name=position.info.colours[colour].capitalize(),
            facts=panel_facts(position, colour),
            strong=colour == turn,
        )
        for colour in range(position.variant.seats)
    )
