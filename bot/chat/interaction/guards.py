"""Who may see what has a number, where only Discord knows it: whoever sees its channel.

Everything that a click or a command names by a number passes here, or is for its players alone.
"""

from __future__ import annotations

import discord

from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.client import Interaction, services
from bot.services.actor import Person
from bot.services.challenges import Challenge, OpponentNotHere, UnknownChallenge
from bot.services.matches import MatchState, NotYoursToSee
from data.ids import ChallengeId, ChannelId, MatchId, PlayerId


async def visible_match(interaction: Interaction, match_id: MatchId) -> MatchState:
    """The match, for its players and for people who see the channel in which it is played.

    Raises UnknownMatch or NotYoursToSee.
    """
    match = await services(interaction).matches.visible(actor_of(interaction), match_id)
    check_visible(interaction, match)
    return match


async def visible_challenge(interaction: Interaction, challenge_id: ChallengeId) -> Challenge:
    """The challenge, for those who take part and people who see the channel in which it was made.

    Raises UnknownChallenge.
    """
    actor = actor_of(interaction)
    challenge = await services(interaction).challenges.visible(actor, challenge_id)
    people = (challenge.challenger_id, *challenge.invited, *challenge.accepted)
    is_here = challenge.channel_id == actor.place.channel_id
    if actor.id not in people and not is_here and not sees(interaction, challenge.channel_id):
        raise UnknownChallenge(challenge_id)
    return challenge


async def visible_person(interaction: Interaction, player_id: PlayerId) -> Person:
    """The person, for people in a server of both. Raises OpponentNotHere."""
    if interaction.guild is None:
        raise OpponentNotHere(player_id)
    try:
        member = await interaction.guild.fetch_member(player_id)
    except discord.NotFound as error:
        raise OpponentNotHere(player_id) from error
    return Person(player_id, is_bot=member.bot)


def check_visible(interaction: Interaction, match: MatchState) -> None:
    """Raise NotYoursToSee for people who neither play the match nor see where it is played."""
    is_player = match.seat_of(actor_of(interaction).id) is not None
    if not is_player and not sees(interaction, match.channel_id):
        raise NotYoursToSee(match.id)


def sees(interaction: Interaction, channel_id: ChannelId) -> bool:
    """Whether somebody may look into the channel; nobody into one that is gone."""
    channel = None if interaction.guild is None else interaction.guild.get_channel(channel_id)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return False
    return channel.permissions_for(interaction.user).view_channel
