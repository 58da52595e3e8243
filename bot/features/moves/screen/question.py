"""A question of the composer: its choices as buttons, all at once or in zones of the board.

The buttons have the numbers that are shown on the board.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from bot.features.moves.composition import ONE_BY_ONE, Composition
from bot.screen.ids import CustomId
from bot.screen.page import IN_ROW, Button, Row, Style
from renderer import PictureRequest
from rules.game import Cell, Position, Step, StepKind, StepMenu
from rules.geometry.board import Board
from rules.texts import Plain, Text, Words, labelled

MOST = 25
"""The most choices that are offered at once: five rows of five buttons."""
IN_ZONE = 20
"""The most choices in a zone, which also needs a button back."""
WHOLE = 0
"""The whole question; its zones are counted from 1."""
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


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt with its choices: those offered now, and the ``zones`` that hold others.

    There are no zones once one is ``shown``. They go from the top of the picture down; it is
    ``turned`` if its top is the bottom of the board. Buttons are ``named`` for readers of text.
    """

    prompt: Words
    shown: int
    offers: Offers
    zones: tuple[tuple[Cell, ...], ...] = ()
    has_single_steps: bool = False
    turned: bool = False
    named: bool = False

    @property
    def components(self) -> int:
        """The least number of components for its buttons, in rows of five."""
        return sum(-(-len(each) // IN_ROW) + len(each) for each in (self.zones, self.offers.offers))

    @property
    def leads_elsewhere(self) -> bool:
        """Whether only one zone is shown."""
        return 0 < self.shown < ONE_BY_ONE


def question(
    composition: Composition, shown: int, *, turned: bool, named: bool = False
) -> Question:
    """The question now; ``shown`` is a zone, or ``ONE_BY_ONE`` for the next single step."""
    joined = composition.menu
    singly = shown == ONE_BY_ONE and joined.selective
    menu, first = (composition.next_step, ONE_BY_ONE) if singly else (joined, 0)
    board = composition.position.variant.board
    found = choices_of(composition.position, menu)
    is_zone = 1 <= shown <= len(found.zones)
    numbers = found.zones[shown - 1] if is_zone else found.single
    steps = [(first + number, menu.options[number]) for number in numbers]
    zones = (
        ()
        if is_zone
        else tuple(
            cells_of([menu.options[number] for number in found.zones[zone]])
            for zone in zone_order(len(found.zones), turned=turned)
        )
    )
    return Question(
        menu.prompt,
        shown if is_zone or singly else WHOLE,
        offers(board, steps, turned=turned, named=named),
        zones,
        joined.selective and not singly,
        turned,
        named,
    )


def asking(
    picture: PictureRequest, composition: Composition | None, asked: Question | None
) -> PictureRequest:
    """The picture with the choices marked; unchanged without a question."""
    if composition is None or asked is None:
        return picture
    marks = asked.offers.marks
    of_pieces = any(step.kind is StepKind.PIECE for step in marks)
    return replace(
        picture, options=marks, zones=asked.zones, draft=composition.taken, strengths=of_pieces
    )


@dataclass(frozen=True, slots=True)
class Choices:
    """How the choices of a menu are offered, by their numbers, counted from 0.

    ``single`` ones are offered at once. The others are in ``zones`` of the board, from the top
    down, each with at most IN_ZONE choices.
    """

    single: tuple[int, ...]
    zones: tuple[tuple[int, ...], ...] = ()


def choices_of(position: Position, menu: StepMenu) -> Choices:
    """Divide the choices of a menu: all at once if there are at most MOST.

    Otherwise the most frequent kind is in zones, and other kinds, of which no game has many, are
    beside these.
    """
    everything = tuple(range(len(menu.options)))
    if len(everything) <= MOST:
        return Choices(everything)
    by_kind: dict[StepKind, list[int]] = {}
    for number in everything:
        if menu.options[number].cells:
            by_kind.setdefault(menu.options[number].kind, []).append(number)
    most = max(by_kind.values(), key=len)
    others = tuple(number for number in everything if number not in most)
    return Choices(others, _bands(position.variant.board, menu, most))


def _bands(board: Board, menu: StepMenu, numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The numbers divided by rows of the board into the fewest possible bands."""
    spots = sorted((board.spot(menu.options[number].cells[0]), number) for number in numbers)
    rows = [
        [number for _, number in row]
        for _, row in itertools.groupby(spots, lambda each: each[0][0])
    ]
    for wanted in range(-(-len(spots) // IN_ZONE), len(rows) + 1):
        bands = tuple(_cut(rows, wanted))
        if max(map(len, bands)) <= IN_ZONE:
            return bands
    return tuple(_cut(([number] for _, number in spots), -(-len(spots) // IN_ZONE)))


def _cut(rows: Iterable[Sequence[int]], wanted: int) -> Iterator[tuple[int, ...]]:
    """Neighbouring rows joined into ``wanted`` bands of about equal size."""
    rows = list(rows)
    count, before = sum(map(len, rows)), 0
    placed: list[tuple[int, Sequence[int]]] = []
    for row in rows:
        placed.append(((2 * before + len(row)) * wanted // (2 * count), row))
        before += len(row)
    for _, band in itertools.groupby(placed, lambda each: each[0]):
        yield tuple(itertools.chain.from_iterable(row for _, row in band))
