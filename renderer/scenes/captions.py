"""The few words in a picture: the numbers beside a colour, and the line below the board."""

from collections.abc import Iterable, Iterator
from functools import reduce
from string import ascii_uppercase

from renderer.request import PictureRequest
from renderer.scene import Sign
from rules import game
from rules.texts import NOTHING, Counted, Plain, Text, in_a_row, labelled
from rules.words import parts_to

_PASSED, _CHOSEN = Text("passed", "footer"), Text("chosen", "footer")
_PASS = Text("Pass", "choice")
SIGNED = {
    Sign.DRAWN: Text("drawn", "chart"),
    Sign.RESIGNED: Text("resigned", "header"),
    Sign.TIMED_OUT: Text("out of time", "header"),
    Sign.DECIDED: Text("decided", "header"),
    Sign.WITHOUT: Text("no result", "header"),
}
"""Signs in words."""

COUNTED = Text("Move {number}", "footer")
_DOTTED, _APART = Plain("{first} \u00b7 {second}"), Plain("{first}  \u00b7  {second}")


def beside(*parts: Text | None, between: Text = _DOTTED) -> Text:
    """Short words in a line: ``3 points · 16 in reserve``."""
    shown = [each for each in parts if each is not None and each != NOTHING]
    if not shown:
        return NOTHING
    return reduce(lambda first, second: between.of(first=first, second=second), shown)


def panel_facts(facts: Iterable[game.Fact], colour: game.Colour) -> Text:
    """What belongs to ``colour``: ``3 points · 16 in reserve``."""
    return beside(*(fact.text for fact in facts if fact.colour == colour and not fact.dull))


def unseen(events: Iterable[game.Event], seat: game.Seat) -> Text:
    """What ``seat`` did that leaves nothing on the board: ``passed``, or nothing."""
    for event in events:
        match event:
            case game.Passed(seat=who) if who == seat:
                return _PASSED
            case game.Elected(seat=who) if who == seat:
                return _CHOSEN
    return NOTHING


def footer(request: PictureRequest) -> Text:
    """What happened last, in a line, or the move so far: ``Move 17 · d4 → d3, d5``."""
    position = request.position
    if request.if_played is not None:
        return Text("Preview: {move}", move=summary(position, request.events))
    if request.draft:
        drafted = summary(position, position.drafted(request.draft).events)
        return NOTHING if drafted == NOTHING else Text("So far {move}", move=drafted)
    facts = () if request.outcome else position.facts()
    return beside(
        COUNTED.of(number=position.ply) if position.ply else None,
        summary(position, request.events),
        *(fact.text for fact in facts if fact.colour is None),
        *_unmarked(request),
        *_told(request),
        between=_APART,
    )


def _unmarked(request: PictureRequest) -> Iterator[Text]:
    """The suggested moves that leave nothing on the board, by their letters."""
    for letter, events in zip(ascii_uppercase, request.suggested, strict=False):
        if any(isinstance(event, game.Passed) for event in events):
            yield labelled(letter, _PASS)


def _told(request: PictureRequest) -> Iterator[Text]:
    """What the marks of a telling picture mean."""
    lens = request.told
    if lens is not None:
        yield lens.legend


def summary(position: game.Position, events: tuple[game.Event, ...]) -> Text:
    """What the player did, without what followed from it."""
    said = [_say(position, event) for event in events]
    for text, kind in ((_TAKES, game.Captured), (_FLIPS, game.Flipped)):
        cells = [event.cell for event in events if isinstance(event, kind)]
        said += [text.of(cells=in_a_row(cells))] if cells else []
    shown = [each for each in said if each]
    return in_a_row(shown) if shown else NOTHING


_CUT_OFF = Counted("{number} cut off")
_UNCOUNTED = Counted(
    "{number} touches no enemy and does not count", "{number} touch no enemy and do not count"
)
_TAKES, _FLIPS = Text("takes {cells}", "footer"), Text("flips {cells}", "footer")


def _say(position: game.Position, event: game.Event) -> Text | None:
    sides = position.info.sides
    match event:
        case game.Moved():
            way = " \u2192 ".join((event.origin, *event.path))
            return Plain("{side} {way}", side=sides[event.colour], way=way)
        case game.Split():
            return _split(event)
        case game.Placed():
            return Text("placed {cell}", "footer", cell=event.cell)
        case game.Removed():
            return Text("removed {cell}", "footer", cell=event.cell)
        case game.Swapped():
            way = f"{event.origin} \u2192 {event.landing}"
            return Plain("{side} {way}", side=sides[event.colour], way=way)
        case game.CutOff():
            stay = position.info.shape is game.Shape.PILE
            return (_UNCOUNTED if stay else _CUT_OFF).of(number=len(event.pieces))
        case game.Elected():
            side, number = sides[event.colour], event.seat + 1
            if event.colour == event.seat:  # each begins with the colour of the seat
                return Text("player {number} stays {side}", number=number, side=side)
            return Text("player {number} now plays {side}", number=number, side=side)
        case game.Passed():
            return _PASSED
        case _:
            return None


def _split(event: game.Split) -> Text:
    """Where the parts went, in their order; how high they are where they may differ."""
    if event.direction is None:
        cells = in_a_row([cell for cell, _ in event.parts])
        return Plain("{cell} \u2192 {cells}", cell=event.origin, cells=cells)
    return labelled(event.origin, parts_to(event.parts))
