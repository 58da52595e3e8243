"""Requests and inboxes as values, and the errors of requests.

An error means that nothing was written.
"""

from dataclasses import dataclass

from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal, MatchState, MatchSummary, MoveMade
from bot.core.posting import Sent, sent_or_none
from bot.features.requests.storage import Request
from data.ids import MatchId, PlayerId, RequestId
from data.states import RequestKind, RequestState
from rules.game import GameInfo
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A request, and its match as it is now."""

    stored: Request
    match: MatchState

    @property
    def id(self) -> RequestId:
        return self.stored.id

    @property
    def kind(self) -> RequestKind:
        return self.stored.kind

    @property
    def asker_id(self) -> PlayerId:
        return self.stored.player_id

    @property
    def state(self) -> RequestState:
        return self.stored.state

    @property
    def awaiting(self) -> tuple[PlayerId, ...]:
        others = self.match.others_than(self.asker_id)
        return tuple(each for each in others if each not in self.stored.granted)

    @property
    def return_to(self) -> int | None:
        """The ply to which an undo goes back; None for other requests."""
        return int(self.stored.text) if self.kind is RequestKind.UNDO else None

    @property
    def forgiven(self) -> PlayerId | None:
        """The player whose timeout is to be forgiven; None for other requests."""
        if self.kind is not RequestKind.FORGIVE:
            return None
        holder = self.match.players[int(self.stored.text)]
        return holder if isinstance(holder, int) else None

    @property
    def taken_back(self) -> tuple[MoveMade, ...]:
        """The moves that an open undo would take back, in order."""
        ply = self.return_to
        return () if ply is None else tuple(made for made in self.match.moves if made.ply > ply)

    @property
    def card(self) -> Sent | None:
        """The message of the request's card, once posted."""
        return sent_or_none(self.stored.channel_id, self.stored.message_id)


@dataclass(frozen=True, slots=True)
class Inbox:
    """A player's matches in all servers: waiting for their move, other running ones, ended ones.

    Running ones are ordered by deadline, then by the longest idle; ended ones from the latest.
    ``asked`` are requests that wait for the player. ``damaged`` are ids of unreadable matches.
    """

    waiting: tuple[MatchSummary, ...]
    others: tuple[MatchSummary, ...]
    recent: tuple[MatchSummary, ...]
    asked: tuple[Request, ...] = ()
    damaged: tuple[MatchId, ...] = ()

    def match(self, match_id: MatchId) -> MatchSummary | None:
        """The match with this number, None if it is not listed."""
        listed = (*self.waiting, *self.others, *self.recent)
        return next((line for line in listed if line.id == match_id), None)


class NothingToUndo(MatchRefusal):
    """No move of the player's own stands on the board."""

    says = Text("You have no move on the board to take back.")


class NoDrawsHere(ServiceError):
    """The game cannot be drawn."""

    says = Text("{name} cannot end in a draw.")

    info: GameInfo


class EnginesAgreeToNoDraw(MatchRefusal):
    """Nobody else plays who could agree."""

    says = Text("I do not accept draws. Play on, resign, or cancel the match early.")


class NoTimeToPause(MatchRefusal):
    """The match has no clock."""

    says = Text("This match has no clock, so there is nothing to pause.")


class AlreadyPaused(MatchRefusal):
    """The clocks stand still already."""


class NotPaused(MatchRefusal):
    """There is no pause to end."""

    says = Text("This match is not paused, so there is no pause to end.")


class BadPause(ServiceError):
    """A pause lasts from ``shortest`` to ``longest`` days."""

    says = Text("A pause lasts from {shortest} to {longest} days.")

    shortest: int
    longest: int


class OwnTimeout(MatchRefusal):
    """Nobody lets themselves play on."""

    says = Text("You cannot do this yourself. An opponent or a manager can let you play on.")


class TooLateToForgive(MatchRefusal):
    """The time ran out longer ago than opponents may forgive."""


class UnknownRequest(ServiceError):
    """There is no request with this id."""

    says = Text("There is no such request.")


class RequestPending(ServiceError):
    """Another player has asked for the same, and waits for an answer."""

    request: MatchRequest


class RequestRefused(ServiceError):
    """The same was asked before, and declined, since the last thing that happened."""

    says = Text(
        "You have asked for this before, and the answer was no. After the next move you can "
        "ask again."
    )


class AskedTooOften(ServiceError):
    """The person has asked for the same ``most`` times since the last thing that happened."""

    most: int


class RequestClosed(ServiceError):
    """The request was answered, taken back, or the match has moved on."""

    says = Text("This request is not open any more.")

    request: MatchRequest


class OwnRequest(ServiceError):
    """Nobody answers a request of their own."""

    says = Text(
        "You asked for this, so somebody else has to answer. To withdraw it, ask for it again."
    )


class NotYourRequest(ServiceError):
    """Only the one who asked takes a request back."""

    says = Text("Only the person who asked can withdraw this.")
