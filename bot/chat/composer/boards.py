"""What the private boards share on which a move is put together.

They are the composer, practice, puzzles and prepared answers. Every button names the stage of the
board at which it was offered. So it works after a restart, and one that came twice changes nothing:
it shows how the board stands.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Protocol, TypeVar

from bot.chat.common.choices import Offers, lines_of, rows, way_in
from bot.chat.common.components import room_beside
from bot.chat.common.ids import BoardAction, CustomId
from bot.chat.common.page import (
    Accent,
    Button,
    Field,
    Form,
    Menu,
    Option,
    Page,
    Part,
    Row,
    Style,
)
from bot.chat.composer import text as words
from bot.chat.composer.question import WHOLE, Question, asking, question
from bot.chat.interaction import Interaction
from bot.services.composer import ONE_BY_ONE, Composition, IllegalThere, MovedOn
from renderer import PictureRequest, alt_text
from rules.game import Position
from rules.texts import Text, Words

LONGEST_MOVE = 400

_MOST_LINES = 6
"""Of buttons: with more a phone does not show them together with the board."""

_MOST_LISTED = 25
"""So many choices a list of Discord's holds."""

Numbered = Callable[[int], CustomId]
"""Gives the id for a number."""


def move_form(title: Words, custom_id: CustomId, position: Position, begun: str = "") -> Form:
    """Asks for a move in ``position``.

    ``begun`` is what was put together before, in notation, to go on from.
    """
    example = next(iter(position.moves())).written
    field = Field("move", Text("Your move", "button"), LONGEST_MOVE, example=example, begun=begun)
    return Form(title, custom_id, (field,))


AnyBoard = TypeVar("AnyBoard")


class Make(Protocol):
    """Gives the id for an action on a board as it stands, and a number where it needs one."""

    def __call__(self, action: BoardAction, number: int = ..., /) -> CustomId: ...


async def show_changed(
    interaction: Interaction,
    change: Awaitable[AnyBoard],
    show_board: Callable[..., Awaitable[None]],
) -> None:
    """Show what has come of a change; with the reason, where it was not made."""
    try:
        board = await change
    except (MovedOn, IllegalThere) as error:
        await show_board(interaction, error.now, remark=interaction.refusal(error))
    else:
        await show_board(interaction, board)


async def show_asking(
    interaction: Interaction,
    seen: PictureRequest,
    composition: Composition | None,
    page: Callable[[Question | None, Words], Page],
    *,
    part: int,
    sentence: Words | None,
    turned: bool = False,
) -> None:
    """Show a board with what can come next marked on it; nothing when the game is over.

    ``page`` gets the question and the alternative text of the picture.
    """
    asked = None if composition is None else question(composition, part, turned=turned)
    request = asking(seen, composition, asked)
    picture = await interaction.draw(request)
    await interaction.show(page(asked, alt_text(request, sentence)), picture)


def asking_page(
    told: Sequence[Part],
    asked: Question | None,
    make: Make,
    *below: Part | None,
    accent: Accent,
) -> Page:
    """A board with its choices: between its picture with what is told of it, and what is below."""
    choice: Iterable[Row | Menu] = ()
    if asked is not None:
        take, show_part = partial(make, BoardAction.TAKE), partial(make, BoardAction.PART)
        choice = choices(asked, take, show_part, room_beside(Page(*told, *below).parts))
    return Page(*told, *choice, *below, accent=accent)


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


def ways(
    composition: Composition | None, asked: Question | None, make: Make, take_back: Words | None
) -> Iterator[Button]:
    """The buttons that all boards have below their choices: to stop here, to look elsewhere, back.

    ``take_back`` is what going back is called before a step was taken; None where nothing can be.
    """
    if composition is not None and composition.menu.complete is not None:
        label = words.stop(composition.menu.complete.written)
        yield Button(label, make(BoardAction.STOP), Style.SUCCESS)
    if asked is not None:
        if asked.leads_elsewhere:
            yield Button(words.ELSEWHERE, make(BoardAction.PART, WHOLE))
        if asked.has_single_steps:
            yield Button(words.ONE_BY_ONE, make(BoardAction.PART, ONE_BY_ONE))
    is_begun = composition is not None and composition.is_begun
    back = words.BACK if is_begun else take_back
    if back is not None:
        yield Button(back, make(BoardAction.BACK))
