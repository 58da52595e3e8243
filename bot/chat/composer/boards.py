"""What the private boards share on which a move is put together.

They are practice, puzzles and prepared answers. Every button names the stage of the board at which
it was offered. So it works after a restart, and one that came twice changes nothing: it shows how
the board stands.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial
from typing import Protocol, TypeVar

from bot.chat.common.components import room_beside
from bot.chat.common.ids import BoardAction, CustomId
from bot.chat.common.page import Accent, Button, Field, Form, Menu, Page, Part, Picture, Row, Style
from bot.chat.composer import text as words
from bot.chat.composer.layouts import choices, other_choices
from bot.chat.composer.question import Question, asking, question
from bot.chat.interaction import Interaction
from bot.services.composer import Composition, IllegalThere, MovedOn
from renderer import PictureRequest, alt_text
from rules.game import Position
from rules.texts import Text, Words

LONGEST_MOVE = 400


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
    told: tuple[Words, Picture, Words],
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
        yield from other_choices(asked, partial(make, BoardAction.PART))
    is_begun = composition is not None and composition.is_begun
    back = words.BACK if is_begun else take_back
    if back is not None:
        yield Button(back, make(BoardAction.BACK))
