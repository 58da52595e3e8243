"""The choices of a question as buttons, laid out as their places lie on the board."""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.chat.common.ids import CustomId
from bot.chat.common.page import Button, Row, Style
from bot.services.composer import MenuPart
from rules.game import Cell, Step, StepKind
from rules.geometry.board import Board
from rules.texts import Plain, Text, Words

MOVE, PLACE = Text("Move", "button"), Text("Place", "button")
_ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}
_TOP = Text("the top", "board")
_MIDDLE = Text("the middle", "board")
_BOTTOM = Text("the bottom", "board")
_BANDS = {2: (_TOP, _BOTTOM), 3: (_TOP, _MIDDLE, _BOTTOM)}


def option(number: str, step: Step, *, turned: bool = False) -> Words:
    """A choice by its numbers on the board: ``3 · d4``; parts by their direction: ``↗ 4+2``.

    Where parts are chosen, the board shows distances instead, which are the heights of the parts.
    """
    if step.kind is StepKind.SPLIT:
        return _label(step, turned)
    return Plain("{number} · {label}", number=number, label=_label(step, turned))


def way_in(part: MenuPart, *, turned: bool = False) -> Words:
    """To begin a move, among these choices: ``Move``, ``Place at the top``."""
    places = part.kind is StepKind.CELL
    if part.bands == 1:
        return PLACE if places else MOVE
    lies = band(part, turned=turned)
    if part.kind is StepKind.PIECE:
        return Text("Move from {where}", where=lies)
    if part.kind is StepKind.LANDING:
        return Text("Move to {where}", where=lies)
    at = lies in (_TOP, _BOTTOM)
    if places:
        return Text("Place at {where}", where=lies) if at else Text("Place in {where}", where=lies)
    return Text("Move at {where}", where=lies) if at else Text("Move in {where}", where=lies)


def band(part: MenuPart, *, turned: bool = False) -> Text:
    """Where the choices of a part lie, in the picture as it is shown: ``the top``."""
    number = part.bands - 1 - part.band if turned else part.band
    known = _BANDS.get(part.bands)
    if known:
        return known[number]
    return Text("part {number} of {parts}", number=number + 1, parts=part.bands)


def _label(step: Step, turned: bool) -> Words:
    """The label with an arrow in place of a direction, as the board is shown.

    An empty cell is told by its name alone: phones have little room, and the question says more.
    """
    if step.kind is StepKind.CELL:
        return step.cells[0]
    if not step.way or not isinstance(step.label, Text):
        return step.label
    arrows = list(_ARROWS.values())
    arrow = arrows[(list(_ARROWS).index(step.way) + 4 * turned) % len(arrows)]
    return step.label.of(way=arrow)


IN_ROW = 5
_WIDE = 14
"""Labels longer than this stand three in a row."""
_LINE, _EDGES = 42, 5
"""So many letters a phone of 390 pixels leaves to a line of buttons, and the edges of one take."""
_OF_THEIR_OWN = (StepKind.COLOUR, StepKind.SUBSET, StepKind.SPLIT, StepKind.DIRECTION)
"""Kinds of choices that are marked as a whole, not by a cell that others may share."""

Numbered = tuple[int, Step]
"""A choice with its number in the menu, counted from 0."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice as a button: its number in the menu, what it says, and the row it stands in."""

    number: int
    label: Words
    row: object


@dataclass(frozen=True, slots=True)
class Offers:
    """What is offered at once: ``marks`` are what a picture numbers, in this order."""

    marks: tuple[Step, ...]
    offers: tuple[Offer, ...]


def offers(board: Board, steps: Sequence[Numbered], *, turned: bool) -> Offers:
    """Choices in reading order of the board as it is shown, with the numbers that they get."""

    def where(cell: Cell) -> tuple[int, int]:
        return board.spot(cell, turned=turned)

    placed = [each for each in steps if each[1].cells]
    whole = all(step.kind in _OF_THEIR_OWN for _, step in placed)
    if not whole:
        placed.sort(key=lambda each: [*map(where, each[1].cells)])
    others = [Offer(number, step.label, None) for number, step in steps if not step.cells]
    firsts = [step.cells[0] for _, step in placed]
    alone = len(set(firsts)) == len(firsts) and all(len(step.cells) == 1 for _, step in placed)
    if whole or alone:
        marks = tuple(step for _, step in placed)
        made = [
            Offer(number, option(str(count), step, turned=turned), _row(step, where))
            for count, (number, step) in enumerate(placed, 1)
        ]
        return Offers(marks, (*made, *others))
    cells = sorted({cell for _, step in placed for cell in step.cells}, key=where)
    numbers = {cell: str(count) for count, cell in enumerate(cells, 1)}
    marks = tuple(Step(cell, placed[0][1].kind, cell, (cell,)) for cell in cells)
    told = [
        Offer(number, option(" + ".join(numbers[cell] for cell in step.cells), step), None)
        for number, step in placed
    ]
    return Offers(marks, (*told, *others))


def rows(found: Offers, take: Callable[[int], CustomId], room: int) -> Iterator[Row]:
    """The buttons, in rows that have together no more than ``room`` components."""
    for row in _fitted(found.offers, room):
        yield Row(*(Button(offer.label, take(offer.number), Style.PRIMARY) for offer in row))


def lines_of(found: Offers, room: int) -> int:
    """How many lines of a phone the buttons take."""
    return sum(map(_lines, _fitted(found.offers, room)))


def unmarked(steps: Sequence[Step]) -> tuple[Step, ...]:
    """All places of choices, for a picture that shows them without numbers."""
    cells = dict.fromkeys(cell for step in steps for cell in step.cells)
    return tuple(replace(steps[0], text=cell, label=cell, cells=(cell,)) for cell in cells)


def _row(step: Step, where: Callable[[Cell], tuple[int, int]]) -> object:
    """What choices in one row have in common: their row of the board, or their direction."""
    if step.kind in (StepKind.CELL, StepKind.PIECE, StepKind.LANDING):
        return where(step.cells[0])[0]
    return step.text.split()[0] if step.kind is StepKind.SPLIT and " " in step.text else None


def _fitted(all_offers: Sequence[Offer], room: int) -> list[Sequence[Offer]]:
    """Rows that take together the fewest lines of a phone, in the order of the offers.

    Of these, rows of the board are kept apart where they can be, and then rows are few.
    """
    count, most = len(all_offers), room - len(all_offers)
    is_wide = any(len(str(offer.label)) > _WIDE for offer in all_offers)
    longest = 3 if is_wide and count <= 3 * most else IN_ROW

    @functools.cache
    def cost(first: int, end: int) -> tuple[int, int, int]:
        row = all_offers[first:end]
        return _lines(row), len({offer.row for offer in row}) - 1, 1

    @functools.cache
    def best(first: int, most_rows: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the offers from ``first`` on cost, and where their rows end."""
        if first == count:
            return (0, 0, 0), ()
        found = [
            (tuple(map(sum, zip(cost(first, end), rest, strict=True))), (end, *ends))
            for end in range(first + 1, min(first + longest, count) + 1)
            if (count - end) <= (most_rows - 1) * longest
            for rest, ends in [best(end, most_rows - 1)]
        ]
        return min(found)

    _, ends = best(0, max(most, -(-count // longest)))
    return [all_offers[first:end] for first, end in itertools.pairwise((0, *ends))]


def _lines(row: Sequence[Offer]) -> int:
    """How many lines a row takes on a phone, which breaks it where it is too wide."""
    lines, taken = 1, 0
    for offer in row:
        width = len(str(offer.label)) + _EDGES
        if taken and taken + width > _LINE:
            lines, taken = lines + 1, 0
        taken += width
    return lines
