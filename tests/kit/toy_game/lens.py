"""Which stones stand together: Hex is won by a chain of them."""

from rules.geometry.cellset import cells_in
from rules.lens import Lens, Link
from rules.texts import Text
from tests.kit.toy_game.info import BOARD, SIDES


def lens_of(stones: tuple[int, int]) -> Lens:
    """Neighbouring stones of one colour, linked."""
    links = tuple(
        Link(BOARD.names[cell], BOARD.names[other], seat)
        for seat, own in enumerate(stones)
        for cell in cells_in(own)
        for other in cells_in(BOARD.neighbours[cell] & own)
        if cell < other
    )
    said = []
    for seat, side in enumerate(SIDES):
        pairs = [f"{link.start} {link.end}" for link in links if link.colour == seat]
        cells = ", ".join(pairs) or "-"
        said.append(Text("{side} side by side: {pairs}.", side=side, pairs=cells))
    return Lens(tuple(said), Text("Bands link stones side by side."), links=links)
