"""Why something was not done about a challenge.

Whenever one of these is raised, nothing was written.
"""

from datetime import datetime

from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal
from bot.features.challenges.storage import Challenge
from data.ids import PlayerId
from rules.game import GameInfo, Variant


class UnknownChallenge(ServiceError):
    """There is no challenge with this id."""


class ChallengeClosed(ServiceError):
    """The challenge was answered, taken back or has run out."""

    challenge: Challenge


class NotInvited(ServiceError):
    """The challenge is for somebody else."""


class OwnChallenge(ServiceError):
    """Nobody answers a challenge of their own."""


class NotYourChallenge(ServiceError):
    """Only the challenger takes a challenge back."""


class OpponentIsBot(ServiceError):
    """Bots do not play."""


class OpponentIsYou(ServiceError):
    """Nobody plays against themselves."""


class SameOpponentTwice(ServiceError):
    """An opponent was named twice."""

    player_id: PlayerId


class WrongOpponentCount(ServiceError):
    """The variant needs ``needed`` opponents, or none to be open to anyone."""

    info: GameInfo
    variant: Variant
    needed: int


class TooManyOpen(ServiceError):
    """The person has ``most`` open challenges already."""

    most: int


class TooManyToday(ServiceError):
    """The person made ``most`` challenges within a day; the next one may be made ``again_at``."""

    most: int
    again_at: datetime


class TooManyMatches(ServiceError):
    """Somebody who would play in the match plays ``most`` already."""

    player_id: PlayerId
    most: int


class AlreadyRematched(ServiceError):
    """The one rematch of this match was asked for and answered before."""

    challenge: Challenge


class RematchElsewhere(MatchRefusal):
    """The match was played in another server, and that is where it has its rematch."""
