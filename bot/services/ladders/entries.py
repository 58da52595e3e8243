"""What can happen on a ladder: the entries of its history, from which all else follows.

An entry that no longer fits, because a ruling changed what came before it, has no effect.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from data.ids import ChallengeId, MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class Joined:
    """The player enters at the bottom."""

    at: datetime
    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class Left:
    """The player gives up the place."""

    at: datetime
    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class Challenged:
    """The player asks for the place of somebody above."""

    at: datetime
    challenge_id: ChallengeId
    player_id: PlayerId
    opponent_id: PlayerId


@dataclass(frozen=True, slots=True)
class Accepted:
    """The challenge became a match."""

    at: datetime
    challenge_id: ChallengeId
    match_id: MatchId


@dataclass(frozen=True, slots=True)
class Declined:
    """The challenge was refused."""

    at: datetime
    challenge_id: ChallengeId


@dataclass(frozen=True, slots=True)
class Expired:
    """The challenge was not answered in time, which is the same as a refusal."""

    at: datetime
    challenge_id: ChallengeId


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The challenger took the challenge back."""

    at: datetime
    challenge_id: ChallengeId


@dataclass(frozen=True, slots=True)
class Voided:
    """The challenge lost its meaning: the two changed places, or one is off the ladder."""

    at: datetime
    challenge_id: ChallengeId


@dataclass(frozen=True, slots=True)
class Ended:
    """The match has a result: ``winner_id`` is None for a draw.

    ``timed_out_id`` is who lost on time, if anybody did.
    """

    at: datetime
    match_id: MatchId
    winner_id: PlayerId | None
    timed_out_id: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Annulled:
    """The match has no result, though it may have had one before."""

    at: datetime
    match_id: MatchId
    manager_id: PlayerId | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Corrected:
    """A manager gave the match, which had ended, another result; nobody timed out in it."""

    at: datetime
    match_id: MatchId
    winner_id: PlayerId | None
    manager_id: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class Reopened:
    """The match, which had ended, goes on; ``manager_id`` is None if the opponent forgave."""

    at: datetime
    match_id: MatchId
    manager_id: PlayerId | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A manager puts the player on ``place``, counted from 1."""

    at: datetime
    player_id: PlayerId
    place: int
    manager_id: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class Removed:
    """A manager takes the player off the ladder."""

    at: datetime
    player_id: PlayerId
    manager_id: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """The player was told that places are lost by not playing."""

    at: datetime
    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class Dropped:
    """The player goes down one place for not playing."""

    at: datetime
    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class Frozen:
    """A manager stops the ladder: no challenge is made or answered, and no time passes."""

    at: datetime
    manager_id: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class Thawed:
    """The ladder goes on."""

    at: datetime
    manager_id: PlayerId


@dataclass(frozen=True, slots=True)
class Away:
    """The bot was away from ``since`` on: whoever had to answer has that much longer."""

    at: datetime
    since: datetime


@dataclass(frozen=True, slots=True)
class Closed:
    """A manager ends the ladder. The places stay as they are."""

    at: datetime
    manager_id: PlayerId
    reason: str


Entry: TypeAlias = (
    Joined
    | Left
    | Challenged
    | Accepted
    | Declined
    | Expired
    | Withdrawn
    | Voided
    | Ended
    | Annulled
    | Corrected
    | Reopened
    | Moved
    | Removed
    | Noticed
    | Dropped
    | Frozen
    | Thawed
    | Away
    | Closed
)
