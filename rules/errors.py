"""Why a text is not a move. Three different mistakes are three different errors."""

from collections.abc import Iterable
from itertools import islice

from rules.texts import Text

Span = tuple[int, int]
"""Where in the typed text the mistake is: first character, and one past the last."""

_HINTS = 3


class MoveError(ValueError):
    """A text that is no legal move here.

    ``code`` names the kind of mistake for programs, ``message`` explains it in whole sentences in
    the game's own terms, ``text`` is what was typed, ``span`` the part of it that is wrong (None
    when it is the whole), and ``hints`` are a few texts that would be possible instead: whole legal
    moves for a typed text, steps for a step.
    """

    def __init__(
        self,
        code: str,
        message: Text,
        *,
        text: str = "",
        span: Span | None = None,
        hints: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.text = text
        is_all = span is not None and text[slice(*span)].strip() == text.strip()
        self.span = None if is_all else span
        self.hints = hints


class NotationError(MoveError):
    """The text does not read as a move of this game at all."""


class IllegalMove(MoveError):
    """The text reads as a move, and the rules forbid it in this position."""


class AmbiguousMove(MoveError):
    """The text fits several legal moves; ``hints`` lists some of them."""


class PositionError(ValueError):
    """A line of text that does not encode a position; the message says where and why."""


def not_offered(text: str, offered: Iterable[str]) -> IllegalMove:
    """The error for a choice that is in no menu; its hints are a few of those that are."""
    hints = tuple(islice(offered, _HINTS))
    message = Text("{choice} cannot be chosen here.", choice=text)
    return IllegalMove("not_offered", message, text=text, hints=hints)
