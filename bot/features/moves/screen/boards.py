"""What the private boards share on which a move is put together.

They are the composer, practice, puzzles and prepared answers. Every button names the stage of the
board at which it was offered. So it works after a restart, and one that came twice changes nothing:
it shows how the board stands.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Protocol, TypeVar

from bot.features.moves import words
from bot.features.moves.composition import ONE_BY_ONE, Composition, IllegalThere, MovedOn
from bot.features.moves.screen.question import WHOLE, Question, asking, question
from bot.screen.choices import rows, zone_rows
from bot.screen.components import room_beside
from bot.screen.ids import BoardAction, CustomId
from bot.screen.interaction import Interaction
from bot.screen.interaction.private_messages import PrivateMessage
from bot.screen.page import Accent, Button, Field, Form, Page, Part, Style
from renderer import PictureRequest, alt_text
from rules.game import Position
from rules.texts import Text, Words

LONGEST_MOVE = 400


def move_form(title: Words, custom_id: CustomId, position: Position, begun: str = "") -> Form:
    """Asks for a move in ``position``, of which ``begun`` was put together before."""
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
) -> PrivateMessage | None:
    """Show a board with what can come next marked on it; nothing when the game is over.

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
    """A board with its choices: between its picture with what is told of it, and what is below.

    The last part below falls out where many choices leave it no room.
    """
    if asked is None:
        return Page(*told, *below, accent=accent)
    take, show_zone = partial(make, BoardAction.TAKE), partial(make, BoardAction.PART)
    room = room_beside(Page(*told, *below).parts)
    if asked.components > room:
        below = below[:-1]
        room = room_beside(Page(*told, *below).parts)
    zones = zone_rows(len(asked.zones), show_zone, turned=asked.turned, named=asked.named)
    return Page(*told, *zones, *rows(asked.offers, take, room), *below, accent=accent)


def ways(
    composition: Composition | None, asked: Question | None, make: Make, take_back: Words | None
) -> Iterator[Button]:
    """The buttons that all boards have below their choices: to stop here, to look elsewhere, back.

    ``take_back`` is what going back is called before a step was taken; None where nothing can be.
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
