"""Who did something, and where, from what Discord tells of an interaction."""

from functools import partial

import discord

from bot.chat.interaction.client import Interaction
from bot.services.actor import Actor, Person, Place
from data.ids import ChannelId, InteractionId, PlayerId, RoleId, ServerId


def actor_of(interaction: Interaction) -> Actor:
    """Who did it, where, and in which interaction."""
    manages_server = interaction.permissions.manage_guild
    person = person_of(interaction.user, manages_server=manages_server)
    number = InteractionId(interaction.id)
    return Actor(person, _place_of(interaction), number, partial(_sees, interaction))


def player_id(interaction: Interaction) -> PlayerId:
    """Who did it."""
    return PlayerId(interaction.user.id)


def person_of(user: discord.User | discord.Member, *, manages_server: bool = False) -> Person:
    """Somebody as the services know people."""
    roles = user.roles if isinstance(user, discord.Member) else ()
    role_ids = frozenset(RoleId(role.id) for role in roles)
    return Person(PlayerId(user.id), user.bot, role_ids, manages_server)


def _sees(interaction: Interaction, channel_id: ChannelId) -> bool:
    """Whether they may look into the channel; nobody into one that is gone."""
    channel = None if interaction.guild is None else interaction.guild.get_channel(channel_id)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return False
    return channel.permissions_for(interaction.user).view_channel


def _place_of(interaction: Interaction) -> Place:
    server = None if interaction.guild_id is None else ServerId(interaction.guild_id)
    here = ChannelId(interaction.channel_id or 0)
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return Place(server, ChannelId(channel.parent_id), here)
    return Place(server, here)
