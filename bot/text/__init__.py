"""Every sentence a person reads, by area, so that it can be changed and translated in one place."""

from __future__ import annotations

from bot.text.challenges import challenge_body, challenge_heading, challenge_status
from bot.text.common import (
    ANSWER_LOST,
    KEPT,
    NO_PICTURE,
    ONLY_SERVERS,
    UNEXPECTED,
    UNKNOWN_BUTTON,
    UNKNOWN_FORM,
    match_title,
    mention,
    quoted,
)
from bot.text.matches import (
    LOGGED,
    confirm_resign,
    detour,
    last_line,
    moved,
    own_title,
    players_line,
    result,
    seat_name,
    turn_line,
)
from bot.text.refusals import NOT_STORED, REFUSALS, missing_permission, refusal

__all__ = [
    "ANSWER_LOST",
    "KEPT",
    "LOGGED",
    "NOT_STORED",
    "NO_PICTURE",
    "ONLY_SERVERS",
    "REFUSALS",
    "UNEXPECTED",
    "UNKNOWN_BUTTON",
    "UNKNOWN_FORM",
    "challenge_body",
    "challenge_heading",
    "challenge_status",
    "confirm_resign",
    "detour",
    "last_line",
    "match_title",
    "mention",
    "missing_permission",
    "moved",
    "own_title",
    "players_line",
    "quoted",
    "refusal",
    "result",
    "seat_name",
    "turn_line",
]
