"""A position in words, for people who do not see the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rules.game import Cell, Colour, CutOff, Event, Piece, Position
from rules.geometry.board import Board, Lattice

MOST = 1024
"""The longest text that Discord takes beside a picture, in characters."""

_SEEN = ("light", "dark", "triangle")  # the third colour differs by theme, its sign does not
_PLAIN = {"white", "light", "black", "dark"}  # names that say what is seen
_TIMES = "\u00d7"


def alt_text(position: Position, events: Sequence[Event], sentence: str | None) -> str:
    """The turn, the last move in ``sentence``, the numbers that count, and what stands where.

    Cells that are not named are empty. At most MOST characters.
    """
    info = position.info
    opening = [f"{info.name}.", turn_text(position)]
    opening += [sentence] if sentence else []
    opening += cut_off_text(events)
    opening += _facts(position)
    closing = [position.variant.board.description, *_colours(position), *_stacks(position)]
    for board in (board_text(position), _by_colours(position)):
        text = " ".join((*opening, *closing, board))
        if len(text) <= MOST:
            return text
    return within_limit(text)


def within_limit(text: str) -> str:
    """``text``, cut with an ellipsis where it is longer than MOST."""
    return text if len(text) <= MOST else text[: MOST - 1] + "\u2026"


def turn_text(position: Position) -> str:
    """Whose turn it is, or how it ended: ``White to move.``"""
    names = position.info.colours
    if position.to_move is not None:
        return f"{names[position.colour_of(position.to_move)].capitalize()} to move."
    outcome = position.outcome
    winners = () if outcome is None else outcome.winners
    if not winners:
        return "Drawn."
    listed = " and ".join(names[position.colour_of(seat)].capitalize() for seat in winners)
    return f"Over: {listed} won."


def cut_off_text(events: Iterable[Event]) -> list[str]:
    """What the rules took off the board, in one sentence, or nothing."""
    cut_off = [cell for event in events if isinstance(event, CutOff) for cell, _ in event.pieces]
    return [f"Cut off: {' '.join(cut_off)}."] if cut_off else []


def _facts(position: Position) -> list[str]:
    """``White: 17 in reserve, 9 points.``"""
    by_colour: dict[Colour | None, list[str]] = {}
    for fact in position.facts():
        by_colour.setdefault(fact.colour, []).append(str(fact))
    return [
        f"{', '.join(told)}."
        if colour is None
        else f"{position.info.colours[colour].capitalize()}: {', '.join(told)}."
        for colour, told in by_colour.items()
    ]


def seen_as(position: Position, colour: Colour) -> str:
    """What pieces of ``colour`` look like, where its name does not say so: ``light``."""
    return "" if position.info.colours[colour].lower() in _PLAIN else _SEEN[colour]


def _colours(position: Position) -> list[str]:
    """Which pieces are whose, where the colour's name does not say what is seen."""
    pairs = [
        f"{position.info.colours[colour].capitalize()}: {seen}"
        for colour in range(position.variant.seats)
        if (seen := seen_as(position, colour))
    ]
    return [f"{', '.join(pairs)}."] if pairs else []


def _stacks(position: Position) -> list[str]:
    mixed = any(len(piece.stack) > 1 for piece in position.pieces().values())
    return ["Stacks are spelled from the bottom up."] if mixed else []


def board_text(position: Position) -> str:
    """From the top row down: ``d: White d4 d5, Black d7.``"""
    board = position.variant.board
    pieces = sorted(position.pieces().items(), key=lambda item: _row(board, item[0]))
    rows = [
        f"{board.row_name(cells[0][0])}: {_listed(position, cells)}."
        for _, row in groupby(pieces, key=lambda item: _row(board, item[0]))
        if (cells := list(row))
    ]
    return " ".join(rows) or "The board is empty."


def _by_colours(position: Position) -> str:
    return f"{_listed(position, list(position.pieces().items()))}."


def _listed(position: Position, cells: list[tuple[Cell, Piece]]) -> str:
    by_colour: dict[Colour | None, list[str]] = {}
    for cell, piece in cells:
        by_colour.setdefault(piece.colour, []).append(cell + _height(position, piece))
    return ", ".join(
        f"{_name(position, colour)} {' '.join(by_colour[colour])}" for colour in by_colour
    )


def _name(position: Position, colour: Colour | None) -> str:
    return "Nobody's" if colour is None else position.info.colours[colour].capitalize()


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
