"""Matches and challenges as the services show them, made up, for what only looks at them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.services.matches.models import ChallengeView, EntryView, MatchView, Place, SeatView
from data.states import ChallengeState, EntryKind, MatchState, SeatChoice
from rules import GAMES, Position
from rules.game import Outcome

NOW = datetime(2030, 1, 1, tzinfo=UTC)
LARGEST_ID = 2**63 - 1
COLOURS = ("White", "Black", "Grey")


def match_view(
    position: Position | None = None,
    outcome: Outcome | None = None,
    last: EntryKind | None = None,
    **changes: Any,
) -> MatchView:
    """A match of Apart that has just begun, or as told."""
    shown = GAMES["apart"].start() if position is None else position
    seats = shown.variant.seats if outcome is None else sum(map(len, outcome.ranking))
    over = outcome is not None or shown.to_move is None
    made_up: dict[str, Any] = {
        "id": 1,
        "info": shown.info,
        "variant": shown.variant,
        "players": tuple(range(11, 11 + seats)),
        "ply": shown.ply,
        "to_move_player": None if over or shown.to_move is None else 11 + shown.to_move,
        "state": MatchState.OVER if over else MatchState.RUNNING,
        "outcome": outcome or shown.outcome,
        "server_id": 70,
        "channel_id": 700,
        "thread_id": None,
        "where_note": None,
        "board_message_id": None,
        "board_channel_id": None,
        "created_at": NOW,
        "updated_at": NOW,
        "seats": tuple(
            SeatView(seat, 11 + seat, COLOURS[seat], "", False) for seat in range(seats)
        ),
        "position": shown,
        "events": (),
        "sentence": None,
        "last_entry": None if last is None else EntryView(last, None, 11, ""),
        "card_message_id": None,
    }
    return MatchView(**{**made_up, **changes})


def challenge_view(**changes: Any) -> ChallengeView:
    """A challenge to one person, open, or as told."""
    info = GAMES["apart"].info
    made_up: dict[str, Any] = {
        "id": 1,
        "info": info,
        "variant": info.variants[0],
        "challenger_id": 11,
        "invited": (12,),
        "accepted": (),
        "seat_choice": SeatChoice.FIRST,
        "state": ChallengeState.OPEN,
        "closed_by": None,
        "place": Place(70, 700),
        "message_id": None,
        "created_at": NOW,
        "expires_at": NOW,
        "match_id": None,
        "rematch_of": None,
    }
    return ChallengeView(**{**made_up, **changes})
