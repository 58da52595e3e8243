"""Why something was not done. Whenever one of these is raised, nothing was written.

Each carries what a person needs to be told; ``bot/chat/interaction/refusals.py`` has the sentences.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.matches.models import ChallengeView, MatchLine, MatchView, RequestView
from bot.services.practice.board import PracticeBoard
from data.ids import ChallengeId, ChannelId, MatchId, PlayerId, RequestId, RoleId
from rules.errors import MoveError
from rules.game import GameInfo, Variant


class ServiceError(Exception):
    """Something that a player asked for and that is not done."""


@dataclass(eq=False)
class UnknownMatch(ServiceError):
    """There is no match with this id."""

    match_id: MatchId


@dataclass(eq=False)
class NotYourMatch(ServiceError):
    """The person holds no seat in this match."""

    match_id: MatchId


@dataclass(eq=False)
class NotYoursToSee(ServiceError):
    """The person neither plays in this match nor is in its server."""

    match_id: MatchId


@dataclass(eq=False)
class NoResult(ServiceError):
    """The match ended without a result, or was annulled."""

    view: MatchView


@dataclass(eq=False)
class NotYourTurn(ServiceError):
    """Somebody else is to move."""

    view: MatchView


@dataclass(eq=False)
class MatchOver(ServiceError):
    """The match has ended."""

    view: MatchView


@dataclass(eq=False)
class MatchRunning(ServiceError):
    """The match has not ended yet."""

    view: MatchView


@dataclass(eq=False)
class AlreadyLeft(ServiceError):
    """The person gave up the seat before."""

    view: MatchView


@dataclass(eq=False)
class OutdatedBoard(ServiceError):
    """The match has moved on since the board that was clicked; ``view`` is how it stands."""

    view: MatchView


@dataclass(eq=False)
class IllegalText(ServiceError):
    """The typed text is no move here; ``error`` says why."""

    error: MoveError
    view: MatchView


class NoBoardThere(ServiceError):
    """The message shows no match's board."""


class NoMatchHere(ServiceError):
    """No match was named and none can be meant."""


@dataclass(eq=False)
class SeveralMatches(ServiceError):
    """No match was named and each of ``matches`` can be meant."""

    matches: tuple[MatchLine, ...]


@dataclass(eq=False)
class CorruptLog(ServiceError):
    """A stored match cannot be replayed beyond ``ply``; its file needs an operator."""

    match_id: MatchId
    ply: int
    reason: str


@dataclass(eq=False)
class UnknownGame(ServiceError):
    """No game has this id."""

    game: str


@dataclass(eq=False)
class RulesMissing(ServiceError):
    """The text of a game's rules is not where the program looks for it."""

    info: GameInfo


@dataclass(eq=False)
class UnknownVariant(ServiceError):
    """The game has no such variant."""

    info: GameInfo
    variant: str


@dataclass(eq=False)
class UnknownChallenge(ServiceError):
    """There is no challenge with this id."""

    challenge_id: ChallengeId


@dataclass(eq=False)
class ChallengeClosed(ServiceError):
    """The challenge was answered, taken back or has run out."""

    challenge: ChallengeView


@dataclass(eq=False)
class NotInvited(ServiceError):
    """The challenge is for somebody else."""

    challenge: ChallengeView


@dataclass(eq=False)
class OwnChallenge(ServiceError):
    """Nobody answers a challenge of their own."""

    challenge: ChallengeView


@dataclass(eq=False)
class NotYourChallenge(ServiceError):
    """Only the challenger takes a challenge back."""

    challenge: ChallengeView


@dataclass(eq=False)
class OpponentIsBot(ServiceError):
    """Bots do not play."""

    player_id: PlayerId


class OpponentIsYou(ServiceError):
    """Nobody plays against themselves."""


@dataclass(eq=False)
class SameOpponentTwice(ServiceError):
    """An opponent was named twice."""

    player_id: PlayerId


@dataclass(eq=False)
class WrongOpponentCount(ServiceError):
    """The variant needs ``needed`` opponents, or none to be open to anyone."""

    variant: Variant
    needed: int


@dataclass(eq=False)
class AlreadyRematched(ServiceError):
    """The one rematch of this match was asked for and answered before."""

    challenge: ChallengeView


@dataclass(eq=False)
class RematchElsewhere(ServiceError):
    """The match was played in another server, and that is where it has its rematch."""

    view: MatchView


@dataclass(eq=False)
class BlockedByYou(ServiceError):
    """The person blocked somebody who would play in the match."""

    player_id: PlayerId


@dataclass(eq=False)
class BlockedYou(ServiceError):
    """Somebody who would play in the match blocked the person."""

    player_id: PlayerId


@dataclass(eq=False)
class GameNotAllowed(ServiceError):
    """The server plays only the ``allowed`` games."""

    info: GameInfo
    allowed: tuple[GameInfo, ...]


@dataclass(eq=False)
class WrongChannel(ServiceError):
    """The server plays only in ``channel_id``."""

    channel_id: ChannelId


@dataclass(eq=False)
class NotAStarter(ServiceError):
    """Only those with this role challenge in this server."""

    role_id: RoleId


@dataclass(eq=False)
class NotAManager(ServiceError):
    """Only those who manage the server, or hold ``role_id`` where it is set, may do this."""

    role_id: RoleId | None


class NoServerHere(ServiceError):
    """This can only be done in a server."""


@dataclass(eq=False)
class UnknownTheme(ServiceError):
    """Pictures have no such theme."""

    theme: str


@dataclass(eq=False)
class BadRanking(ServiceError):
    """The ranking does not name every seat of the match once."""

    view: MatchView


@dataclass(eq=False)
class TooLateToAbort(ServiceError):
    """Everybody has moved already."""

    view: MatchView


@dataclass(eq=False)
class NothingToUndo(ServiceError):
    """No move of the player's own stands on the board."""

    view: MatchView


@dataclass(eq=False)
class NoDrawsHere(ServiceError):
    """The game cannot be drawn."""

    info: GameInfo


@dataclass(eq=False)
class UnknownRequest(ServiceError):
    """There is no request with this id."""

    request_id: RequestId


@dataclass(eq=False)
class RequestPending(ServiceError):
    """Another player has asked for the same, and waits for an answer."""

    request: RequestView


@dataclass(eq=False)
class RequestRefused(ServiceError):
    """The same was asked before, and declined, since the last thing that happened."""

    request: RequestView


@dataclass(eq=False)
class RequestClosed(ServiceError):
    """The request was answered, taken back, or the match has moved on."""

    request: RequestView


@dataclass(eq=False)
class OwnRequest(ServiceError):
    """Nobody answers a request of their own."""

    request: RequestView


@dataclass(eq=False)
class NotYourRequest(ServiceError):
    """Only the one who asked takes a request back."""

    request: RequestView


class NoPractice(ServiceError):
    """The person has no board to practise on."""


@dataclass(eq=False)
class PracticeMovedOn(ServiceError):
    """The practice board is not as it was where the click was made."""

    board: PracticeBoard


@dataclass(eq=False)
class IllegalPractice(ServiceError):
    """What was typed is no legal move on the practice board."""

    error: MoveError
    board: PracticeBoard


class TooLongToAnimate(ServiceError):
    """The match has more moves than an animated picture can hold."""


class PicturesBusy(ServiceError):
    """Too many pictures are waiting to be drawn."""
