"""A question of the composer: its choices, all at once or in zones of the board."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.features.moves.composition import ONE_BY_ONE, Composition
from bot.screen.choices import IN_ROW, Offers, cells_of, offers, zone_order
from renderer import PictureRequest
from rules.game import Cell, Position, StepKind, StepMenu
from rules.geometry.board import Board
from rules.texts import Words

MOST = 25
"""The most choices that are offered at once: five rows of five buttons."""
IN_ZONE = 20
"""The most choices in a zone, which also needs a button back."""
WHOLE = 0
"""The whole question; its zones are counted from 1."""


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

    Otherwise the most frequent kind is in zones, and other kinds are beside these if they fit.
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
    zones = _bands(position.variant.board, menu, most)
    if len(others) + len(zones) <= MOST:
        return Choices(others, zones)
    placed = [number for number in everything if menu.options[number].cells]
    nowhere = tuple(number for number in everything if not menu.options[number].cells)
    return Choices(nowhere, _bands(position.variant.board, menu, placed))


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
