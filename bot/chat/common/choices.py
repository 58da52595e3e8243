"""The choices of a question as buttons, laid out as their places lie on the board."""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.chat.common import choice_text as words
from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Button, Row, Style
from rules.game import Cell, Step, StepKind
from rules.geometry.board import Board

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
    label: str
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
    others = [Offer(number, words.plain(step), None) for number, step in steps if not step.cells]
    firsts = [step.cells[0] for _, step in placed]
    alone = len(set(firsts)) == len(firsts) and all(len(step.cells) == 1 for _, step in placed)
    if whole or alone:
        marks = tuple(step for _, step in placed)
        made = [
            Offer(number, words.option(str(count), step, turned=turned), _row(step, where))
            for count, (number, step) in enumerate(placed, 1)
        ]
        return Offers(marks, (*made, *others))
    cells = sorted({cell for _, step in placed for cell in step.cells}, key=where)
    numbers = {cell: str(count) for count, cell in enumerate(cells, 1)}
    marks = tuple(Step(cell, placed[0][1].kind, cell, (cell,)) for cell in cells)
    told = [
        Offer(number, words.option(words.both([numbers[cell] for cell in step.cells]), step), None)
        for number, step in placed
    ]
    return Offers(marks, (*told, *others))


def rows(found: Offers, take: Callable[[int], CustomId], room: int) -> Iterator[Row]:
    """The buttons, in rows that have together no more than ``room`` components."""
    for row in _fitted(found.offers, room):
        yield Row(*(Button(offer.label, take(offer.number), Style.PRIMARY) for offer in row))


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
    longest = 3 if _is_wide(all_offers) and count <= 3 * most else IN_ROW

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


def _is_wide(all_offers: Sequence[Offer]) -> bool:
    return any(len(offer.label) > _WIDE for offer in all_offers)


def _lines(row: Sequence[Offer]) -> int:
    """How many lines a row takes on a phone, which breaks it where it is too wide."""
    lines, taken = 1, 0
    for offer in row:
        width = len(offer.label) + _EDGES
        if taken and taken + width > _LINE:
            lines, taken = lines + 1, 0
        taken += width
    return lines
