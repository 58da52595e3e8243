"""A position in words, for people who do not see the picture."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from renderer.request import PictureRequest
from rules.game import (
    Cell,
    Colour,
    Connected,
    CutOff,
    Event,
    Fact,
    Piece,
    Position,
    StepKind,
)
from rules.geometry.board import Board, Lattice
from rules.words import listed

MOST = 1024
"""The longest text that Discord takes beside a picture, in characters."""

_TIMES = "\u00d7"
_OF_PIECES = (StepKind.PIECE, StepKind.LANDING)


def alt_text(request: PictureRequest, sentence: str | None) -> str:
    """The turn or the result, the last move in ``sentence``, what counts, and what stands where.

    Cells that are not named are empty. At most MOST characters.
    """
    position = request.position
    opening = [f"{position.info.name}.", turn_text(request)]
    opening += _drafted(request) if request.draft else [sentence] if sentence else []
    opening += chain_text(request.events) + cut_off_text(request.events)
    opening += _left(request) + _facts(position) + _strengths(request)
    closing = [position.variant.board.description, *_turned(request), *_stacks(position)]
    rows, colours = board_text(position, request.turned), _by_colours(position)
    for text in (" ".join((*opening, *closing, board)) for board in (rows, colours)):
        if len(text) <= MOST:
            return text
    return within_limit(" ".join((*opening, *closing, colours)))


def within_limit(text: str) -> str:
    """``text``, cut with an ellipsis where it is longer than MOST."""
    return text if len(text) <= MOST else text[: MOST - 1] + "\u2026"


def turn_text(request: PictureRequest) -> str:
    """Whose turn it is, or how it ended: ``White to move.``"""
    position, result = request.position, request.outcome
    if result is not None:
        return f"Over: {result.text}"
    if position.to_move is None:
        return ""
    return f"{_capital(position, position.colour_of(position.to_move))} to move."


def chain_text(events: Iterable[Event]) -> list[str]:
    """The chain that won, which a sentence leaves out, or nothing."""
    chains = [event.cells for event in events if isinstance(event, Connected)]
    return [f"The chain: {' '.join(cells)}." for cells in chains]


def cut_off_text(events: Iterable[Event]) -> list[str]:
    """What the rules took off the board, in one sentence, or nothing."""
    cut_off = [cell for event in events if isinstance(event, CutOff) for cell, _ in event.pieces]
    return [f"Cut off: {' '.join(cut_off)}."] if cut_off else []


def _drafted(request: PictureRequest) -> list[str]:
    """The move so far, in notation."""
    return [f"The move so far: {request.position.draft(request.draft)}."]


def _left(request: PictureRequest) -> list[str]:
    """Who gave up while the others play on."""
    position = request.position
    if request.outcome is not None or not request.left:
        return []
    names = [_capital(position, position.colour_of(seat)) for seat in request.left]
    return [f"{listed(names)} left: their tiles are nobody's."]


def _facts(position: Position) -> list[str]:
    """``White: 17 in reserve, 9 points.``"""
    by_colour: dict[Colour | None, list[Fact]] = {}
    for fact in position.facts():
        by_colour.setdefault(fact.colour, []).append(fact)
    return [
        f"{', '.join(map(str, told))}."
        if colour is None
        else f"{_capital(position, colour)}: {', '.join(map(str, told))}."
        for colour, told in by_colour.items()
    ]


def _strengths(request: PictureRequest) -> list[str]:
    """``Forces: 3 d4 d5 e5; 1 b2.``, while a piece is to be chosen."""
    if not any(step.kind in _OF_PIECES for step in request.options):
        return []
    by_strength: dict[int, list[Cell]] = {}
    for cell, strength in request.position.strengths().items():
        by_strength.setdefault(strength, []).append(cell)
    told = [f"{strength} {' '.join(cells)}" for strength, cells in sorted(by_strength.items())]
    return [f"Forces: {'; '.join(told)}."] if told else []


def _turned(request: PictureRequest) -> list[str]:
    """That the board lies the other way round, and so do its rows in this text."""
    if not request.turned or request.viewer is None:
        return []
    position = request.position
    side = _capital(position, position.colour_of(request.viewer))
    return [f"Seen from {side}'s side: rows from that player's far side to the near one."]


def _stacks(position: Position) -> list[str]:
    mixed = any(len(piece.stack) > 1 for piece in position.pieces().values())
    return ["Stacks are spelled from the bottom up."] if mixed else []


def board_text(position: Position, turned: bool = False) -> str:
    """From the top row down, as the picture lies: ``d: White d4 d5, Black d7.``"""
    board = position.variant.board
    pieces = sorted(position.pieces().items(), key=lambda item: _row(board, item[0]))
    rows = [
        (cells[0][0], cells[::-1] if turned else cells)
        for _, row in groupby(pieces, key=lambda item: _row(board, item[0]))
        if (cells := list(row))
    ]
    told = [f"{board.row_name(first)}: {_listed(position, cells)}." for first, cells in rows]
    return " ".join(told[::-1] if turned else told) or "The board is empty."


def _by_colours(position: Position) -> str:
    return f"{_listed(position, list(position.pieces().items()))}."


def _listed(position: Position, cells: Sequence[tuple[Cell, Piece]]) -> str:
    by_colour: dict[Colour | None, list[str]] = {}
    for cell, piece in cells:
        by_colour.setdefault(piece.colour, []).append(cell + _height(position, piece))
    return ", ".join(
        f"{_name(position, colour)} {' '.join(by_colour[colour])}" for colour in by_colour
    )


def _capital(position: Position, colour: Colour) -> str:
    return position.info.colours[colour].capitalize()


def _name(position: Position, colour: Colour | None) -> str:
    return "Nobody's" if colour is None else _capital(position, colour)


def _height(position: Position, piece: Piece) -> str:
    """What is in it, from the bottom, where its stones may differ; else how high it is."""
    if len(piece.stack) > 1:
        letters = "".join(position.info.colours[colour][0].upper() for colour in piece.stack)
        return f"({letters})"
    return f"{_TIMES}{piece.height}" if piece.height > 1 else ""


def _row(board: Board, cell: Cell) -> int:
    """Rows from the top in growing order."""
    row = board.place(cell)[1]
    return row if board.lattice is Lattice.HEX else -row
