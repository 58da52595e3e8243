"""Who may know of a challenge and answer it, how many there may be, and who sits where."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.challenges import storage
from bot.services.challenges.errors import (
    NotInvited,
    OwnChallenge,
    TooManyMatches,
    TooManyOpen,
    TooManyToday,
    UnknownChallenge,
)
from bot.services.challenges.storage import Challenge
from bot.services.matches import may_see
from bot.services.matches import storage as matches
from data.ids import Holder, PlayerId
from data.states import ChallengeState, SeatChoice


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


def seated(
    players: tuple[Holder, ...], choice: SeatChoice, randomness: Random
) -> tuple[Holder, ...]:
    """The players by seat. The first one chose a seat; the others get theirs at random."""
    challenger, *others = players
    randomness.shuffle(others)
    places = {SeatChoice.FIRST: 0, SeatChoice.SECOND: 1}
    place = places.get(choice, randomness.randrange(len(players)))
    return (*others[:place], challenger, *others[place:])


MOST_OPEN = 30
MOST_A_DAY = 60
MOST_MATCHES = 300
"""Running matches of one person, everywhere."""

DAY = timedelta(days=1)


def check_challenges(connection: Connection, player_id: PlayerId, now: datetime) -> None:
    """Raise TooManyOpen or TooManyToday if the player may not make another challenge now."""
    if storage.count_open(connection, player_id) >= MOST_OPEN:
        raise TooManyOpen(MOST_OPEN)
    oldest = storage.made_before(connection, player_id, MOST_A_DAY)
    if oldest is not None and oldest > now - DAY:
        raise TooManyToday(MOST_A_DAY, oldest + DAY)


def check_matches(connection: Connection, players: Iterable[PlayerId]) -> None:
    """Raise TooManyMatches if one of the players cannot begin another match."""
    for player_id in players:
        if matches.count_running(connection, player_id) >= MOST_MATCHES:
            raise TooManyMatches(player_id, MOST_MATCHES)
