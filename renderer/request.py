"""What a picture is asked for by; equal requests give the same picture."""

from dataclasses import dataclass

from renderer.scene import Sign
from rules.game import Cell, Event, Piece, Position, Seat, Step
from rules.lens import Lens
from rules.outcomes import outcome_text
from rules.texts import ENGLISH, Wording, Words, said


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the words that its message uses too, and the seats that won.

    Nobody won where it was drawn, nor a match without a result; the ``sign`` tells them apart.
    """

    text: Words
    winners: tuple[Seat, ...] = ()
    sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A position to draw, and how. Hashable, so that it can be a cache's key.

    ``events`` are the last move's, which led to ``position``. ``draft`` are the steps taken so far
    of a move that is being put together in ``position``: the picture shows what they did instead of
    the last move. ``options`` are the steps that may come next, marked and, if ``numbered``,
    counted from 1 in their order. ``zones`` are cells among which may be chosen later, tinted and
    lettered from A in their order. ``suggested`` are moves that could be made, each by its events:
    they have letters where they end.

    With ``strengths`` pieces show what they count, where that cannot be seen of each alone.

    On the ``telling`` cells a piece that cannot move is barred, one that does not count struck
    through, and one that the lens points out otherwise ringed, if the game's lens says so.

    ``if_played`` is the seat that looks at what a move would do, before it is made.

    ``names`` are the players' by seat, for where they stand beside the board. ``wording`` is the
    language of what is written.

    ``result`` tells how the match ended; without it a position that is over by the rules says so
    itself. ``left`` are the seats that gave up, in order. What ``stood`` where there is nothing now
    leaves a trace. The first seat's side is at the bottom unless ``viewer`` is another seat. The
    picture is ``size`` pixels wide.
    """

    position: Position
    events: tuple[Event, ...] = ()
    options: tuple[Step, ...] = ()
    zones: tuple[tuple[Cell, ...], ...] = ()
    draft: tuple[str, ...] = ()
    result: Result | None = None
    left: tuple[Seat, ...] = ()
    viewer: Seat | None = None
    theme: str = "slate"
    size: int = 1000
    numbered: bool = True
    suggested: tuple[tuple[Event, ...], ...] = ()
    strengths: bool = False
    telling: tuple[Cell, ...] = ()
    if_played: Seat | None = None
    names: tuple[str, ...] = ()
    stood: tuple[tuple[Cell, Piece], ...] = ()
    wording: Wording = ENGLISH

    def say(self, words: Words) -> str:
        """What stands in the picture, in its language."""
        return said(words, self.wording)

    @property
    def turned(self) -> bool:
        return bool(self.viewer)

    @property
    def outcome(self) -> Result | None:
        """How it ended: as it was told, or else by the game's own rules."""
        return self.result if self.result is not None else own_result(self.position)

    @property
    def told(self) -> Lens | None:
        """What the marks of a telling picture show; None in other pictures."""
        return self.position.lens() if self.telling and self.outcome is None else None


def own_result(position: Position) -> Result | None:
    """How ``position`` ended by the rules, by its sides; None while it goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    sides = position.info.sides
    names = [sides[position.colour_of(seat)] for seat in range(position.variant.seats)]
    text = outcome_text(outcome.ranking, outcome.reason, outcome.scores, position.info, names)
    return Result(text, outcome.winners, None if outcome.winners else Sign.DRAWN)


@dataclass(frozen=True, slots=True)
class ShareCard:
    """What a card shows: the last board with its result, and the players' names by seat.

    ``title`` is the line at its foot, such as the game and where it was played. Where people who
    do not know the match look at it, nothing else explains it.
    """

    picture: PictureRequest
    names: tuple[str, ...]
    title: Words
