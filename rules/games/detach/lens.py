"""Which stones cannot detach, and which can be swapped: enemies no stronger, within reach."""

from rules.game import Seat
from rules.games.detach.detachment import reaches
from rules.games.detach.info import NAMES
from rules.geometry.board import hex_board
from rules.geometry.cellset import cells_in
from rules.lens import Lens, Link, Spot
from rules.texts import Text, in_a_row, labelled, parted, sentences


def lens_of(side: int, stones: tuple[int, int], seat: Seat) -> Lens:
    """The stones that ``seat`` could swap with, were it its turn, and from where."""
    names = hex_board(side).names
    reach = [reaches(side, stones[each], stones[1 - each]) for each in (0, 1)]
    stuck = [
        [names[cell] for cell in cells_in(stones[each]) if cell not in reach[each]]
        for each in (0, 1)
    ]
    links = tuple(
        Link(names[origin], names[swap], acts=True)
        for origin, reached in reach[seat].items()
        for swap in reached.swaps
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
    told = [labelled(NAMES[each], in_a_row(stuck[each])) for each in (0, 1) if stuck[each]]
    if told:
        said = sentences(said, Text("Cannot detach: {stones}.", stones=parted(told)))
        legend = sentences(legend, Text("Barred: cannot detach."))
    spots = tuple(map(Spot, sorted(by)))
    return Lens((said,), legend, spots, links, (*stuck[0], *stuck[1]))
