"""Answering an interaction: with words, a page, a form or a board, for one person alone."""

import io
from collections.abc import Mapping
from types import MappingProxyType

import discord
import structlog

from bot.chat.common.components import View, layout, modal
from bot.chat.common.page import PICTURE, Form, Page
from bot.chat.interaction.acknowledging import Follows, follows, is_in_doubt, short
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.open_composers import PrivateMessage
from bot.chat.messenger import layouts
from bot.chat.messenger.errors import CONNECTION_LOST
from bot.services.matches import MatchState, picture_of
from data.states import Orientation
from renderer import PictureRequest, alt_text

logger = structlog.get_logger(__name__)


async def say(interaction: Interaction, content: str) -> None:
    """Answer with words for this person alone."""
    await show(interaction, Page(content))


async def show(
    interaction: Interaction,
    page: Page,
    file: bytes | None = None,
    name: str = PICTURE,
    beside: Mapping[str, bytes] = MappingProxyType({}),
) -> PrivateMessage | None:
    """Answer with a page, and the files that it shows, for this person alone.

    ``beside`` are further ones by their names. The interaction may have been acknowledged before.
    The answer is the message as it is now, or None if Discord does not tell.
    """
    files = dict(beside) if file is None else {name: file, **beside}
    view = layout(page)
    if not is_in_doubt(interaction):
        return await _show(interaction, view, _files(files), follows(interaction))
    try:
        return await _show(interaction, view, _files(files), follows(interaction))
    except discord.NotFound:
        # it was not acknowledged after all, so this can still be the first thing that is sent
        return await _show(interaction, view, _files(files), Follows.NOTHING)


async def ask(interaction: Interaction, form: Form) -> None:
    """Open a form; nothing may have been acknowledged before."""
    await interaction.response.send_modal(modal(form))


async def change(message: PrivateMessage, page: Page, otherwise: str) -> None:
    """Show a page in place of what was answered before; ``otherwise`` is logged if that fails."""
    try:
        await message.edit(view=layout(page), attachments=[])
    except (discord.HTTPException, *CONNECTION_LOST) as error:  # dismissed perhaps
        logger.info(otherwise, **short(error))


async def show_board(
    interaction: Interaction, match: MatchState, remark: str | None = None
) -> None:
    """Show this person the board, the way round and in the theme that they have chosen."""
    request = await own_picture(interaction, match)
    picture = await services(interaction).pictures.still(request)
    alt = alt_text(request, match.sentence)
    await show(interaction, layouts.own_board(match, alt, player_id(interaction), remark), picture)


async def own_picture(interaction: Interaction, match: MatchState) -> PictureRequest:
    """The match's picture as this person likes to see it: from which side, in which theme."""
    chosen = await services(interaction).settings.of_player(player_id(interaction))
    own = chosen.orientation is Orientation.OWN
    viewer = match.seat_of(player_id(interaction)) if own else None
    return picture_of(match, viewer=viewer, theme=chosen.theme)


async def _show(
    interaction: Interaction, view: View, files: list[discord.File], expected: Follows
) -> PrivateMessage | None:
    if expected is Follows.PRIVATE:
        return await interaction.edit_original_response(view=view, attachments=files)
    if expected is Follows.BESIDE or interaction.response.is_done():
        return await interaction.followup.send(view=view, files=files, ephemeral=True, wait=True)
    told = await interaction.response.send_message(view=view, files=files, ephemeral=True)
    return told.resource if isinstance(told.resource, discord.InteractionMessage) else None


def _files(files: Mapping[str, bytes]) -> list[discord.File]:
    return [discord.File(io.BytesIO(file), name) for name, file in files.items()]
