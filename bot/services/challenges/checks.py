"""Who may know of a challenge, and who may answer it."""

from __future__ import annotations

from bot.services.actor import Actor
from bot.services.challenges.errors import NotInvited, OwnChallenge, UnknownChallenge
from bot.services.challenges.storage import Challenge
from bot.services.matches import may_see
from data.ids import PlayerId
from data.states import ChallengeState


def check_seen(challenge: Challenge, actor: Actor) -> None:
    """Raise UnknownChallenge for somebody who cannot know of it."""
    people = (challenge.challenger_id, *challenge.invited, *challenge.accepted)
    is_here = challenge.channel_id == actor.place.channel_id
    if not is_here and not may_see(actor, people, challenge.server_id, challenge.channel_id):
        raise UnknownChallenge(challenge.id)


def took_part(challenge: Challenge, player_id: PlayerId) -> bool:
    """Whether the player has accepted, and that still counts."""
    standing = challenge.state in (ChallengeState.OPEN, ChallengeState.ACCEPTED)
    return standing and player_id in challenge.accepted


def check_asked(challenge: Challenge, player_id: PlayerId) -> None:
    """Raise OwnChallenge or NotInvited for somebody who is not asked."""
    if player_id == challenge.challenger_id:
        raise OwnChallenge(challenge)
    if challenge.invited and player_id not in challenge.invited:
        raise NotInvited(challenge)
