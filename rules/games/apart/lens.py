"""What still touches: Apart is won with pieces of which none touches another of its colour."""

from rules.games.apart.info import BOARD, NAMES
from rules.games.apart.jumps import Stones, touching
from rules.geometry.cellset import cells_in
from rules.lens import Lens, Link, Spot
from rules.texts import Counted, Text, in_a_row


def lens_of(stones: Stones) -> Lens:
    """The pieces that touch another of their colour, and which."""
    spots: list[Spot] = []
    links: list[Link] = []
    said: list[Text] = []
    for seat, own in enumerate(stones):
        near, names = touching(own), BOARD.names
        spots += (Spot(names[cell]) for cell in cells_in(near))
        links += (
            Link(names[cell], names[other])
            for cell in cells_in(near)
            for other in cells_in(BOARD.neighbours[cell] & near)
            if cell < other
        )
        said.append(_said(seat, near))
    legend = Text("No two pieces of one colour touch.")
    if spots:
        legend = Text("Ringed pieces touch another of their colour.")
    return Lens(tuple(said), legend, tuple(spots), tuple(links))


def changes_of(seat: int, was: int, now: int) -> tuple[Text, ...]:
    """Which of a player's pieces no longer touch another, and which still do."""
    before, after = touching(was), touching(now)
    moved = now & ~was if before & ~now else 0
    freed = BOARD.named(cells_in((before | moved) & now & ~after))
    still = _said(seat, after)
    return (_FREED.of(cells=in_a_row(freed)), still) if freed else (still,)


def _said(seat: int, near: int) -> Text:
    if not near:
        return Text("No two pieces of {side} touch.", side=NAMES[seat])
    return Counted(
        "{number} piece of {side} still touches: {cells}.",
        "{number} pieces of {side} still touch: {cells}.",
        near.bit_count(),
        side=NAMES[seat],
        cells=in_a_row(BOARD.named(cells_in(near))),
    )


_FREED = Text("No longer touching another: {cells}.")
