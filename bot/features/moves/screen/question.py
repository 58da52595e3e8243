"""A question of the composer: all of its choices, or those of one zone of the board."""

from dataclasses import dataclass, replace

from bot.features.moves.composition import ONE_BY_ONE, Composition, choices_of
from bot.screen.choices import IN_ROW, Offers, cells_of, offers, zone_order
from renderer import PictureRequest
from rules.game import Cell, StepKind
from rules.texts import Words

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
