"""What the composer looks like: choosing the next step, and looking before one plays."""

from collections.abc import Callable, Iterator
from functools import partial

from bot.chat.common import text as hints
from bot.chat.common.choices import Offers, lines_of, rows, way_in
from bot.chat.common.components import room_beside
from bot.chat.common.ids import ComposerAction, ComposerButton, CustomId
from bot.chat.common.page import Accent, Button, Menu, Option, Page, Part, Picture, Row, Style
from bot.chat.composer import text as words
from bot.chat.composer.question import WHOLE, Question
from bot.chat.messenger.text import own_title
from bot.services.composer import ONE_BY_ONE, Composing, Composition
from rules.game import Position
from rules.texts import Words, lines

_MOST_LINES = 6
"""Of buttons: with more a phone does not show them together with the board."""

_MOST_LISTED = 25
"""So many choices a list of Discord's holds."""

Make = Callable[..., ComposerButton]
"""Gives the id for an action, and a number where it needs one."""

Numbered = Callable[[int], CustomId]
"""Gives the id for a number."""


def choosing(
    now: Composing, question: Question, alt: Words, *, hint: Words | None, remark: Words | None
) -> Page:
    """The board with what can come next, to choose from.

    Without a ``hint``, and if there is one, a button asks for it.
    """
    identify = _identify(now)
    title = own_title(now.match, now.seat)
    told = words.prompt(now.composition, question, hint)
    head = lines(remark, title, told)
    above: list[Part] = [head, Picture(alt)]
    ways = Row(*_ways(now.composition, question, identify, asks=hint is None))
    room = room_beside([*above, ways])
    return Page(
        *above,
        *choices(
            question,
            partial(identify, ComposerAction.TAKE),
            partial(identify, ComposerAction.PART),
            room,
        ),
        ways,
        accent=Accent.BLURPLE,
    )


def confirming(now: Composing, after: Position, alt: Words, sentence: Words) -> Page:
    """The board as the move would leave it, and whether to play it."""
    identify, title = _identify(now), own_title(now.match, now.seat)
    return Page(
        lines(title, words.preview(sentence, after, now.seat)),
        Picture(alt),
        Row(
            Button(words.PLAY, identify(ComposerAction.PLAY), Style.SUCCESS),
            Button(words.CHANGE, identify(ComposerAction.CHANGE)),
            Button(words.START_OVER, identify(ComposerAction.OVER)),
        ),
        accent=Accent.GREEN,
    )


def choices(question: Question, take: Numbered, show: Numbered, room: int) -> Iterator[Row | Menu]:
    """What can be chosen, or first where, in rows of at most ``room`` components."""
    found = question.offers
    if found is not None and is_listed(found, room):
        listed = tuple(Option(offer.label, str(offer.number)) for offer in found.offers)
        yield Menu(take(0), listed, words.one_of(len(listed)))
        return
    if found is not None:
        yield from rows(found, take, room)
        return
    ways = [*enumerate(question.parts, 1)]
    if question.turned:
        ways.reverse()  # what is on top comes first
    yield Row(
        *(
            Button(way_in(part, turned=question.turned), show(number), Style.PRIMARY)
            for number, part in ways
        )
    )


def is_listed(found: Offers, room: int) -> bool:
    """Whether choices are a list, which takes a tap more and hides the board's numbers.

    They are where as buttons they would not stand on a phone's screen beside the board.
    """
    return len(found.offers) <= _MOST_LISTED and lines_of(found, room) > _MOST_LINES


def other_choices(question: Question, show: Numbered) -> Iterator[Button]:
    if question.leads_elsewhere:
        yield Button(words.ELSEWHERE, show(WHOLE))
    if question.has_single_steps:
        yield Button(words.ONE_BY_ONE, show(ONE_BY_ONE))


def _ways(
    composition: Composition, question: Question, identify: Make, *, asks: bool
) -> Iterator[Button]:
    """The buttons below the choices, five at most: to stop here, to go back, to type, and so on."""
    if composition.menu.complete is not None:
        label = words.stop(composition.menu.complete.written)
        yield Button(label, identify(ComposerAction.STOP), Style.SUCCESS)
    yield from other_choices(question, partial(identify, ComposerAction.PART))
    if composition.is_begun:
        yield Button(words.BACK, identify(ComposerAction.BACK))
        if composition.back().is_begun:
            yield Button(words.START_OVER, identify(ComposerAction.OVER))
    yield Button(words.TYPE, identify(ComposerAction.TYPE))
    if asks and hints.hint(composition):
        yield Button(words.HELP, identify(ComposerAction.HELP, question.shown))


def _identify(now: Composing) -> Make:
    return partial(ComposerButton, now.match.id, now.match.ply, now.composition.stage)
