"""What the picture of a match shows."""

from bot.core.matches.result import result_words
from bot.core.matches.values import MatchState
from data.states import Ending, EntryKind
from renderer import PictureRequest, Result, Sign
from rules.game import Cell, Piece, Seat
from rules.texts import ENGLISH, Wording

_SIGNS = {
    Ending.RESIGNED: Sign.RESIGNED,
    Ending.TIMED_OUT: Sign.TIMED_OUT,
    Ending.DECIDED: Sign.DECIDED,
    Ending.ABORTED: Sign.WITHOUT,
    Ending.ANNULLED: Sign.WITHOUT,
}


def picture_of(
    match: MatchState,
    *,
    viewer: Seat | None = None,
    theme: str = "slate",
    wording: Wording = ENGLISH,
) -> PictureRequest:
    """The current board of ``match`` with its last move and its result."""
    moved_last = match.last is None or match.last.kind is EntryKind.MOVE
    stood: dict[
        Cell, Piece
    ] = {}  # where pieces stood before, for a finished match on an endless board
    for made in match.moves if match.result and match.variant.board.endless else ():
        stood |= made.before.pieces()
    return PictureRequest(
        match.position,
        match.events if moved_last or match.is_running else (),
        result=result_of(match),
        left=match.left,
        viewer=viewer,
        theme=theme,
        stood=tuple(stood.items()),
        wording=wording,
    )


def result_of(match: MatchState) -> Result | None:
    """The result of ``match`` in words, by the colours of its seats; None while it goes on."""
    if match.result is None:
        return None
    names = [seat.colour_name for seat in match.seats]
    words = result_words(match.result, match.info, names)
    drawn = len(match.result.ranking) == 1
    sign = Sign.DRAWN if drawn else _SIGNS.get(match.result.ending)
    return Result(words, match.result.winners, sign)
