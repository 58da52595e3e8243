"""Why something was not done in a match.

Whenever one of these is raised, nothing was written.
"""

from bot.core.errors import ServiceError
from bot.core.matches.values import MatchState, MatchSummary, Scope
from data.ids import MatchId
from rules.errors import MoveError
from rules.game import GameInfo
from rules.texts import Text


class MatchRefusal(ServiceError):
    """Something is not done in a match, which stands as in ``view``."""

    view: MatchState


class UnknownMatch(ServiceError):
    says = Text("There is no such match. To see yours, use `/matches`.")


class NotYourMatch(ServiceError):
    says = Text("You are not playing in this match. To see it, use `/match`.")


class NotYoursToSee(ServiceError):
    says = Text(
        "You can look back at your own matches, and in a server at those that are played there."
    )


class NotYourTurn(MatchRefusal):
    """Somebody else is to move."""


class MatchOver(MatchRefusal):
    """The match has ended."""


class MatchRunning(MatchRefusal):
    says = Text("This match is still being played.")


class AlreadyLeft(MatchRefusal):
    says = Text("You have already left this match.")


class OutdatedBoard(MatchRefusal):
    says = Text("The match has moved on since that board. Here is the current board.")


class IllegalText(ServiceError):
    """The typed text is no move here; ``error`` says why."""

    error: MoveError
    view: MatchState


class NoBoardThere(ServiceError):
    says = Text("This message has no board. Use this on a message with a board, or type `/match`.")


class NoMatchHere(ServiceError):
    """No match was named and none can be meant in this ``scope``."""

    scope: Scope


class SeveralMatches(ServiceError):
    """No match was named and each of ``matches`` can be meant in this ``scope``."""

    says = Text("Which match? Choose it here, or use the `match` option.")

    matches: tuple[MatchSummary, ...]
    scope: Scope


class CorruptLog(ServiceError):
    says = Text(
        "Match {match} is damaged in the database and cannot be shown. Please tell the "
        "person who runs this bot."
    )

    match_id: MatchId
    ply: int
    reason: str


class UnknownGame(ServiceError):
    says = Text("I do not know that game. Pick one from the list.")

    game: str


class UnknownVariant(ServiceError):
    says = Text("{game} has no such variant. Choose one of these: {known}.")

    info: GameInfo
    variant: str


class MovesStand(MatchRefusal):
    """A game of a tournament knows no undo, no pause and no calling off."""


class TooLateToAbort(MatchRefusal):
    says = Text("Everybody has moved already; now you can only resign.")


class NothingToForgive(MatchRefusal):
    """Nobody's time has run out with the last thing that happened."""


class PlayerDeleted(MatchRefusal):
    says = Text(
        "A player's data was deleted since then, so the match cannot go back to their turn."
    )


class RulesVersionMissing(ServiceError):
    says = Text(
        "This match of {name} began under rules that this version of the bot does not have. "
        "Nothing was changed. Please tell the person who runs the bot."
    )

    info: GameInfo
    version: int


UNREADABLE = (CorruptLog, RulesVersionMissing, UnknownGame)
"""Why nobody can go on with a match, nor end it."""
