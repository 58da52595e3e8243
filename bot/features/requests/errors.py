"""Why something was not done about a request. An error means that nothing was written."""

from bot.core.clocks import FORGIVE_WITHIN, LONGEST_PAUSE, SHORTEST_PAUSE, say_duration
from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal
from data.ids import PlayerId
from rules.game import GameInfo
from rules.texts import Counted, Text

MOST_A_PLY = 3
"""The most requests of one kind by one person at one ply."""


class NothingToUndo(MatchRefusal):
    says = Text("You have no move on the board to take back.")


class NoDrawsHere(ServiceError):
    says = Text("{name} cannot end in a draw.")

    info: GameInfo


class EnginesAgreeToNoDraw(MatchRefusal):
    says = Text("I do not accept draws. Keep playing, resign, or cancel the match early.")


class NoTimeToPause(MatchRefusal):
    says = Text("This match has no clock, so there is nothing to pause.")


class AlreadyPaused(MatchRefusal):
    says = Text("The clocks are already paused until {paused_until}.")


class NotPaused(MatchRefusal):
    says = Text("This match is not paused, so there is no pause to end.")


class BadPause(ServiceError):
    says = Text(
        "A pause lasts from {shortest} to {longest} days.",
        shortest=SHORTEST_PAUSE.days,
        longest=LONGEST_PAUSE.days,
    )


class OwnTimeout(MatchRefusal):
    says = Text("You cannot do this yourself. An opponent or a manager can let you play on.")


class TooLateToForgive(MatchRefusal):
    says = Text(
        "The time ran out more than {forgive_within} ago. A manager can still use `/manage "
        "forgive`, or you can play a rematch.",
        forgive_within=say_duration(FORGIVE_WITHIN),
    )


class UnknownRequest(ServiceError):
    says = Text("There is no such request.")


class RequestPending(ServiceError):
    says = Text("{asker} has asked for the same. Answer that first.")

    asker_id: PlayerId


class RequestRefused(ServiceError):
    says = Text(
        "You have asked for this before, and the answer was no. After the next move you can "
        "ask again."
    )


class AskedTooOften(ServiceError):
    says = Counted(
        "You have asked for this {number} time since the last move. Wait for the next one.",
        "You have asked for this {number} times since the last move. Wait for the next one.",
        MOST_A_PLY,
    )


class RequestClosed(ServiceError):
    says = Text("This request is not open any more.")


class OwnRequest(ServiceError):
    says = Text(
        "You asked for this, so somebody else has to answer. To withdraw it, press **Withdraw "
        "request**."
    )


class NotYourRequest(ServiceError):
    says = Text("Only the person who asked can withdraw this.")
