"""A lens: what matters for the goal of a game as things stand, as facts that a picture can show.

A game's lens lies in its own folder; a game may have none. Nothing here gives advice: whatever a
lens shows, the rules say too.
"""

from dataclasses import dataclass

from rules.texts import Text

RANGE = "\u2013"
"""Between the fewest and the most, where a choice decides."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell worth a look; a ``faint`` one does not matter, such as a piece that does not count.

    ``counts`` are the colours that something is counted for there, each with how many;
    None is what belongs to nobody; ``total`` is how many those are together. It matters to the
    ``colours``, or to nobody in particular.
    """

    cell: str
    counts: tuple[tuple[int | None, str], ...] = ()
    total: int = 0
    faint: bool = False
    colours: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """Two cells that belong together, on the way of a ``colour`` if it has one.

    If it ``acts``, the piece on the first can do something to that on the second; the others are
    neighbours.
    """

    start: str
    end: str
    colour: int | None = None
    acts: bool = False

    @property
    def ends(self) -> tuple[str, str]:
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Lens:
    """What to look at, and the same in sentences for those who do not see the picture.

    ``legend`` says in a few words what the marks in the picture mean. The pieces on the ``stuck``
    cells cannot move.
    """

    said: tuple[Text, ...]
    legend: Text
    spots: tuple[Spot, ...] = ()
    links: tuple[Link, ...] = ()
    stuck: tuple[str, ...] = ()
