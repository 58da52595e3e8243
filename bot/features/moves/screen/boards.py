"""Shared by the private boards: the composer, practice, puzzles and prepared answers.

Every button names the stage of the board at which it was offered. So it works after a restart, and
a repeated click only shows the current board.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Protocol, TypeVar

from bot.features.moves import words
from bot.features.moves.composition import ONE_BY_ONE, Composition, IllegalThere, MovedOn
from bot.features.moves.screen.question import WHOLE, Question, asking, question, rows, zone_rows
from bot.screen.components import room_left
from bot.screen.ids import BoardAction, CustomId
from bot.screen.interaction import Interaction
from bot.screen.interaction.interaction import PrivateMessage
from bot.screen.page import Accent, Button, Form, Page, Part, Style, TextField
from renderer import PictureRequest, alt_text
from rules.game import Position
from rules.texts import Text, Words

LONGEST_MOVE = 400


def move_form(title: Words, custom_id: CustomId, position: Position, begun: str = "") -> Form:
    """A form for typing a move in ``position``; ``begun`` are the steps chosen so far."""
    example = next(iter(position.moves())).written
    field = TextField(
        "move", Text("Your move", "button"), LONGEST_MOVE, example=example, begun=begun
    )
    return Form(title, custom_id, (field,))


AnyBoard = TypeVar("AnyBoard")


class Make(Protocol):
    """Makes the custom id of an action on a board at its stage; some actions have a number."""

    def __call__(self, action: BoardAction, number: int = ..., /) -> CustomId: ...


async def show_changed(
    interaction: Interaction,
    change: Awaitable[AnyBoard],
    show_board: Callable[..., Awaitable[None]],
) -> None:
    """Show the board after a change, or the current one with the reason why not."""
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
) -> PrivateMessage | None:
    """Show a board with the next choices marked in its picture, if the game goes on.

    ``page`` gets the question and the alternative text of the picture.
    """
    named = await interaction.reads_text()
    asked = None
    if composition is not None:
        asked = question(composition, part, turned=seen.turned, named=named)
    request = asking(seen, composition, asked)
    picture = await interaction.draw(request)
    return await interaction.show(page(asked, alt_text(request, sentence)), picture)


def asking_page(
    told: Sequence[Part],
    asked: Question | None,
    make: Make,
    *below: Part | None,
    accent: Accent,
) -> Page:
    """A page with ``told`` and the picture, the choices, and the parts ``below``.

    The last part below is left out if the choices leave no room for it.
    """
    if asked is None:
        return Page(*told, *below, accent=accent)
    take, show_zone = partial(make, BoardAction.TAKE), partial(make, BoardAction.PART)
    room = room_left(Page(*told, *below).parts)
    if asked.components > room:
        below = below[:-1]
        room = room_left(Page(*told, *below).parts)
    zones = zone_rows(len(asked.zones), show_zone, turned=asked.turned, named=asked.named)
    return Page(*told, *zones, *rows(asked.offers, take, room), *below, accent=accent)


def ways(
    composition: Composition | None, asked: Question | None, make: Make, take_back: Words | None
) -> Iterator[Button]:
    """The buttons that all boards have below their choices: stop here, other zones, back.

    ``take_back`` labels going back before a step was taken; None if that is not possible.
    """
    if composition is not None and composition.menu.complete is not None:
        label = Text("Stop here: {text}", text=composition.menu.complete.written)
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
