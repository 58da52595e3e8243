"""Why something was not done about a request.

Whenever one of these is raised, nothing was written.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.errors import ServiceError
from bot.services.matches import MatchState
from bot.services.requests.models import MatchRequest
from data.ids import RequestId
from rules.game import GameInfo


@dataclass(eq=False, repr=False)
class NothingToUndo(ServiceError):
    """No move of the player's own stands on the board."""

    view: MatchState


@dataclass(eq=False, repr=False)
class NoDrawsHere(ServiceError):
    """The game cannot be drawn."""

    info: GameInfo


@dataclass(eq=False, repr=False)
class EnginesAgreeToNoDraw(ServiceError):
    """Nobody else plays who could agree."""

    view: MatchState


@dataclass(eq=False, repr=False)
class NoTimeToPause(ServiceError):
    """The match has no clock."""

    view: MatchState


@dataclass(eq=False, repr=False)
class AlreadyPaused(ServiceError):
    """The clocks stand still already."""

    view: MatchState


@dataclass(eq=False, repr=False)
class NotPaused(ServiceError):
    """There is no pause to end."""

    view: MatchState


@dataclass(eq=False, repr=False)
class BadPause(ServiceError):
    """A pause lasts from ``shortest`` to ``longest`` days."""

    shortest: int
    longest: int


@dataclass(eq=False, repr=False)
class OwnTimeout(ServiceError):
    """Nobody lets themselves play on."""

    view: MatchState


@dataclass(eq=False, repr=False)
class TooLateToForgive(ServiceError):
    """The time ran out longer ago than opponents may forgive."""

    view: MatchState


@dataclass(eq=False, repr=False)
class UnknownRequest(ServiceError):
    """There is no request with this id."""

    request_id: RequestId


@dataclass(eq=False, repr=False)
class RequestPending(ServiceError):
    """Another player has asked for the same, and waits for an answer."""

    request: MatchRequest


@dataclass(eq=False, repr=False)
class RequestRefused(ServiceError):
    """The same was asked before, and declined, since the last thing that happened."""

    request: MatchRequest


@dataclass(eq=False, repr=False)
class AskedTooOften(ServiceError):
    """The person has asked for the same ``most`` times since the last thing that happened."""

    most: int


@dataclass(eq=False, repr=False)
class RequestClosed(ServiceError):
    """The request was answered, taken back, or the match has moved on."""

    request: MatchRequest


@dataclass(eq=False, repr=False)
class OwnRequest(ServiceError):
    """Nobody answers a request of their own."""

    request: MatchRequest


@dataclass(eq=False, repr=False)
class NotYourRequest(ServiceError):
    """Only the one who asked takes a request back."""

    request: MatchRequest
