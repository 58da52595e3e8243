"""``/help``: what the reader can do next."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.app.client import Quintet
from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import inbox_id, match_id
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.help import text as advice
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.matches import inbox_text as inbox_words
from bot.chat.messenger import layouts
from bot.chat.rulebook.pages import choice_of_rules


class Advice(commands.Cog):
    """Telling people what they can do."""

    @app_commands.command(name="help", description="What you can do next, and all commands")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def advise(self, interaction: Interaction) -> None:
        await answers.think(interaction)
        now = await _situation(interaction)
        items: list[layouts.Item] = [
            ui.TextDisplay(advice.welcome()),
            ui.TextDisplay(advice.next_steps(now)),
        ]
        if buttons := list(_ways(now)):
            items.append(ui.ActionRow(*buttons))
        items.append(ui.ActionRow(choice_of_rules()))
        items.append(ui.TextDisplay(advice.everything(list(_commands(interaction)))))
        await answers.show(interaction, layouts.layout(*items, accent=discord.Colour.teal()))


async def _situation(interaction: Interaction) -> advice.Situation:
    services, you = answers.services(interaction), answers.player(interaction)
    server, place = answers.server(interaction), answers.place(interaction)
    settings = None if server is None else await services.settings.of_server(server)
    return advice.Situation(
        inbox=await services.inbox.of(you, recent=1),
        challenges=await services.challenges.awaiting(you),
        server=settings,
        channel_id=place.channel_id,
        missing=first_missing(interaction.app_permissions, POSTING),
    )


def _ways(now: advice.Situation) -> Iterator[Button]:
    if now.inbox.waiting:
        line = now.inbox.waiting[0]
        style = discord.ButtonStyle.primary
        yield button("Move", match_id(line.id, line.ply, "move"), style)
    if now.inbox.waiting or now.inbox.others or now.inbox.recent:
        yield button(inbox_words.ALL, inbox_id("page", 0))


def _commands(interaction: Interaction) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Each command's name, the names of its parts, and what it is for."""
    known = interaction.client.tree.get_commands(type=discord.AppCommandType.chat_input)
    for command in sorted(known, key=lambda each: each.name):
        inner = command.commands if isinstance(command, app_commands.Group) else ()
        yield command.name, tuple(each.name for each in inner), command.description


async def setup(client: Quintet) -> None:
    await client.add_cog(Advice())
