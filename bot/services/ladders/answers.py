"""Whether somebody may join, and whether a challenge may still be answered."""

from datetime import datetime
from enum import StrEnum

from bot.services.ladders.places import Standings
from data.ids import ChallengeId, PlayerId


class JoinRefusal(StrEnum):
    """Why somebody may not join."""

    CLOSED = "closed"
    ALREADY_ON_LADDER = "already_on_ladder"


class AnswerRefusal(StrEnum):
    """Why a challenge cannot be accepted, declined or withdrawn."""

    SETTLED = "settled"
    FROZEN = "frozen"
    TOO_LATE = "too_late"


def join_refusal(ladder: Standings, player_id: PlayerId) -> JoinRefusal | None:
    """Why the player may not join; None if they may."""
    if ladder.closed_at:
        return JoinRefusal.CLOSED
    return JoinRefusal.ALREADY_ON_LADDER if player_id in ladder.rungs else None


def answer_refusal(
    ladder: Standings, challenge_id: ChallengeId, now: datetime
) -> AnswerRefusal | None:
    """Why the challenge cannot be answered; None if it waits for that."""
    challenge = ladder.challenges.get(challenge_id)
    if challenge is None or not challenge.waiting:
        return AnswerRefusal.SETTLED
    if ladder.frozen_since:
        return AnswerRefusal.FROZEN
    return AnswerRefusal.TOO_LATE if now >= challenge.expires_at else None
