"""Whether a server wants a puzzle a week, and where."""

from __future__ import annotations

import discord

from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.refusals import missing_permission
from bot.chat.settings import text as words
from data.ids import ChannelId

WITH_PICTURE = (*POSTING, "attach_files")


async def keep_weekly(interaction: Interaction, channel: discord.TextChannel | None) -> None:
    """Let a puzzle come every week, in the channel or where this was typed."""
    if channel is None:
        missing = first_missing(interaction.app_permissions, WITH_PICTURE)
        where = interaction.channel_id
    else:
        missing = first_missing(channel.permissions_for(channel.guild.me), WITH_PICTURE)
        where = channel.id
    if missing is not None:
        await say(interaction, missing_permission(missing))
        return
    channel_id = ChannelId(where or 0)
    changed = await services(interaction).weekly.keep(actor_of(interaction), channel_id)
    await say(interaction, words.weekly_kept(channel_id, changed=changed))


async def end_weekly(interaction: Interaction) -> None:
    """Let no more puzzles come."""
    ended = await services(interaction).weekly.end(actor_of(interaction))
    await say(interaction, words.WEEKLY_ENDED if ended else words.NO_WEEKLY)
