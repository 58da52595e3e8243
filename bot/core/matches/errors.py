"""Why something was not done in a match.

Whenever one of these is raised, nothing was written.
"""

from bot.core.errors import ServiceError
from bot.core.matches.storage import MatchSummary
from bot.core.matches.values import MatchState, Scope
from data.ids import MatchId
from rules.errors import MoveError
from rules.game import GameInfo
from rules.texts import Text


class MatchRefusal(ServiceError):
    """Something is not done in a match, which stands as in ``view``."""

    view: MatchState


class UnknownMatch(ServiceError):
    """There is no match with this id."""

    says = Text("There is no such match. `/matches` lists yours.")


class NotYourMatch(ServiceError):
    """The person holds no seat in this match."""

    says = Text("You do not play in this match. `/match` shows it to you.")


class NotYoursToSee(ServiceError):
    """The person neither plays in this match nor is in its server."""

    says = Text(
        "You can look back at your own matches, and in a server at those that are played there."
    )


class NotYourTurn(MatchRefusal):
    """Somebody else is to move."""


class MatchOver(MatchRefusal):
    """The match has ended."""


class MatchRunning(MatchRefusal):
    """The match has not ended yet."""

    says = Text("This match is still being played.")


class AlreadyLeft(MatchRefusal):
    """The person gave up the seat before."""

    says = Text("You have already left this match.")


class OutdatedBoard(MatchRefusal):
    """The match has moved on since the board that was clicked; ``view`` is how it stands."""

    says = Text("The match has moved on since that board. Here is the current board.")


class IllegalText(ServiceError):
    """The typed text is no move here; ``error`` says why."""

    error: MoveError
    view: MatchState


class NoBoardThere(ServiceError):
    """The message shows no match's board."""

    says = Text("This message has no board. Use this on a message with a board, or type `/match`.")


class NoMatchHere(ServiceError):
    """No match was named and none can be meant in this ``scope``."""

    scope: Scope


class SeveralMatches(ServiceError):
    """No match was named and each of ``matches`` can be meant in this ``scope``."""

    matches: tuple[MatchSummary, ...]
    scope: Scope


class CorruptLog(ServiceError):
    """A stored match cannot be replayed beyond ``ply``; its file needs an operator."""

    says = Text(
        "Match {match} is damaged in the database and cannot be shown. Please tell the "
        "person who runs this bot."
    )

    match_id: MatchId
    ply: int
    reason: str


class UnknownGame(ServiceError):
    """No game has this id."""

    says = Text("I do not know that game. Pick one from the list.")

    game: str


class UnknownVariant(ServiceError):
    """The game has no such variant."""

    info: GameInfo
    variant: str


class MovesStand(MatchRefusal):
    """A game of a tournament knows no undo, no pause and no calling off."""


class TooLateToAbort(MatchRefusal):
    """Everybody has moved already."""

    says = Text("Everybody has moved already; now you can only resign.")


class NothingToForgive(MatchRefusal):
    """Nobody's time has run out with the last thing that happened."""


class PlayerDeleted(MatchRefusal):
    """A player who was deleted would take part again."""

    says = Text(
        "A player's data was deleted since then, so the match cannot go back to their turn."
    )


class RulesVersionMissing(ServiceError):
    """The match began by rules of a version that this program does not have."""

    says = Text(
        "This match of {name} began under rules that this version of the bot does not have. "
        "Nothing was changed. Please tell the person who runs the bot."
    )

    info: GameInfo
    version: int


UNREADABLE = (CorruptLog, RulesVersionMissing, UnknownGame)
"""Why nobody can go on with a match, nor end it."""
