"""Whose match it is, and whether a click still fits: looked up anew for every interaction."""

from __future__ import annotations

import discord

from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.client import Interaction, services
from bot.services.matches.errors import (
    MatchOver,
    NotYourMatch,
    NotYoursToSee,
    NotYourTurn,
    OutdatedBoard,
)
from bot.services.matches.models import MatchView
from data.ids import ChannelId, MatchId
from data.states import MatchState


async def own_match(interaction: Interaction, match_id: MatchId) -> MatchView:
    """The match, for one of its players. Raises UnknownMatch or NotYourMatch."""
    view = await services(interaction).matches.view(match_id)
    if view.seat_of(actor_of(interaction).id) is None:
        raise NotYourMatch(match_id)
    return view


async def visible_match(interaction: Interaction, match_id: MatchId) -> MatchView:
    """The match, for its players and for people who see the channel in which it is played.

    Raises UnknownMatch or NotYoursToSee.
    """
    view = await services(interaction).matches.view(match_id)
    check_visible(interaction, view)
    return view


def check_visible(interaction: Interaction, view: MatchView) -> None:
    """Raise NotYoursToSee for people who neither play the match nor see where it is played."""
    is_player = view.seat_of(actor_of(interaction).id) is not None
    if not is_player and not _sees(interaction, view.channel_id):
        raise NotYoursToSee(view.id)


async def current_match(interaction: Interaction, match_id: MatchId, ply: int) -> MatchView:
    """The running match, for a player who clicked on its newest board.

    Raises UnknownMatch, NotYourMatch, MatchOver or OutdatedBoard.
    """
    view = await running_match(interaction, match_id)
    if view.ply != ply:
        raise OutdatedBoard(view)
    return view


async def match_to_move(
    interaction: Interaction, match_id: MatchId, ply: int | None = None
) -> MatchView:
    """The running match in which it is this person's turn, at ``ply`` if that was clicked.

    Raises UnknownMatch, NotYourMatch, MatchOver, NotYourTurn or OutdatedBoard.
    """
    view = await running_match(interaction, match_id)
    if view.to_move_player != actor_of(interaction).id:
        raise NotYourTurn(view)
    if ply is not None and view.ply != ply:
        raise OutdatedBoard(view)
    return view


async def running_match(interaction: Interaction, match_id: MatchId) -> MatchView:
    """The running match, for one of its players. Raises UnknownMatch, NotYourMatch or MatchOver."""
    view = await own_match(interaction, match_id)
    if view.state is not MatchState.RUNNING:
        raise MatchOver(view)
    return view


def _sees(interaction: Interaction, channel_id: ChannelId) -> bool:
    """Whether somebody may look into the channel; nobody into one that is gone."""
    channel = None if interaction.guild is None else interaction.guild.get_channel(channel_id)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return False
    return channel.permissions_for(interaction.user).view_channel
