"""Trying a game alone, on a board that only its player sees."""

from functools import partial

from bot.chat.common.custom_ids import BoardAction, PracticeButton, PracticeFormId
from bot.chat.composer.boards import show_asking, show_changed
from bot.chat.composer.move_form import move_form
from bot.chat.composer.question import WHOLE
from bot.chat.hints.buttons import hint_alone
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.actor import actor_of, player_id
from bot.chat.interaction.answering import ask
from bot.chat.interaction.click import NO_CHOICE, Click, handles, takes
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.refusals import refusal
from bot.chat.practice import layouts as practice_layouts
from bot.chat.practice import text as words
from bot.services.composer import STOP, MovedOn
from bot.services.practice import PracticeBoard
from renderer import PictureRequest


async def on_practice(click: Click[PracticeButton]) -> None:
    """Do what was asked for on a practice board."""
    if click.id.action is BoardAction.TYPE:  # a form has to be the first answer
        await _ask(click)
        return
    if click.id.action is BoardAction.HINT:
        await _hint(click)
        return
    await defer_update(click.interaction)
    if click.id.action is BoardAction.PART:
        await _show_part(click)
    else:
        await show_changed(click.interaction, _change(click), show_practice)


async def open_practice(interaction: Interaction, game: str) -> None:
    """Show this person's board of the game; acknowledged before. Raises UnknownGame."""
    practice = services(interaction).practice
    await show_practice(interaction, await practice.open(actor_of(interaction), game))


async def on_practice_form(click: Click[PracticeFormId]) -> None:
    """Play the move that was typed, or say why not."""
    await defer_update(click.interaction)
    practice = services(click.interaction).practice
    changed = practice.submit(click.actor, click.id.stage, click.value)
    await show_changed(click.interaction, changed, show_practice)


async def show_practice(
    interaction: Interaction, board: PracticeBoard, *, part: int = WHOLE, remark: str | None = None
) -> None:
    """Show the board, with a remark on why it is shown."""
    settings = await services(interaction).settings.of_player(player_id(interaction))
    seen = PictureRequest(board.position, board.events, theme=settings.theme)
    page = partial(practice_layouts.practice, board, remark)
    await show_asking(
        interaction, seen, board.composition, page, part=part, sentence=board.sentence
    )


async def _change(click: Click[PracticeButton]) -> PracticeBoard:
    practice, player, stage = services(click.interaction).practice, click.actor, click.id.stage
    number = click.number_or(NO_CHOICE) if click.values else click.id.number
    match click.id.action:
        case BoardAction.STOP:
            return await practice.take(player, stage, STOP)
        case BoardAction.BACK:
            return await practice.back(player, stage)
        case BoardAction.OVER:
            return await practice.restart(player, stage)
        case BoardAction.VARIANT if number != NO_CHOICE:
            return await practice.restart(player, stage, number)
        case BoardAction.TAKE:
            return await practice.take(player, stage, click.id.number)
        case _:
            raise MovedOn(await practice.current(player))


async def _ask(click: Click[PracticeButton]) -> None:
    """Ask for a move; when the game is over, show that instead."""
    board = await services(click.interaction).practice.current(click.actor)
    if board.composition is None:
        await defer_update(click.interaction)
        await show_practice(click.interaction, board)
        return
    form = move_form(words.title(board), PracticeFormId(board.stage), board.position)
    await ask(click.interaction, form)


async def _hint(click: Click[PracticeButton]) -> None:
    """Suggest moves beside the board."""
    await defer_private(click.interaction)
    board = await services(click.interaction).practice.current(click.actor)
    if board.stage != click.id.stage or board.position.to_move is None:
        await show_practice(
            click.interaction, board, remark=refusal(click.interaction, MovedOn(board))
        )
    else:
        await hint_alone(click.interaction, board)


async def _show_part(click: Click[PracticeButton]) -> None:
    board = await services(click.interaction).practice.current(click.actor)
    if board.stage != click.id.stage:
        moved_on = refusal(click.interaction, MovedOn(board))
        await show_practice(click.interaction, board, remark=moved_on)
    else:
        await show_practice(click.interaction, board, part=click.id.number)


HANDLERS = (handles(PracticeButton, on_practice), takes(PracticeFormId, on_practice_form))
