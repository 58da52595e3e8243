"""What can be swapped: an enemy stone that is no stronger, at the end of a line that reaches it."""

from rules.game import Seat
from rules.games.detach.detachment import reaches
from rules.games.detach.info import NAMES
from rules.geometry.board import hex_board
from rules.lens import Lens, Link, Spot
from rules.texts import Text, in_a_row, parted


def lens_of(side: int, stones: tuple[int, int], seat: Seat) -> Lens:
    """The stones that ``seat`` could swap with, were it its turn, and from where."""
    names = hex_board(side).names
    own, enemy = stones[seat], stones[1 - seat]
    links = tuple(
        Link(names[origin], names[swap], acts=True)
        for origin, reach in reaches(side, own, enemy).items()
        for swap in reach.swaps
    )
    by: dict[str, list[str]] = {}
    for link in links:
        by.setdefault(link.end, []).append(link.start)
    swaps = [
        Text("{cell} by {origins}", "swap", cell=cell, origins=in_a_row(origins))
        for cell, origins in sorted(by.items())
    ]
    said = legend = Text("{side} cannot swap with any stone.", side=NAMES[seat])
    if swaps:
        legend = Text("{side} can swap with ringed stones.", side=NAMES[seat])
        said = Text("{side} can swap with: {swaps}.", side=NAMES[seat], swaps=parted(swaps))
    return Lens((said,), legend, tuple(Spot(cell) for cell in sorted(by)), links)
