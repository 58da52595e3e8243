"""Answering an interaction: boards for one person, refusals, and the boundary for errors."""

from __future__ import annotations

import io
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord
import structlog
from discord import ui

from bot.chat.common.text import ANSWER_LOST, UNEXPECTED
from bot.chat.interaction.refusals import refusal
from bot.chat.messenger import layouts
from bot.services.matches.errors import MatchOver, NotYourTurn, OutdatedBoard, ServiceError
from bot.services.matches.models import MatchView, Orientation, Person, Place
from data.database import StorageError
from data.ids import ChannelId, InteractionId, PlayerId, RoleId, ServerId
from renderer import PictureRequest, alt_text

if TYPE_CHECKING:
    from bot.app.application import Services
    from bot.app.client import Quintet

    Interaction = discord.Interaction[Quintet]
else:
    # the client imports this module, so its type is known to the type checker alone
    Interaction = discord.Interaction

logger = structlog.get_logger(__name__)

_CONNECTION_LOST = (aiohttp.ClientError, OSError)
_ANSWER_FOLLOWS = {
    discord.InteractionResponseType.deferred_channel_message,
    discord.InteractionResponseType.deferred_message_update,
}


def services(interaction: Interaction) -> Services:
    """What the players can do, from the client that got the interaction."""
    return interaction.client.services


def player(interaction: Interaction) -> PlayerId:
    """Who did it."""
    return PlayerId(interaction.user.id)


def once(interaction: Interaction) -> InteractionId:
    """The id under which it is written at most once."""
    return InteractionId(interaction.id)


def person(user: discord.User | discord.Member) -> Person:
    """Somebody as the services know people."""
    roles = user.roles if isinstance(user, discord.Member) else ()
    return Person(PlayerId(user.id), user.bot, frozenset(RoleId(role.id) for role in roles))


def server(interaction: Interaction) -> ServerId | None:
    """The server it happens in, None in direct messages."""
    return None if interaction.guild_id is None else ServerId(interaction.guild_id)


def you(interaction: Interaction) -> Person:
    """Who did it, with what that person may do in this server."""
    asked = person(interaction.user)
    return replace(asked, manages_server=interaction.permissions.manage_guild)


def place(interaction: Interaction) -> Place:
    """Where it happens; in a thread, the channel that the thread belongs to."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    return Place(server(interaction), ChannelId(parent or 0))


def picked(interaction: Interaction) -> tuple[str, ...]:
    """What was chosen in a list, empty for a button."""
    data: Any = interaction.data or {}
    return tuple(str(value) for value in data.get("values", ()))


async def think(interaction: Interaction) -> None:
    """Acknowledge at once; the answer, for this person alone, follows."""
    await interaction.response.defer(ephemeral=True, thinking=True)


async def take_over(interaction: Interaction) -> None:
    """Acknowledge at once; the answer takes the place of the private message it came from.

    From a message that everybody sees, or a command, the answer is a private one of its own.
    Acknowledged before, nothing is left to do.
    """
    message = interaction.message
    if interaction.response.is_done():
        return
    if message is not None and message.flags.ephemeral:
        await interaction.response.defer()
    else:
        await think(interaction)


async def say(interaction: Interaction, content: str) -> None:
    """Answer with words for this person alone."""
    await show(interaction, layouts.words(content))


async def show(
    interaction: Interaction,
    layout: ui.LayoutView,
    file: bytes | None = None,
    name: str = layouts.PICTURE,
) -> None:
    """Answer with a layout, and the file that it shows, for this person alone.

    The interaction may have been acknowledged before.
    """
    files = [] if file is None else [discord.File(io.BytesIO(file), name)]
    if interaction.response.type in _ANSWER_FOLLOWS:
        await interaction.edit_original_response(view=layout, attachments=files)
    elif interaction.response.is_done():
        await interaction.followup.send(view=layout, files=files, ephemeral=True)
    else:
        await interaction.response.send_message(view=layout, files=files, ephemeral=True)


async def show_board(interaction: Interaction, view: MatchView, remark: str | None = None) -> None:
    """Show this person the board, from that person's side."""
    picture = await services(interaction).pictures.still(await own_picture(interaction, view))
    alt = alt_text(view.position, view.events, view.sentence)
    await show(interaction, layouts.own_board(view, alt, player(interaction), remark), picture)


async def own_picture(interaction: Interaction, view: MatchView) -> PictureRequest:
    """The match's picture as this person likes to see it: from which side, in which theme."""
    chosen = await services(interaction).settings.of_player(player(interaction))
    own = chosen.orientation is Orientation.OWN
    return PictureRequest(
        view.position,
        view.events,
        viewer=view.seat_of(player(interaction)) if own else None,
        theme=chosen.theme,
    )


async def answered(interaction: Interaction, work: Awaitable[None]) -> None:
    """Do ``work`` and turn whatever it refuses into an answer; what nobody foresaw is raised."""
    try:
        await work
    except (ServiceError, StorageError, discord.HTTPException, *_CONNECTION_LOST) as error:
        await refuse(interaction, error)
    except Exception:
        await say(interaction, UNEXPECTED)
        raise


async def refuse(interaction: Interaction, error: Exception) -> None:
    """Say why something was not done, with the current board where that helps."""
    if isinstance(error, OutdatedBoard | NotYourTurn | MatchOver):
        if not interaction.response.is_done():
            await think(interaction)
        await show_board(interaction, error.view, refusal(error))
    elif isinstance(error, ServiceError | StorageError):
        await say(interaction, refusal(error))
    elif isinstance(error, discord.HTTPException):
        # a repeated click, or one whose time is up: Discord takes no answer to it any more
        logger.warning("answer not delivered", status=error.status, code=error.code)
    elif isinstance(error, _CONNECTION_LOST):
        # what was done is done; only its answer may have got lost, and so may this one
        logger.warning("answer not delivered", reason=repr(error))
        with suppress(discord.HTTPException, *_CONNECTION_LOST):
            await say(interaction, ANSWER_LOST)
    else:
        logger.error("interaction failed", exc_info=error)
        await say(interaction, UNEXPECTED)


def quintet(interaction: discord.Interaction) -> Interaction:
    """An interaction of this client, where discord.py only knows that it is one."""
    return cast("Interaction", interaction)
