"""Why something was not done about a request.

Whenever one of these is raised, nothing was written.
"""

from bot.services.errors import ServiceError
from bot.services.matches import MatchState
from bot.services.requests.models import MatchRequest
from data.ids import RequestId
from rules.game import GameInfo


class NothingToUndo(ServiceError):
    """No move of the player's own stands on the board."""

    view: MatchState


class NoDrawsHere(ServiceError):
    """The game cannot be drawn."""

    info: GameInfo


class EnginesAgreeToNoDraw(ServiceError):
    """Nobody else plays who could agree."""

    view: MatchState


class NoTimeToPause(ServiceError):
    """The match has no clock."""

    view: MatchState


class AlreadyPaused(ServiceError):
    """The clocks stand still already."""

    view: MatchState


class NotPaused(ServiceError):
    """There is no pause to end."""

    view: MatchState


class BadPause(ServiceError):
    """A pause lasts from ``shortest`` to ``longest`` days."""

    shortest: int
    longest: int


class OwnTimeout(ServiceError):
    """Nobody lets themselves play on."""

    view: MatchState


class TooLateToForgive(ServiceError):
    """The time ran out longer ago than opponents may forgive."""

    view: MatchState


class UnknownRequest(ServiceError):
    """There is no request with this id."""

    request_id: RequestId


class RequestPending(ServiceError):
    """Another player has asked for the same, and waits for an answer."""

    request: MatchRequest


class RequestRefused(ServiceError):
    """The same was asked before, and declined, since the last thing that happened."""

    request: MatchRequest


class AskedTooOften(ServiceError):
    """The person has asked for the same ``most`` times since the last thing that happened."""

    most: int


class RequestClosed(ServiceError):
    """The request was answered, taken back, or the match has moved on."""

    request: MatchRequest


class OwnRequest(ServiceError):
    """Nobody answers a request of their own."""

    request: MatchRequest


class NotYourRequest(ServiceError):
    """Only the one who asked takes a request back."""

    request: MatchRequest
