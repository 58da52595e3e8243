"""Parts of a question: where there is no room for all choices at once, a part is asked for first.

A part holds choices of one kind, in rows of the board that lie beside each other.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.services.composer.composition import Composition
from rules.game import Position, StepKind, StepMenu
from rules.geometry.board import Board

MOST = 25
"""So many choices are offered at once."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some choices of a menu by their numbers, counted from 0.

    They are of one ``kind``, and lie in the band number ``band`` of ``bands`` from the top.
    """

    kind: StepKind
    band: int
    bands: int
    numbers: tuple[int, ...]


def parts_of(position: Position, menu: StepMenu) -> tuple[Part, ...]:
    """The parts of a menu for ``position``; one that holds everything if there is room for it."""
    everything = tuple(range(len(menu.options)))
    if len(everything) <= MOST:
        kind = menu.options[0].kind if menu.options else StepKind.PASS
        return (Part(kind, 0, 1, everything),)
    nowhere = tuple(number for number in everything if not menu.options[number].cells)
    kinds = dict.fromkeys(step.kind for step in menu.options if step.cells)
    return tuple(
        Part(kind, band, len(bands), (*numbers, *nowhere))
        for kind in kinds
        for bands in [_bands(position.variant.board, menu, kind)]
        for band, numbers in enumerate(bands)
    )


def ways_on(composition: Composition, numbers: Sequence[int]) -> Mapping[int, tuple[Part, ...]]:
    """The parts of the question that follows a piece, where it has several, by the piece's number.

    So a piece and a part can be chosen at once; of the first choices ``numbers`` alone, and not if
    there would be more than fit.
    """
    if composition.is_begun:
        return {}
    found = {}
    for number in numbers:
        if composition.menu.options[number].kind is StepKind.PIECE:
            further = composition.take(number)
            parts = () if further.is_whole else parts_of(further.position, further.menu)
            if len(parts) > 1:
                found[number] = parts
    count = len(numbers) - len(found) + sum(map(len, found.values()))
    return found if count <= MOST else {}


def _bands(board: Board, menu: StepMenu, kind: StepKind) -> tuple[tuple[int, ...], ...]:
    """The choices of a kind, in as few bands of rows as there have to be."""
    spots = sorted(
        (board.spot(step.cells[0]), number)
        for number, step in enumerate(menu.options)
        if step.cells and step.kind is kind
    )
    rows = [
        [number for _, number in row]
        for _, row in itertools.groupby(spots, lambda each: each[0][0])
    ]
    for wanted in range(-(-len(spots) // MOST), len(rows) + 1):
        bands = tuple(_cut(rows, wanted))
        if max(map(len, bands)) <= MOST:
            return bands
    return tuple(_cut(([number] for _, number in spots), -(-len(spots) // MOST)))


def _cut(rows: Iterable[Sequence[int]], wanted: int) -> Iterator[tuple[int, ...]]:
    """Neighbouring rows put together, so that each of ``wanted`` bands holds about as many."""
    rows = list(rows)
    count, before = sum(map(len, rows)), 0
    placed: list[tuple[int, Sequence[int]]] = []
    for row in rows:
        placed.append(((2 * before + len(row)) * wanted // (2 * count), row))
        before += len(row)
    for _, band in itertools.groupby(placed, lambda each: each[0]):
        yield tuple(itertools.chain.from_iterable(row for _, row in band))
