"""The few words in a picture: the numbers beside a colour, and the line below the board."""

from __future__ import annotations

from renderer.alt import seen_as
from rules.game import (
    Colour,
    Connected,
    CutOff,
    Elected,
    Event,
    Moved,
    Passed,
    Placed,
    Position,
    Reason,
    Removed,
    Split,
)

_BETWEEN = "  \u00b7  "
_OFF_THE_BOARD = {
    Reason.LEFT: "somebody left",
}


def panel_facts(position: Position, colour: Colour) -> str:
    """What belongs to ``colour``: ``light \u00b7 16 in reserve``.

    Whether it is light or dark is said where its name says something else.
    """
    facts = [str(fact) for fact in position.facts() if fact.colour == colour]
    seen = seen_as(position, colour)
    return " \u00b7 ".join([seen, *facts] if seen else facts)


def footer(position: Position, events: tuple[Event, ...]) -> str:
    """The result or the last move, in a line: ``Move 17 · d4 → d3, d5``."""
    parts = [_result(position) or (f"Move {position.ply}" if position.ply else "")]
    parts.append(summary(position, events))
    parts += (str(fact) for fact in position.facts() if fact.colour is None)
    return _BETWEEN.join(part for part in parts if part)


def _result(position: Position) -> str:
    outcome = position.outcome
    if outcome is None:
        return ""
    names = [position.info.colours[position.colour_of(seat)] for seat in outcome.winners]
    what = f"{' and '.join(names).capitalize()} won" if names else "Draw"
    because = _OFF_THE_BOARD | dict(position.info.endings)
    return f"{what}: {because[outcome.reason]}"


def summary(position: Position, events: tuple[Event, ...]) -> str:
    """What the player did, without what followed from it."""
    said = (_say(position, event) for event in events)
    return ", ".join(words for words in said if words)


def _say(position: Position, event: Event) -> str:
    match event:
        case Moved():
            return " \u2192 ".join((event.origin, *event.path))
        case Split():
            parts = ", ".join(_part(cell, height) for cell, height in event.parts)
            return f"{event.origin} \u2192 {parts}"
        case Placed():
            return f"placed {event.cell}"
        case Removed():
            return f"removed {event.cell}"
        case CutOff():
            return f"{len(event.pieces)} cut off"
        case Elected():
            return f"{position.info.colours[event.colour].capitalize()} elected"
        case Passed():
            return "pass"
        case Connected():
            return ""
        case _:
            return ""


def _part(cell: str, height: int) -> str:
    return cell if height == 1 else f"{height} on {cell}"
