"""Trying a game alone, on a board that only its player sees.

Every click names the stage of the board at which it was offered. So it works after a restart, and
one that came twice changes nothing: it shows how the board stands.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable

from bot.chat.common.custom_ids import practice_form_id
from bot.chat.composer.buttons import chosen
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.interaction.refusals import refusal
from bot.chat.matches.move_form import MoveForm, typed
from bot.chat.practice import layouts as practice_layouts
from bot.chat.practice import text as words
from bot.services.matches.errors import IllegalPractice, PracticeMovedOn
from bot.services.practice.board import PracticeBoard
from renderer import PictureRequest, alt_text


async def on_practice(interaction: Interaction, says: re.Match[str]) -> None:
    """Do what was asked for on a practice board."""
    if says["action"] == "type":  # a form has to be the first answer
        await _ask(interaction)
        return
    await answers.take_over(interaction)
    if says["action"] == "page":
        await _turn_page(interaction, says["stage"], int(says["number"]))
    else:
        number = chosen(interaction, int(says["number"]))
        await _show_changed(
            interaction, _change(interaction, says["action"], says["stage"], number)
        )


async def open_practice(interaction: Interaction, game: str) -> None:
    """Show this person's board of the game; acknowledged before. Raises UnknownGame."""
    practice = answers.services(interaction).practice
    await show_practice(interaction, await practice.open(answers.player(interaction), game))


async def on_practice_form(interaction: Interaction, says: re.Match[str]) -> None:
    """Play the move that was typed, or say why not."""
    await answers.take_over(interaction)
    practice, you = answers.services(interaction).practice, answers.player(interaction)
    await _show_changed(interaction, practice.submit(you, says["stage"], typed(interaction.data)))


async def show_practice(
    interaction: Interaction, board: PracticeBoard, *, page: int = 0, remark: str | None = None
) -> None:
    """Show the board, with a remark on why it is shown."""
    services = answers.services(interaction)
    settings = await services.settings.of_player(answers.player(interaction))
    composition = board.composition
    is_new = composition is None or not composition.taken
    request = PictureRequest(
        board.position,
        board.events if is_new else (),
        options=() if composition is None else composition.menu.options,
        taken=() if composition is None else composition.cells(),
        theme=settings.theme,
    )
    picture = await services.pictures.still(request)
    alt = alt_text(board.position, board.events, board.sentence)
    layout = practice_layouts.practice(board, alt, page=page, remark=remark)
    await answers.show(interaction, layout, picture)


async def _show_changed(interaction: Interaction, change: Awaitable[PracticeBoard]) -> None:
    try:
        board = await change
    except (PracticeMovedOn, IllegalPractice) as error:
        await show_practice(interaction, error.board, remark=refusal(error))
    else:
        await show_practice(interaction, board)


async def _change(interaction: Interaction, action: str, stage: str, number: int) -> PracticeBoard:
    practice, you = answers.services(interaction).practice, answers.player(interaction)
    match action:
        case "take" | "pick" if number >= 0:
            return await practice.take(you, stage, number)
        case "stop":
            return await practice.stop(you, stage)
        case "back":
            return await practice.back(you, stage)
        case "over":
            return await practice.restart(you, stage)
        case "variant" if number >= 0:
            return await practice.restart(you, stage, number)
        case _:
            raise PracticeMovedOn(await practice.current(you))


async def _ask(interaction: Interaction) -> None:
    """Ask for a move; when the game is over, show that instead."""
    board = await answers.services(interaction).practice.current(answers.player(interaction))
    if board.composition is None:
        await answers.take_over(interaction)
        await show_practice(interaction, board)
        return
    form = MoveForm(words.title(board), practice_form_id(board.stage), board.position)
    await interaction.response.send_modal(form)


async def _turn_page(interaction: Interaction, stage: str, page: int) -> None:
    board = await answers.services(interaction).practice.current(answers.player(interaction))
    if board.stage != stage:
        await show_practice(interaction, board, remark=refusal(PracticeMovedOn(board)))
    else:
        await show_practice(interaction, board, page=page)
