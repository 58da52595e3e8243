"""A lens: what matters for the goal of a game as things stand, as facts that a picture can show.

A game's lens lies in its own folder; a game may have none. Nothing here gives advice: whatever a
lens shows, the rules say too.
"""

from dataclasses import dataclass

from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell worth a look; a ``faint`` one does not matter, such as a piece that does not count.

    ``counts`` are the colours that something is counted for there, each with what is counted;
    None is what belongs to nobody.
    """

    cell: str
    counts: tuple[tuple[int | None, str], ...] = ()
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """Two cells that belong together, on the way of a ``colour`` if it has one.

    Where they are no neighbours, the piece on the first acts on the second.
    """

    start: str
    end: str
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Lens:
    """What to look at, and the same in sentences for those who do not see the picture.

    ``legend`` says in a few words what the marks in the picture mean.
    """

    said: tuple[Text, ...]
    legend: Text
    spots: tuple[Spot, ...] = ()
    links: tuple[Link, ...] = ()
