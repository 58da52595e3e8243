"""``/settings``, ``/server settings`` and ``/block``: how people and servers want things to be."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.buttons import SettingsTab, SettingsTabButton, other_tabs
from bot.chat.common.permissions import POSTING
from bot.chat.interaction import AnyGame, Click, Interaction, anywhere, command, handles
from bot.chat.interaction.command_words import choices, told
from bot.chat.reminders.panel import show_reminders
from bot.chat.reminders.text import WAYS, found_zone
from bot.chat.settings import player_panel, server_panel
from bot.chat.settings import text as words
from bot.chat.settings.champions import choose_champion
from bot.chat.vacation import show_vacation
from bot.services.reminders import Wishes, complete_zone
from data.ids import ChannelId, PlayerId
from data.states import ReminderWay
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


HANDLERS = (
    handles(player_panel.PlayerSettingId, player_panel.on_setting),
    handles(server_panel.ServerSettingId, server_panel.on_server_setting),
    handles(server_panel.OfferedLanguage, server_panel.on_offered_language),
    handles(SettingsTabButton, on_tab),
)


WITH_PICTURE = (*POSTING, "attach_files")


class Settings(commands.Cog):
    @command(
        "How you see boards, and how you are reminded of your turn",
        everywhere=True,
        reminders="How I remind you when your time is running out",
        quiet_hours="Quiet hours, such as 22-7, or off",
        time_zone="Your time zone: type your city",
        daily_message="When to send one daily message with what waits for you, such as 8",
    )
    @app_commands.choices(reminders=choices({way.value: label for way, label in WAYS.items()}))
    async def settings(
        self,
        interaction: Interaction,
        reminders: str | None = None,
        quiet_hours: app_commands.Range[str, 1, 60] | None = None,
        time_zone: app_commands.Range[str, 1, 60] | None = None,
        daily_message: app_commands.Range[str, 1, 60] | None = None,
    ) -> None:
        way = None if reminders is None else ReminderWay(reminders)
        wishes = Wishes(way, quiet_hours, time_zone, daily_message)
        if wishes == Wishes():
            await player_panel.show_settings(interaction)
            return
        await interaction.services.reminders.choose(interaction.actor, wishes)
        await show_reminders(interaction)

    @settings.autocomplete("time_zone")
    async def cities(
        self, raw: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        now = raw.client.now()
        found = complete_zone(typed, now)
        return await Interaction(raw).offer({each.name: found_zone(each, now) for each in found})


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ServerSettings(
    commands.GroupCog, name="server", description=told(Text("How this server plays", "command"))
):
    @command("Channels, games, clocks, who may challenge (Manage Server)")
    async def settings(self, interaction: Interaction) -> None:
        await server_panel.show_server_settings(interaction)

    @command(
        "A weekly puzzle in a channel (Manage Server)",
        channel="Where; this channel if left out",
        off="Stop the weekly puzzle",
    )
    async def puzzle(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | None = None,
        off: bool = False,
    ) -> None:
        weekly, actor = interaction.services.weekly, interaction.actor
        if off:
            ended = await weekly.end(actor)
            await interaction.say(words.WEEKLY_ENDED if ended else words.NO_WEEKLY)
            return
        interaction.require(WITH_PICTURE, channel)
        channel_id = actor.place.channel_id if channel is None else ChannelId(channel.id)
        changed = await weekly.keep(actor, channel_id)
        await interaction.say(words.weekly_kept(channel_id, changed=changed))

    @command(
        "A role for the leader of a leaderboard, ladder or league (Manage Server)",
        game="Which game; leave it out to see the roles",
        role="The role; leave it out for none",
        ladder="Give it to the leader of the ladder instead",
        league="Give it to the winner of the last league season instead",
    )
    async def champion(
        self,
        interaction: Interaction,
        game: AnyGame | None = None,
        role: discord.Role | None = None,
        ladder: bool = False,
        league: bool = False,
    ) -> None:
        await choose_champion(interaction, game, role, of_ladder=ladder, of_league=league)


@anywhere
class Blocking(
    commands.GroupCog,
    name="block",
    description=told(Text("People you do not want to play with", "command")),
):
    @command(
        "Block a player: neither can challenge the other",
        player="The player; they are not notified",
    )
    async def add(self, interaction: Interaction, player: discord.User) -> None:
        blocked = PlayerId(player.id)
        await interaction.services.blocks.block(interaction.actor, blocked)
        await interaction.say(words.blocked(blocked))

    @command("Unblock a player", player="The player you blocked")
    async def remove(self, interaction: Interaction, player: discord.User) -> None:
        welcome = PlayerId(player.id)
        await interaction.services.blocks.unblock(interaction.actor, welcome)
        await interaction.say(words.unblocked(welcome))

    @command("The players you have blocked")
    async def list(self, interaction: Interaction) -> None:
        found = await interaction.services.blocks.list(interaction.actor.id)
        await interaction.say(words.block_list(found))
