"""``/settings``, ``/server settings`` and ``/block``: how people and servers want things to be."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.games import game_choices
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.interaction.refusals import missing_permission
from bot.chat.reminders.panel import show_reminders
from bot.chat.reminders.text import WAYS, found_zone
from bot.chat.settings import text as words
from bot.chat.settings.champions import choose_champion
from bot.chat.settings.player_panel import show_settings
from bot.chat.settings.server_panel import show_server_settings
from bot.services.reminders import Wishes, complete_zone
from data.ids import ChannelId, PlayerId
from data.states import ReminderWay

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


class Settings(commands.Cog):
    """Somebody's own settings."""

    @app_commands.command(description="How you see boards, and how you are reminded of your turn")
    @app_commands.describe(
        reminders="How I tell you that your time runs low",
        quiet="When you want to hear nothing: 22-7, or off",
        zone="Your time zone: type your city",
        digest="All that waits for you, once a day: at which hour, such as 8",
    )
    @app_commands.choices(
        reminders=[app_commands.Choice(name=label, value=way.value) for way, label in WAYS.items()]
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def settings(
        self,
        interaction: Interaction,
        reminders: str | None = None,
        quiet: app_commands.Range[str, 1, 60] | None = None,
        zone: app_commands.Range[str, 1, 60] | None = None,
        digest: app_commands.Range[str, 1, 60] | None = None,
    ) -> None:
        await defer_private(interaction)
        way = None if reminders is None else ReminderWay(reminders)
        wishes = Wishes(way, quiet, zone, digest)
        if wishes == Wishes():
            await show_settings(interaction)
            return
        await services(interaction).reminders.choose(actor_of(interaction), wishes)
        await show_reminders(interaction)

    @settings.autocomplete("zone")
    async def cities(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        now = interaction.client.now()
        return [
            app_commands.Choice(name=found_zone(found, now)[:100], value=found.name)
            for found in complete_zone(typed, now)
        ]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ServerSettings(commands.GroupCog, name="server", description="How this server plays"):
    """A server's settings."""

    @app_commands.command(description="Where, what and by whom is played here (Manage Server)")
    async def settings(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        await show_server_settings(interaction)

    @app_commands.command(description="A puzzle a week in a channel (Manage Server)")
    @app_commands.describe(
        channel="Where; this channel if left out", off="Whether no more shall come"
    )
    async def puzzle(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | None = None,
        off: bool = False,
    ) -> None:
        await defer_private(interaction)
        if off:
            await end_weekly(interaction)
        else:
            await keep_weekly(interaction, channel)

    @app_commands.command(description="A role for the first of a leaderboard or ladder")
    @app_commands.describe(
        game="Of which game; left out, see which roles there are",
        role="The role; left out, none",
        ladder="The first of the ladder instead of the leaderboard",
    )
    @app_commands.choices(game=game_choices())
    async def champion(
        self,
        interaction: Interaction,
        game: str | None = None,
        role: discord.Role | None = None,
        ladder: bool = False,
    ) -> None:
        await defer_private(interaction)
        await choose_champion(interaction, game, role, of_ladder=ladder)


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class Blocking(commands.GroupCog, name="block", description="People you do not want to play with"):
    """Somebody's block list."""

    @app_commands.command(description="Do not play with somebody any more")
    @app_commands.describe(person="Whom; they are not told")
    async def add(self, interaction: Interaction, person: discord.User) -> None:
        await defer_private(interaction)
        blocked = PlayerId(person.id)
        await services(interaction).blocks.block(actor_of(interaction), blocked)
        await say(interaction, words.blocked(blocked))

    @app_commands.command(description="Play with somebody again")
    @app_commands.describe(person="Whom you had blocked")
    async def remove(self, interaction: Interaction, person: discord.User) -> None:
        await defer_private(interaction)
        welcome = PlayerId(person.id)
        await services(interaction).blocks.unblock(actor_of(interaction), welcome)
        await say(interaction, words.unblocked(welcome))

    @app_commands.command(description="Whom you have blocked")
    async def list(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        found = await services(interaction).blocks.list(actor_of(interaction).id)
        await say(interaction, words.block_list(found))


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Settings())
    await client.add_cog(ServerSettings())
    await client.add_cog(Blocking())
