"""``/watch``: the matches that are played in a server, for anybody who may look on."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.custom_ids import Purpose
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.match_option import match_list
from bot.chat.matches import inbox_text as words
from bot.chat.messenger import layouts

MOST = 20


async def show_running(interaction: Interaction) -> None:
    """List the running matches that this person may see, each with its board a choice away."""
    found = await services(interaction).watching.running(actor_of(interaction))
    lines = found[:MOST]
    followed = await services(interaction).following.followed(actor_of(interaction))
    if not lines:
        await say(interaction, words.nothing_runs(followed))
        return
    told = "\n".join([f"### {words.RUNNING}", *map(words.seen, lines), words.followed(followed)])
    menu = ui.ActionRow(await match_list(interaction, lines, Purpose.BOARD))
    layout = layouts.layout(ui.TextDisplay(told), menu, accent=discord.Colour.teal())
    await show(interaction, layout)
