"""Whose match it is, and whether a click still fits: looked up anew for every interaction."""

from __future__ import annotations

from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.services.matches.errors import MatchOver, NotYourMatch, NotYourTurn, OutdatedBoard
from bot.services.matches.models import MatchView
from data.ids import MatchId
from data.states import MatchState


async def own_match(interaction: Interaction, match: MatchId) -> MatchView:
    """The match, for one of its players. Raises UnknownMatch or NotYourMatch."""
    view = await answers.services(interaction).matches.view(match)
    if view.seat_of(answers.player(interaction)) is None:
        raise NotYourMatch(match)
    return view


async def current_match(interaction: Interaction, match: MatchId, ply: int) -> MatchView:
    """The running match, for a player who clicked on its newest board.

    Raises UnknownMatch, NotYourMatch, MatchOver or OutdatedBoard.
    """
    view = await _running(interaction, match)
    if view.ply != ply:
        raise OutdatedBoard(view)
    return view


async def match_to_move(
    interaction: Interaction, match: MatchId, ply: int | None = None
) -> MatchView:
    """The running match in which it is this person's turn, at ``ply`` if that was clicked.

    Raises UnknownMatch, NotYourMatch, MatchOver, NotYourTurn or OutdatedBoard.
    """
    view = await _running(interaction, match)
    if view.to_move_player != answers.player(interaction):
        raise NotYourTurn(view)
    if ply is not None and view.ply != ply:
        raise OutdatedBoard(view)
    return view


async def _running(interaction: Interaction, match: MatchId) -> MatchView:
    view = await own_match(interaction, match)
    if view.state is not MatchState.RUNNING:
        raise MatchOver(view)
    return view
