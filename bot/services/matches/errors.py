"""Why something was not done in a match.

Whenever one of these is raised, nothing was written.
"""

from bot.services.errors import ServiceError
from bot.services.matches.models import MatchState, Scope
from bot.services.matches.storage import MatchSummary
from data.ids import MatchId
from rules.errors import MoveError
from rules.game import GameInfo


class UnknownMatch(ServiceError):
    """There is no match with this id."""

    match_id: MatchId


class NotYourMatch(ServiceError):
    """The person holds no seat in this match."""

    match_id: MatchId


class NotYoursToSee(ServiceError):
    """The person neither plays in this match nor is in its server."""

    match_id: MatchId


class NotYourTurn(ServiceError):
    """Somebody else is to move."""

    view: MatchState


class MatchOver(ServiceError):
    """The match has ended."""

    view: MatchState


class MatchRunning(ServiceError):
    """The match has not ended yet."""

    view: MatchState


class AlreadyLeft(ServiceError):
    """The person gave up the seat before."""

    view: MatchState


class OutdatedBoard(ServiceError):
    """The match has moved on since the board that was clicked; ``view`` is how it stands."""

    view: MatchState


class IllegalText(ServiceError):
    """The typed text is no move here; ``error`` says why."""

    error: MoveError
    view: MatchState


class NoBoardThere(ServiceError):
    """The message shows no match's board."""


class NoMatchHere(ServiceError):
    """No match was named and none can be meant in this ``scope``."""

    scope: Scope


class SeveralMatches(ServiceError):
    """No match was named and each of ``matches`` can be meant."""

    matches: tuple[MatchSummary, ...]


class CorruptLog(ServiceError):
    """A stored match cannot be replayed beyond ``ply``; its file needs an operator."""

    match_id: MatchId
    ply: int
    reason: str


class UnknownGame(ServiceError):
    """No game has this id."""

    game: str


class UnknownVariant(ServiceError):
    """The game has no such variant."""

    info: GameInfo
    variant: str


class TooLateToAbort(ServiceError):
    """Everybody has moved already."""

    view: MatchState


class NothingToForgive(ServiceError):
    """Nobody's time has run out with the last thing that happened."""

    view: MatchState


class RulesVersionMissing(ServiceError):
    """The match began by rules of a version that this program does not have."""

    info: GameInfo
    version: int
