"""The general way from a request to a scene."""

from __future__ import annotations

from collections.abc import Iterable

from renderer.request import PictureRequest
from renderer.scene import CellLook, Figure, Mark, MarkKind, Panel, Scene
from renderer.scenes.captions import footer, panel_facts
from renderer.scenes.events import Traces
from renderer.scenes.figures import figure_of
from rules.game import Cell, Position, Step, StepKind

_WHOLES = (StepKind.COLOUR, StepKind.SUBSET)


def build_scene(request: PictureRequest) -> Scene:
    """The scene that ``request`` asks for."""
    position = request.position
    board, shape = position.variant.board, position.info.shape
    pieces = position.pieces()
    traces = Traces(shape, pieces)
    for event in request.events:
        traces.add(event)
    for cell, mark in _choices(request):
        traces.mark(cell, mark)
    figures = {cell: figure_of(shape, piece) for cell, piece in pieces.items()} | traces.gone
    opened = _open_cells(position) if board.endless else ()
    looks = {
        cell: CellLook(
            figures.get(cell),
            tuple(traces.marks.get(cell, ())),
            board.endless and cell not in figures,
        )
        for cell in dict.fromkeys((*figures, *traces.marks, *opened))
    }
    return Scene(
        board=board,
        turned=bool(request.viewer),
        looks=looks,
        arrows=tuple(traces.arrows),
        panels=_panels(position),
        footer=footer(position, request.events),
    )


def _open_cells(position: Position) -> tuple[Cell, ...]:
    """Where the next piece may be put: without a board nothing else shows these places."""
    if position.to_move is None:
        return ()
    occupied = position.pieces()
    return tuple(
        step.cells[0]
        for step in position.steps().options
        if step.kind is StepKind.CELL and step.cells and step.cells[0] not in occupied
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


def _panels(position: Position) -> tuple[Panel, ...]:
    to_move = position.to_move
    turn = None if to_move is None else position.colour_of(to_move)
    return tuple(
        Panel(
            figure=Figure(position.info.shape, (colour,)),
            name=position.info.colours[colour].capitalize(),
            facts=panel_facts(position, colour),
            strong=colour == turn,
        )
        for colour in range(position.variant.seats)
    )
