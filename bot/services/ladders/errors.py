"""Why something was not done on a ladder.

Whenever one of these is raised, nothing was written.
"""

from bot.services.errors import ServiceError
from bot.services.ladders.models import Ladder
from bot.services.ladders.targeting import ChallengeRefusal
from data.ids import PlayerId
from rules.game import GameInfo


class UnknownLadder(ServiceError):
    """There is no ladder with this id in the server."""


class NoLadderHere(ServiceError):
    """The server has no ladder, or none of the game that was named."""


class SeveralLadders(ServiceError):
    """The server has several ladders, and none was named."""

    ladders: tuple[Ladder, ...]


class LadderExists(ServiceError):
    """The server has a ladder of this game that goes on."""

    ladder: Ladder


class LadderNeedsClock(ServiceError):
    """Without a clock one match could stand still for ever, and a place with it."""


class NotForTwo(ServiceError):
    """Ladders are played by two, which this variant is not."""

    info: GameInfo


class LadderClosed(ServiceError):
    """The ladder is over."""

    ladder: Ladder


class LadderFrozen(ServiceError):
    """The ladder stands still."""

    ladder: Ladder


class LadderNotFrozen(ServiceError):
    """The ladder is not frozen."""

    ladder: Ladder


class ByInvitation(ServiceError):
    """Nobody joins this ladder without an invitation."""

    ladder: Ladder


class AlreadyOnLadder(ServiceError):
    """The player has a place already."""

    ladder: Ladder
    place: int


class NotOnLadder(ServiceError):
    """The player has no place."""

    ladder: Ladder
    player_id: PlayerId


class CannotChallenge(ServiceError):
    """The actor, who is on ``place``, may not ask for the opponent's; ``refusal`` says why."""

    ladder: Ladder
    opponent_id: PlayerId
    place: int | None
    refusal: ChallengeRefusal
