"""Why something was not done on a ladder.

Whenever one of these is raised, nothing was written.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.errors import ServiceError
from bot.services.ladders.storage import Ladder
from bot.services.ladders.targeting import Refusal
from data.ids import LadderId, PlayerId
from rules.game import GameInfo


@dataclass(eq=False, repr=False)
class UnknownLadder(ServiceError):
    """There is no ladder with this id in the server."""

    ladder_id: LadderId


class NoLadderHere(ServiceError):
    """The server has no ladder, or none of the game that was named."""


@dataclass(eq=False, repr=False)
class SeveralLadders(ServiceError):
    """The server has several ladders, and none was named."""

    ladders: tuple[Ladder, ...]


@dataclass(eq=False, repr=False)
class LadderExists(ServiceError):
    """The server has a ladder of this game that goes on."""

    ladder: Ladder


class LadderNeedsClock(ServiceError):
    """Without a clock one match could stand still for ever, and a place with it."""


@dataclass(eq=False, repr=False)
class NotForTwo(ServiceError):
    """Ladders are played by two, which this variant is not."""

    info: GameInfo


@dataclass(eq=False, repr=False)
class LadderClosed(ServiceError):
    """The ladder is over."""

    ladder: Ladder


@dataclass(eq=False, repr=False)
class LadderFrozen(ServiceError):
    """The ladder stands still."""

    ladder: Ladder


@dataclass(eq=False, repr=False)
class LadderNotFrozen(ServiceError):
    """The ladder does not stand still."""

    ladder: Ladder


@dataclass(eq=False, repr=False)
class ByInvitation(ServiceError):
    """Nobody joins this ladder without an invitation."""

    ladder: Ladder


@dataclass(eq=False, repr=False)
class AlreadyOnLadder(ServiceError):
    """The player has a place already."""

    ladder: Ladder
    place: int


@dataclass(eq=False, repr=False)
class NotOnLadder(ServiceError):
    """The player has no place."""

    ladder: Ladder
    player_id: PlayerId


@dataclass(eq=False, repr=False)
class CannotChallenge(ServiceError):
    """The actor, who is on ``place``, may not ask for the opponent's; ``refusal`` says why."""

    ladder: Ladder
    opponent_id: PlayerId
    place: int | None
    refusal: Refusal
