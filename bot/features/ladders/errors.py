"""Why something was not done on a ladder.

Whenever one of these is raised, nothing was written.
"""

from bot.core.errors import ServiceError
from bot.features.ladders.targeting import ChallengeRefusal
from bot.features.ladders.values import Ladder
from data.ids import PlayerId
from rules.game import GameInfo


class LadderRefusal(ServiceError):
    """Something is not done on a ladder."""

    ladder: Ladder


class UnknownLadder(ServiceError):
    """There is no ladder with this id in the server."""


class NoLadderHere(ServiceError):
    """The server has no ladder, or none of the game that was named."""


class LadderExists(LadderRefusal):
    """The server has a ladder of this game that goes on."""


class LadderNeedsClock(ServiceError):
    """Without a clock one match could stand still for ever, and a place with it."""


class NotForTwo(ServiceError):
    """Ladders are played by two, which this variant is not."""

    info: GameInfo


class LadderClosed(LadderRefusal):
    """The ladder is over."""


class LadderFrozen(LadderRefusal):
    """The ladder stands still."""


class LadderNotFrozen(LadderRefusal):
    """The ladder is not frozen."""


class ByInvitation(LadderRefusal):
    """Nobody joins this ladder without an invitation."""


class AlreadyOnLadder(LadderRefusal):
    """The player has a place already."""

    place: int


class LadderFull(LadderRefusal):
    """The ladder has as many people as it may have."""

    most: int


class NotOnLadder(LadderRefusal):
    """The player has no place."""

    player_id: PlayerId


class OwnPlace(LadderRefusal):
    """A manager who is on the ladder may not better their own place."""


class CannotChallenge(LadderRefusal):
    """The actor, who is on ``place``, may not ask for the opponent's; ``refusal`` says why."""

    opponent_id: PlayerId
    place: int | None
    refusal: ChallengeRefusal
