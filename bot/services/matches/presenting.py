"""Stored rows as the values that people's screens are made from."""

from __future__ import annotations

from bot.services.matches.games import game_of, variant_of
from bot.services.matches.match_log import BY_MANAGERS, Standing, read_deed
from bot.services.matches.models import (
    ChallengeView,
    EntryView,
    MatchLine,
    MatchView,
    Place,
    SeatView,
)
from data.challenges import Challenge
from data.matches import Match
from renderer import seen_as


def match_line(match: Match) -> MatchLine:
    """The match for a list."""
    info = game_of(match.game).info
    return MatchLine(
        id=match.id,
        info=info,
        variant=variant_of(info, match.variant),
        players=match.players,
        ply=match.ply,
        to_move_player=None if match.to_move is None else match.players[match.to_move],
        state=match.state,
        outcome=match.outcome,
        server_id=match.server_id,
        channel_id=match.channel_id,
        thread_id=match.thread_id,
        where_note=match.where_note,
        board_message_id=match.board_message_id,
        board_channel_id=match.board_channel_id,
        created_at=match.created_at,
        updated_at=match.updated_at,
    )


def match_view(match: Match, standing: Standing) -> MatchView:
    """The match as it stands, or stood, at ``standing``."""
    position = standing.position
    to_move = standing.to_move
    made = standing.moves[-1] if standing.moves else None
    return MatchView(
        id=match.id,
        info=position.info,
        variant=position.variant,
        players=match.players,
        ply=standing.ply,
        to_move_player=None if to_move is None else match.players[to_move],
        state=standing.state,
        outcome=standing.outcome,
        server_id=match.server_id,
        channel_id=match.channel_id,
        thread_id=match.thread_id,
        where_note=match.where_note,
        board_message_id=match.board_message_id,
        board_channel_id=match.board_channel_id,
        created_at=match.created_at,
        updated_at=match.updated_at,
        seats=seat_views(match, standing),
        position=position,
        events=() if made is None else made.before.events(made.move),
        sentence=None if made is None else made.before.describe(made.move),
        last_entry=entry_view(standing),
        card_message_id=match.card_message_id,
    )


def seat_views(match: Match, standing: Standing) -> tuple[SeatView, ...]:
    """Who sits where, in turn order."""
    position = standing.position
    return tuple(
        SeatView(
            seat=seat,
            player_id=player_id,
            colour_name=position.info.colours[position.colour_of(seat)],
            seen_as=seen_as(position, position.colour_of(seat)),
            left=seat in standing.left,
        )
        for seat, player_id in enumerate(match.players)
    )


def entry_view(standing: Standing) -> EntryView | None:
    """The last thing that happened, None at the start."""
    last = standing.last
    if last is None:
        return None
    text, reason = read_deed(last.text) if last.kind in BY_MANAGERS else (last.text, None)
    return EntryView(last.kind, last.seat, last.player_id, text, reason)


def challenge_view(challenge: Challenge) -> ChallengeView:
    """The challenge."""
    info = game_of(challenge.game).info
    return ChallengeView(
        id=challenge.id,
        info=info,
        variant=variant_of(info, challenge.variant),
        challenger_id=challenge.challenger_id,
        invited=challenge.invited,
        accepted=challenge.accepted,
        seat_choice=challenge.seat_choice,
        state=challenge.state,
        closed_by=challenge.closed_by,
        place=Place(challenge.server_id, challenge.channel_id),
        message_id=challenge.message_id,
        created_at=challenge.created_at,
        expires_at=challenge.expires_at,
        match_id=challenge.match_id,
        rematch_of=challenge.rematch_of,
    )
