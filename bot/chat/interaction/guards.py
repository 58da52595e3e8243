"""Who may look at a match, where only Discord knows it: whoever sees its channel."""

from __future__ import annotations

import discord

from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.client import Interaction, services
from bot.services.matches import MatchState, NotYoursToSee
from data.ids import ChannelId, MatchId


async def visible_match(interaction: Interaction, match_id: MatchId) -> MatchState:
    """The match, for its players and for people who see the channel in which it is played.

    Raises UnknownMatch or NotYoursToSee.
    """
    match = await services(interaction).matches.visible(actor_of(interaction), match_id)
    check_visible(interaction, match)
    return match


def check_visible(interaction: Interaction, match: MatchState) -> None:
    """Raise NotYoursToSee for people who neither play the match nor see where it is played."""
    is_player = match.seat_of(actor_of(interaction).id) is not None
    if not is_player and not _sees(interaction, match.channel_id):
        raise NotYoursToSee(match.id)


def _sees(interaction: Interaction, channel_id: ChannelId) -> bool:
    """Whether somebody may look into the channel; nobody into one that is gone."""
    channel = None if interaction.guild is None else interaction.guild.get_channel(channel_id)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return False
    return channel.permissions_for(interaction.user).view_channel
