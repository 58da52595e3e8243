"""The choices of a question as buttons, with the numbers shown on the board."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from bot.screen.ids import CustomId
from bot.screen.page import Button, Row, Style
from rules.game import Cell, Step, StepKind
from rules.geometry.board import Board
from rules.texts import Plain, Text, Words, labelled

MOVE = Text("Move", "button")
IN_ROW = 5
_ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}
_ZONE = Text("Zone {letter}", "button")
_IN_WORDS = (StepKind.SPLIT, StepKind.COLOUR)
"""Kinds of choices with labels in words. For parts of a stack the board shows distances."""
_ORDERED = (StepKind.COLOUR, StepKind.SUBSET, StepKind.SPLIT, StepKind.DIRECTION)
"""Kinds of choices that keep the order of the menu."""

Numbered = tuple[int, Step]
"""A choice with its number in the menu, counted from 0."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice as a button: its number in the menu, and its label."""

    number: int
    label: Words
    way: str = ""
    """The direction, if buttons of one direction share a row."""


@dataclass(frozen=True, slots=True)
class Offers:
    """Choices as buttons. ``marks`` are numbered in the picture, in this order."""

    marks: tuple[Step, ...]
    offers: tuple[Offer, ...]


def offers(
    board: Board, steps: Sequence[Numbered], *, turned: bool = False, named: bool = False
) -> Offers:
    """Choices as buttons, in the reading order of the board, ``turned`` or not.

    A label is the number alone if the picture shows that on the chosen cell; with ``named`` it has
    the cell too, and for parts of a stack the cells where they land.
    """

    def place(each: Numbered) -> list[tuple[int, int]]:
        return [board.spot(cell, turned=turned) for cell in each[1].cells]

    placed = [each for each in steps if each[1].cells]
    if any(step.kind not in _ORDERED for _, step in placed):
        placed.sort(key=place)
    made, marked = [], set[Cell]()
    for count, (number, step) in enumerate(placed, 1):
        plain = step.kind not in _IN_WORDS and step.cells[0] not in marked
        marked.update(step.cells[:1] if plain else step.cells)
        label = str(count) if plain and not named else _in_words(str(count), step, turned=turned)
        if named and step.kind is StepKind.SPLIT:  # only the picture shows where its parts land
            label = labelled(label, " ".join(step.cells))
        made.append(Offer(number, label, step.way if step.kind is StepKind.SPLIT else ""))
    others = (Offer(number, step.label) for number, step in steps if not step.cells)
    return Offers(tuple(step for _, step in placed), (*made, *others))


def rows(found: Offers, take: Callable[[int], CustomId], room: int) -> Iterator[Row]:
    """The buttons in rows, one for each direction if ``room`` (in components) allows."""
    groups = [[*group] for _, group in itertools.groupby(found.offers, lambda offer: offer.way)]
    if sum(-(-len(group) // IN_ROW) for group in groups) + len(found.offers) > room:
        groups = [[*found.offers]]
    for group in groups:
        for first in range(0, len(group), IN_ROW):
            buttons = (
                Button(offer.label, take(offer.number), Style.PRIMARY)
                for offer in group[first : first + IN_ROW]
            )
            yield Row(*buttons)


def zone_rows(
    zones: int, show: Callable[[int], CustomId], *, turned: bool = False, named: bool = False
) -> Iterator[Row]:
    """A button for each zone, labelled by its letter or with ``named`` "Zone A".

    ``show`` returns the id for a zone, counted from 1.
    """
    letters = list(zip(ascii_uppercase, zone_order(zones, turned=turned), strict=False))
    for first in range(0, len(letters), IN_ROW):
        yield Row(
            *(
                Button(
                    _ZONE.of(letter=letter) if named else letter, show(number + 1), Style.PRIMARY
                )
                for letter, number in letters[first : first + IN_ROW]
            )
        )


def zone_order(zones: int, *, turned: bool) -> Sequence[int]:
    """The zones in the picture from top to bottom."""
    return range(zones - 1, -1, -1) if turned else range(zones)


def _in_words(number: str, step: Step, *, turned: bool) -> Words:
    """The label of a choice in words: ``3 · d4``; for parts of a stack ``↗ 4+2``."""
    if step.kind is not StepKind.SPLIT:
        label = step.cells[0] if step.kind is StepKind.CELL else step.label
        return Plain("{number} · {label}", number=number, label=label)
    if not step.way or not isinstance(step.label, Text):
        return step.label
    arrows = list(_ARROWS.values())
    arrow = arrows[(list(_ARROWS).index(step.way) + 4 * turned) % len(arrows)]
    return step.label.of(way=arrow)


def cells_of(steps: Sequence[Step]) -> tuple[Cell, ...]:
    """The main cells of choices, each once."""
    return tuple(dict.fromkeys(step.cells[0] for step in steps if step.cells))
