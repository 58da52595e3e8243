"""Requests that are open, what comes of them, and why something was not done about one.

Whenever one of these is raised, nothing was written.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal, MatchState, MatchSummary, MoveMade, Service
from bot.core.matches import storage as matches
from bot.core.posting import Sent, sent_or_none
from bot.features.requests import storage
from bot.features.requests.storage import Request
from data.ids import MatchId, PlayerId, RequestId
from data.states import RequestKind, RequestState
from rules.game import GameInfo
from rules.texts import Text

RECENT = 10


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A request, and its match as it stands now."""

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
        """The ply to which an undo takes the match back; None for other requests."""
        return int(self.stored.text) if self.kind is RequestKind.UNDO else None

    @property
    def forgiven(self) -> PlayerId | None:
        """Who shall play on though their time ran out; None for other requests."""
        if self.kind is not RequestKind.FORGIVE:
            return None
        holder = self.match.players[int(self.stored.text)]
        return holder if isinstance(holder, int) else None

    @property
    def taken_back(self) -> tuple[MoveMade, ...]:
        """The moves that a pending undo would take back, the first one first."""
        ply = self.return_to
        return () if ply is None else tuple(made for made in self.match.moves if made.ply > ply)

    @property
    def card(self) -> Sent | None:
        """The message that shows the request, once there is one."""
        return sent_or_none(self.stored.channel_id, self.stored.message_id)


@dataclass(frozen=True, slots=True)
class Inbox:
    """A player's matches everywhere: those waiting for the player, the others, the ended ones.

    The running ones begin with those whose time is over first, then come the longest untouched; the
    ended ones begin with the latest. ``asked`` is what others wait for the player to answer.
    ``damaged`` are the numbers of those that cannot be read.
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


class InboxService(Service):
    """Reads inboxes."""

    async def read(self, player_id: PlayerId, recent: int = RECENT) -> Inbox:
        """The player's matches everywhere, with at most ``recent`` that have ended."""
        return await self._database.read(_inbox_of, player_id, recent)


def _inbox_of(connection: Connection, player_id: PlayerId, recent: int) -> Inbox:
    """The player's matches everywhere, with at most ``recent`` that have ended."""
    damaged: list[MatchId] = []
    running = matches.most_urgent_first(matches.running_of(connection, player_id, damaged))
    return Inbox(
        waiting=tuple(each for each in running if each.to_move_player == player_id),
        others=tuple(each for each in running if each.to_move_player != player_id),
        recent=matches.finished_of(connection, player_id, recent, damaged),
        asked=storage.awaiting(connection, player_id),
        damaged=tuple(damaged),
    )


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
