"""A position in words, for people who do not see the picture."""

from collections.abc import Sequence
from itertools import groupby
from string import ascii_uppercase

from renderer.request import PictureRequest
from rules import game
from rules.geometry.board import Board, Lattice
from rules.lens import Lens
from rules.texts import (
    NOTHING,
    Counted,
    Fitting,
    Plain,
    Text,
    Words,
    in_a_row,
    listed,
    parted,
    sentences,
)

MOST = 1024
"""The longest text that Discord takes beside a picture, in characters."""

_NOBODYS = Text("Nobody's", "side")
_TIMES = "\u00d7"


def alt_text(request: PictureRequest, sentence: Words | None) -> Text:
    """The turn or the result, the last move in ``sentence``, what counts, and what stands where.

    Cells that are not named are empty. At most MOST characters, in every language.
    """
    position = request.position
    told = sentence or None
    if request.draft:
        told = Text("The move so far: {move}.", move=position.draft(request.draft))
    pieces = position.pieces()
    piled = any(len(piece.stack) > 1 for piece in pieces.values())
    chains = (
        Text("The chain: {cells}.", cells=" ".join(event.cells))
        for event in request.events
        if isinstance(event, game.Connected)
    )
    begun = sentences(
        Text("{facts}.", facts=position.info.name),
        turn_text(request),
        told,
        *chains,
        *cut_off_text(request),
        *_left(request),
        *_facts(position),
        *_strengths(request),
        *_telling(request),
        *_choices(request),
        position.variant.board.description,
        *_turned(request),
        Text("Stacks are spelled from the bottom up.") if piled else None,
    )
    rows = board_text(position, request.turned)
    colours = Text("{facts}.", facts=_listed(position, list(pieces.items())))
    return within_limit(sentences(begun, rows), sentences(begun, colours if pieces else rows))


def lens_text(request: PictureRequest, lens: Lens) -> Text:
    """What a lens shows, then the position; at most MOST characters."""
    info = request.position.info
    named = Text("{game}: {lens}.", game=info.name, lens=info.lens or "")
    board = board_text(request.position, request.turned)
    return within_limit(sentences(named, *lens.said, board))


def within_limit(*texts: Text) -> Text:
    """The first that is no longer than MOST, or the last, cut with an ellipsis."""
    return Fitting(MOST, *texts)


def turn_text(request: PictureRequest) -> Text | None:
    """How it ended, or whose turn it is unless that waits for a move: ``White to move.``"""
    position, result = request.position, request.outcome
    if result is not None:
        return Text("Over: {result}", result=result.text)
    if position.to_move is None or request.if_played is not None:
        return None
    return Text("{side} to move.", side=_side(position, position.to_move))


def cut_off_text(request: PictureRequest) -> list[Text]:
    """What the rules took, in one sentence, in the words of the picture; or nothing."""
    taken = [event for event in request.events if isinstance(event, game.CutOff)]
    cells = [cell for event in taken for cell, _ in event.pieces]
    if not cells:
        return []
    if request.position.info.shape is not game.Shape.PILE:
        return [Text("Cut off: {cells}.", cells=" ".join(cells))]
    return [
        Counted(
            "Touches no enemy and does not count: {cells}.",
            "Touch no enemy and do not count: {cells}.",
            len(cells),
            cells=" ".join(cells),
        )
    ]


def _left(request: PictureRequest) -> list[Text]:
    """Who gave up while the others play on."""
    position = request.position
    if request.outcome is not None or not request.left:
        return []
    names = [_side(position, seat) for seat in request.left]
    return [Text("{sides} left: their tiles are nobody's.", sides=listed(names))]


def _facts(position: game.Position) -> list[Text]:
    """``White: 17 in reserve, 9 points.``"""
    by_colour: dict[game.Colour | None, list[Text]] = {}
    for fact in position.facts():
        by_colour.setdefault(fact.colour, []).append(fact.text)
    return [
        Text("{facts}.", facts=in_a_row(told))
        if colour is None
        else Text("{side}: {facts}.", side=position.info.sides[colour], facts=in_a_row(told))
        for colour, told in by_colour.items()
    ]


def _telling(request: PictureRequest) -> Sequence[Text]:
    """What the marks of a telling picture say."""
    lens = request.told
    return () if lens is None else lens.said


def _strengths(request: PictureRequest) -> list[Text]:
    """``Forces: 3 d4 d5 e5; 1 b2.``, where the picture shows them or a landing is chosen."""
    is_chosen = any(step.kind is game.StepKind.LANDING for step in request.options)
    if not (request.strengths or is_chosen):
        return []
    by_strength: dict[int, list[game.Cell]] = {}
    for cell, strength in request.position.strengths().items():
        by_strength.setdefault(strength, []).append(cell)
    told = [f"{strength} {' '.join(cells)}" for strength, cells in sorted(by_strength.items())]
    return [Text("Forces: {forces}.", forces=parted(told))] if told else []


def _choices(request: PictureRequest) -> list[Text]:
    """``Choices: 1 d4, 2 e5.``, and the cells of each zone where there are too many."""
    marked = [step for step in request.options if step.kind is not game.StepKind.SPLIT]
    told = [
        Plain("{number} {choice}", number=number, choice=_choice(step))
        for number, step in enumerate(marked, 1)
    ]
    zones = [
        Text("Zone {letter}: {cells}.", letter=letter, cells=" ".join(cells))
        for letter, cells in zip(ascii_uppercase, request.zones, strict=False)
    ]
    if not (told and request.numbered):
        return zones
    return [Text("Choices: {cells}.", cells=in_a_row(told)), *zones]


def _choice(step: game.Step) -> Words:
    """What a number stands for: a cell, all cells of a part that stays, or a colour."""
    if step.kind is game.StepKind.COLOUR:
        return step.label
    return " ".join(step.cells if step.kind is game.StepKind.SUBSET else step.cells[:1])


def _turned(request: PictureRequest) -> list[Text]:
    """That the board lies the other way round, and so do its rows in this text."""
    if not request.turned or request.viewer is None:
        return []
    side = _side(request.position, request.viewer)
    return [Text("Seen from {side}'s side, the far row first.", side=side)]


def board_text(position: game.Position, turned: bool = False) -> Text:
    """From the top row down, as the picture lies: ``d: White d4 d5, Black d7.``"""
    board = position.variant.board
    pieces = sorted(position.pieces().items(), key=lambda item: _row(board, item[0]))
    rows = [
        (cells[0][0], cells[::-1] if turned else cells)
        for _, row in groupby(pieces, key=lambda item: _row(board, item[0]))
        if (cells := list(row))
    ]
    if not rows:
        return Text("The board is empty.")
    told = [
        Text("{row}: {pieces}.", row=board.row_name(first), pieces=_listed(position, cells))
        for first, cells in rows
    ]
    return sentences(*(told[::-1] if turned else told))


def _listed(position: game.Position, cells: Sequence[tuple[game.Cell, game.Piece]]) -> Text:
    by_colour: dict[game.Colour | None, list[str]] = {}
    for cell, piece in cells:
        by_colour.setdefault(piece.colour, []).append(cell + _height(position, piece))
    told = [
        Plain(
            "{side} {cells}",
            side=_NOBODYS if colour is None else position.info.sides[colour],
            cells=" ".join(named),
        )
        for colour, named in by_colour.items()
    ]
    return in_a_row(told) if told else NOTHING


def _side(position: game.Position, seat: game.Seat) -> Text:
    return position.info.sides[position.colour_of(seat)]


def _height(position: game.Position, piece: game.Piece) -> str:
    """What is in it, from the bottom, where its stones may differ; else how high it is."""
    if len(piece.stack) > 1:
        letters = "".join(position.info.colours[colour][0].upper() for colour in piece.stack)
        return f"({letters})"
    return f"{_TIMES}{piece.height}" if piece.height > 1 else ""


def _row(board: Board, cell: game.Cell) -> int:
    """Rows from the top in growing order."""
    row = board.place(cell)[1]
    return row if board.lattice is Lattice.HEX else -row
