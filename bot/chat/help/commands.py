"""``/help``: what the reader can do next."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.custom_id import CustomId
from bot.chat.common.move_buttons import move_button
from bot.chat.common.page import Accent, Button, Page, Row
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.composer.played import all_matches
from bot.chat.help import text as words
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.puzzles.layouts import choice_of_lessons
from bot.chat.rulebook.pages import choice_of_first_match, choice_of_rules


@dataclass(frozen=True, slots=True)
class HelpButton(CustomId):
    """The way to everything there is to type."""

    PREFIX: ClassVar[str] = "e"


class Help(commands.Cog):
    """Telling people what they can do."""

    @app_commands.command(name="help", description="What you can do next, and all commands")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def help(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        now = await _situation(interaction)
        await show(interaction, welcome(now))


def welcome(now: words.Situation) -> Page:
    """What somebody can do, and the ways there."""
    inbox = now.inbox
    plays = bool(inbox.waiting or inbox.others)
    return Page(
        words.welcome(),
        words.next_steps(now),
        choice_of_rules(),
        None if plays else choice_of_first_match(),
        choice_of_lessons(),
        Row(
            move_button(inbox.waiting[0]) if inbox.waiting else None,
            all_matches() if plays or inbox.recent else None,
            Button(words.EVERYTHING, HelpButton()),
        ),
        accent=Accent.TEAL,
    )


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


def _commands(interaction: Interaction) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Each command's name, the names of its parts, and what it is for."""
    known = interaction.client.tree.get_commands(type=discord.AppCommandType.chat_input)
    for command in sorted(known, key=lambda each: each.name):
        inner = command.commands if isinstance(command, app_commands.Group) else ()
        yield command.name, tuple(each.name for each in inner), command.description


HANDLERS = (handles(HelpButton, on_help),)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Help())
