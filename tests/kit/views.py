"""Matches and challenges as the services show them, made up, for what only looks at them."""

from datetime import UTC, datetime
from typing import Any

from bot.core.matches import Entry, MatchState, MatchSummary, MoveMade, Result, by_the_rules
from bot.features.challenges.storage import Challenge
from data.ids import Key, MatchId, PlayerId
from data.states import ChallengeState, EntryKind, SeatChoice
from rules import GAMES, Position

NOW = datetime(2030, 1, 1, tzinfo=UTC)
LARGEST_ID = 2**63 - 1
ADA = PlayerId(11)


def summary(position: Position | None = None, **changes: Any) -> MatchSummary:
    """A match of Apart that has just begun, or as told, in a list."""
    shown = GAMES["apart"].start() if position is None else position
    over = shown.to_move is None
    made_up: dict[str, Any] = {
        "id": 1,
        "challenge_id": None,
        "game": shown.info.id,
        "variant_id": shown.variant.id,
        "rules_version": shown.info.version,
        "seed": None,
        "server_id": 70,
        "channel_id": 700,
        "thread_id": None,
        "thread_fallback": None,
        "ply": shown.ply,
        "to_move": shown.to_move,
        "result": None if shown.outcome is None else by_the_rules(shown.outcome),
        "board_message_id": None,
        "board_channel_id": None,
        "card_message_id": None,
        "created_at": NOW,
        "updated_at": NOW,
        "finished_at": NOW if over else None,
        "players": tuple(range(ADA, ADA + shown.variant.seats)),
        "has_left": (False,) * shown.variant.seats,
    }
    return MatchSummary(**{**made_up, **changes})


def match_state(
    position: Position | None = None,
    *,
    result: Result | None = None,
    last: EntryKind | None = None,
    moves: tuple[MoveMade, ...] = (),
    **stored: Any,
) -> MatchState:
    """The same match with its position; ``stored`` is what its summary says otherwise."""
    shown = GAMES["apart"].start() if position is None else position
    match = summary(shown, **stored)
    return MatchState(
        match,
        shown,
        ply=match.ply,
        result=result or match.result,
        moves=moves,
        last=None if last is None else entry(last, match.ply),
    )


def entry(kind: EntryKind, ply: int = 1, text: str = "") -> Entry:
    """Something that Ada did, from the first seat unless she manages the server."""
    ruling = kind in {EntryKind.DECIDE, EntryKind.ANNUL, EntryKind.PLACE}
    seat = None if ruling else 0
    text = "0>1\nas agreed" if ruling else text
    return Entry(MatchId(1), ply, seat, ADA, kind, text, Key("interaction:1"), NOW)


def challenge(**changes: Any) -> Challenge:
    """A challenge to one person, open, or as told."""
    info = GAMES["apart"].info
    made_up: dict[str, Any] = {
        "id": 1,
        "game": info.id,
        "variant_id": info.variants[0].id,
        "challenger_id": ADA,
        "seat_choice": SeatChoice.FIRST,
        "state": ChallengeState.OPEN,
        "closed_by": None,
        "server_id": 70,
        "channel_id": 700,
        "message_id": None,
        "created_at": NOW,
        "expires_at": NOW,
        "rematch_of": None,
        "match_id": None,
        "invited": (12,),
        "accepted": (),
    }
    return Challenge(**{**made_up, **changes})
