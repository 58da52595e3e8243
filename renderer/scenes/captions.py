"""The few words in a picture: the numbers beside a colour, and the line below the board."""

from collections.abc import Iterable

from renderer.request import PictureRequest
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
    Removed,
    Seat,
    Split,
    Swapped,
)
from rules.words import parts_to

_ORDINALS = ("first", "second", "third")
_BETWEEN = "  \u00b7  "
_PASSED = "passed"


def panel_facts(position: Position, colour: Colour) -> str:
    """What belongs to ``colour``: ``16 in reserve · 3 points``."""
    return " · ".join(str(fact) for fact in position.facts() if fact.colour == colour)


def unseen(events: Iterable[Event], seat: Seat) -> str:
    """What ``seat`` did that leaves nothing on the board: ``passed``, or nothing."""
    return _PASSED if Passed(seat) in events else ""


def footer(request: PictureRequest) -> str:
    """What happened last, in a line, or the move so far: ``Move 17 · d4 → d3, d5``."""
    position = request.position
    if request.draft:
        return f"So far {said}" if (said := _drafted(request)) else ""
    parts = [f"Move {position.ply}" if position.ply else ""]
    parts.append(summary(position, request.events))
    parts += (str(fact) for fact in position.facts() if fact.colour is None)
    return _BETWEEN.join(part for part in parts if part)


def _drafted(request: PictureRequest) -> str:
    return summary(request.position, request.position.drafted(request.draft).events)


def summary(position: Position, events: tuple[Event, ...]) -> str:
    """What the player did, without what followed from it."""
    said = (_say(position, event) for event in events)
    return ", ".join(words for words in said if words)


def _say(position: Position, event: Event) -> str:
    match event:
        case Moved():
            return " \u2192 ".join((event.origin, *event.path))
        case Split():
            return _split(event)
        case Placed():
            return f"placed {event.cell}"
        case Removed():
            return f"removed {event.cell}"
        case Swapped():
            return f"{position.info.colours[event.colour].capitalize()} to {event.landing}"
        case CutOff():
            return f"{len(event.pieces)} cut off"
        case Elected():
            colour = position.info.colours[event.colour].capitalize()
            return f"the {_ORDINALS[event.seat]} player now plays {colour}"
        case Passed():
            return _PASSED
        case Connected():
            return ""
        case _:
            return ""


def _split(event: Split) -> str:
    """Where the parts went, in their order; how high they are where they may differ."""
    if event.direction is None:
        return f"{event.origin} \u2192 {', '.join(cell for cell, _ in event.parts)}"
    return f"{event.origin}: {parts_to(event.parts)}"
