"""Why a move cannot be played, behind what was typed."""

from typing import Protocol

from bot.chat.common.text import quoted
from rules.errors import MoveError


class Refused(Protocol):
    """An error that carries why the rules refuse a move."""

    error: MoveError


def illegal(refused: Refused) -> str:
    """Why the move is refused, and what could be meant instead."""
    wrong = refused.error
    where = "" if wrong.span is None else wrong.text[slice(*wrong.span)]
    end = "" if wrong.message.endswith((".", "?", "!")) else "."
    hints = ", ".join(f"`{hint}`" for hint in wrong.hints[:5])
    return f"{_named(wrong.text, where, wrong.message)}{end}" + (
        f" For example: {hints}." if hints else ""
    )


def _named(typed: str, where: str, message: str) -> str:
    """What is wrong, behind what was typed; a part that the sentence names itself is not repeated.

    ``0,0`` already holds a tile, or ``b2-b9`` at ``b9``: that is off the board.
    """
    parts = list(dict.fromkeys(part for part in (typed.strip(), where.strip()) if part))
    if parts and message.startswith(f"{parts[-1]} "):
        message = quoted(parts[-1]) + message.removeprefix(parts[-1])
        parts.pop()
    named = " at ".join(quoted(part) for part in parts)
    return f"{named}: {message}" if named else message
