"""``/help``: what the reader can do next."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import HelpButton
from bot.chat.common.move_buttons import move_button
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.composer.played import all_matches
from bot.chat.help import text as words
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.messenger import layouts
from bot.chat.puzzles.layouts import choice_of_lessons
from bot.chat.rulebook.pages import choice_of_first_match, choice_of_rules


class Help(commands.Cog):
    """Telling people what they can do."""

    @app_commands.command(name="help", description="What you can do next, and all commands")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def help(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        now = await _situation(interaction)
        items: list[layouts.Item] = [
            ui.TextDisplay(words.welcome()),
            ui.TextDisplay(words.next_steps(now)),
        ]
        items.append(ui.ActionRow(choice_of_rules()))
        if not (now.inbox.waiting or now.inbox.others):
            items.append(ui.ActionRow(choice_of_first_match()))
        items.append(ui.ActionRow(choice_of_lessons()))
        items.append(ui.ActionRow(*_ways(now), button(words.EVERYTHING, HelpButton())))
        await show(interaction, layouts.layout(*items, accent=discord.Colour.teal()))


async def on_help(click: Click[HelpButton]) -> None:
    """Show everything there is to type."""
    await defer_update(click.interaction)
    await say(click.interaction, words.everything(list(_commands(click.interaction))))


async def _situation(interaction: Interaction) -> words.Situation:
    can, actor = services(interaction), actor_of(interaction)
    server = actor.place.server_id
    return words.Situation(
        inbox=await can.inbox.read(actor.id, recent=1),
        challenges=await can.challenges.awaiting(actor.id),
        server=None if server is None else await can.settings.of_server(server),
        channel_id=actor.place.channel_id,
        missing=first_missing(interaction.app_permissions, POSTING),
    )


def _ways(now: words.Situation) -> Iterator[Button]:
    if now.inbox.waiting:
        yield move_button(now.inbox.waiting[0])
    if now.inbox.waiting or now.inbox.others or now.inbox.recent:
        yield all_matches()


def _commands(interaction: Interaction) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Each command's name, the names of its parts, and what it is for."""
    known = interaction.client.tree.get_commands(type=discord.AppCommandType.chat_input)
    for command in sorted(known, key=lambda each: each.name):
        inner = command.commands if isinstance(command, app_commands.Group) else ()
        yield command.name, tuple(each.name for each in inner), command.description


HANDLERS = (handles(HelpButton, on_help),)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Help())
