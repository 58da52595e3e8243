"""``/settings``, ``/server`` and ``/block``."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.reminders.screen import show_reminders
from bot.features.settings import words
from bot.features.settings.screen import player_panel, server_panel
from bot.features.settings.service import BlockService
from bot.features.timekeeping.screen import show_vacation
from bot.screen.buttons import SettingsTab, SettingsTabButton, other_tabs
from bot.screen.ids import CustomId
from bot.screen.interaction import Click, Handler, Interaction, Screen, command, menu
from bot.screen.interaction.declaring import check_named
from bot.screen.names import SOMEBODY
from bot.screen.page import Button, Page, Row, rows
from data.ids import PlayerId
from rules.texts import Text


async def on_tab(click: Click[SettingsTabButton]) -> None:
    match click.id.tab:
        case SettingsTab.BOARDS:
            await player_panel.show_settings(click)
        case SettingsTab.REMINDERS:
            await show_reminders(click)
        case SettingsTab.NAMES:
            await player_panel.show_settings(click, player_panel.NAMES)
        case SettingsTab.LANGUAGE:
            await player_panel.show_settings(click, player_panel.LANGUAGE)
        case SettingsTab.VACATION:
            await show_vacation(click, *other_tabs(SettingsTab.VACATION))


class Settings(commands.Cog):
    @command("How you see boards, and how you are reminded of your turn", everywhere=True)
    async def settings(self, interaction: Interaction) -> None:
        await player_panel.show_settings(interaction)


class ServerSettings(commands.Cog):
    @command("How this server plays: channels, games, clocks, roles")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def server(self, interaction: Interaction) -> None:
        await server_panel.show_server_settings(interaction)


class BlockButton(CustomId, prefix="bk"):
    """The button that unblocks a person."""

    player_id: PlayerId


class Blocking(commands.Cog):
    @command(
        "Block or unblock a player; without one, those you have blocked",
        everywhere=True,
        bots=True,
        person="Neither can challenge the other then; they are not notified",
    )
    async def block(self, interaction: Interaction, person: discord.User | None = None) -> None:
        if person is None:
            await show_blocked(interaction)
        else:
            await toggle_block(interaction, person)


@menu(words.MENU_BLOCK, bots=True)
async def block_menu(interaction: Interaction, person: discord.User) -> None:
    await toggle_block(interaction, person)


async def toggle_block(interaction: Interaction, person: discord.User) -> None:
    """Block a person, or unblock them if they are blocked."""
    blocks, actor = interaction.services[BlockService], interaction.actor
    other = PlayerId(person.id)
    if other in await blocks.list(actor.id):
        await unblock(interaction, other)
        return
    check_named([person])
    await blocks.block(actor, other)
    undo = Button(words.UNBLOCK, BlockButton(other))
    await interaction.show(Page(words.blocked(other), Row(undo)))


async def show_blocked(interaction: Interaction, remark: Text | None = None) -> None:
    """Show whom the reader has blocked, with buttons that unblock them."""
    found = await interaction.services[BlockService].list(interaction.actor.id)
    names = await interaction.client.names.in_time(found[:BUTTONS], None)
    buttons = (
        Button(words.unblock(names.get(each, SOMEBODY)), BlockButton(each))
        for each in found[:BUTTONS]
    )
    await interaction.show(Page(remark, words.block_list(found), *rows(*buttons)))


async def unblock(interaction: Interaction, other: PlayerId) -> None:
    """Unblock a person; a person who was not blocked is not named."""
    blocks, actor = interaction.services[BlockService], interaction.actor
    was_blocked = other in await blocks.list(actor.id)
    await blocks.unblock(actor, other)
    await show_blocked(interaction, words.unblocked(other) if was_blocked else None)


BUTTONS = 25
SCREEN = Screen(
    cogs=(Settings, ServerSettings, Blocking),
    menus=(block_menu,),
    handlers=(
        Handler(player_panel.PlayerSettingId, player_panel.on_setting),
        Handler(server_panel.ServerSettingId, server_panel.on_server_setting),
        Handler(server_panel.ServerPage, server_panel.on_page),
        Handler(server_panel.OfferedLanguage, server_panel.on_offered_language),
        Handler(SettingsTabButton, on_tab),
        Handler(BlockButton, lambda click: unblock(click, click.id.player_id)),
    ),
)
