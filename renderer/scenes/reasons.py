"""Why a match was won, as marks on the pieces that it was won with, or lost."""

from __future__ import annotations

from renderer.request import PictureRequest
from renderer.scene import Mark, MarkKind
from renderer.scenes.events import MoveMarks
from rules.game import Colour, Reason


def mark_reason(request: PictureRequest, move_marks: MoveMarks) -> None:
    """Add the marks of the game's own ending; what players or managers settled has none."""
    position, result = request.position, request.outcome
    outcome = None if result is None or request.draft else position.outcome
    if result is None or outcome is None or outcome.winners != result.winners:
        return
    winners: set[Colour | None] = {position.colour_of(seat) for seat in outcome.winners}
    if outcome.reason is Reason.ISOLATED:
        _on_pieces(move_marks, winners, MarkKind.WON)
    elif outcome.reason is Reason.NO_MOVE:
        colours = {piece.colour for piece in move_marks.pieces.values()}
        _on_pieces(move_marks, colours - winners, MarkKind.STUCK)
    elif outcome.reason is Reason.EMPTIED:
        for cell, figure in move_marks.gone.items():
            if figure.top in winners:
                move_marks.mark(cell, Mark(MarkKind.WON))


def _on_pieces(move_marks: MoveMarks, colours: set[Colour | None], kind: MarkKind) -> None:
    for cell, piece in move_marks.pieces.items():
        if piece.colour in colours:
            move_marks.mark(cell, Mark(kind))
