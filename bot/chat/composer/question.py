"""A question of the composer as it is shown: all of it, a part of it, or which part is meant."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.chat.common.choices import Offer, Offers, band, offers, unmarked
from bot.services.composer import ONE_BY_ONE, Composition, MenuPart, parts_of, ways_on
from renderer import PictureRequest
from rules.game import Step
from rules.texts import Text, Words

WHOLE = 0
"""Stands for the question as it is asked at first; its parts are counted from 1."""


IN_PART = 10_000
"""A choice with so much added to its number, once or several times, leads to that part."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, ``marks`` in the picture, and the choices; ``parts`` if one of those is."""

    prompt: Words
    shown: int
    marks: tuple[Step, ...]
    offers: Offers | None
    parts: tuple[MenuPart, ...]
    has_single_steps: bool = False
    turned: bool = False
    """Whether the picture is turned round, so that its top is the bottom of the board."""

    @property
    def is_of_parts(self) -> bool:
        return self.offers is None

    @property
    def leads_elsewhere(self) -> bool:
        """Whether there are choices besides those that are shown."""
        return self.offers is not None and len(self.parts) > 1


def question(
    composition: Composition, shown: int, *, turned: bool, ahead: bool = False
) -> Question:
    """What is asked now; ``shown`` is a part of it, or ``ONE_BY_ONE`` for the next step alone.

    With ``ahead`` a choice to which more belongs than can be shown at once is offered once for
    each part of that: its number is then counted from ``IN_PART`` times the part's.
    """
    joined = composition.menu
    singly = shown == ONE_BY_ONE and joined.selective
    menu, first = (composition.next_step, ONE_BY_ONE) if singly else (joined, 0)
    parts = parts_of(composition.position, menu)
    has_single_steps = joined.selective and not singly
    if len(parts) > 1 and not 1 <= shown <= len(parts):
        marks = unmarked(menu.options)
        return Question(menu.prompt, WHOLE, marks, None, parts, has_single_steps, turned)
    part = parts[shown - 1 if len(parts) > 1 else 0]
    numbered = [(first + number, menu.options[number]) for number in part.numbers]
    found = offers(composition.position.variant.board, numbered, turned=turned)
    if ahead and not singly:
        found = _ahead(found, ways_on(composition, part.numbers), turned=turned)
    return Question(menu.prompt, shown, found.marks, found, parts, has_single_steps, turned)


def _ahead(found: Offers, ways: Mapping[int, tuple[MenuPart, ...]], *, turned: bool) -> Offers:
    """What is offered, with a choice for each part of those that lead to several."""

    def led(offer: Offer) -> Iterator[Offer]:
        parts = ways.get(offer.number, ())
        if not parts:
            yield offer
        in_order = [*enumerate(parts, 1)]
        for number, part in reversed(in_order) if turned else in_order:
            label = Text("{label} to {where}", label=offer.label, where=band(part, turned=turned))
            yield replace(offer, number=offer.number + number * IN_PART, label=label)

    return replace(found, offers=tuple(each for offer in found.offers for each in led(offer)))


def asking(
    picture: PictureRequest, composition: Composition | None, asked: Question | None
) -> PictureRequest:
    """The picture with what is chosen and what can be chosen on it; as it is for no question."""
    if composition is None or asked is None:
        return picture
    numbered = not asked.is_of_parts
    return replace(picture, options=asked.marks, numbered=numbered, draft=composition.taken)
