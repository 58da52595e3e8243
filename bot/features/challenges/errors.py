"""Why something was not done about a challenge.

Whenever one of these is raised, nothing was written.
"""

from datetime import datetime

from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal
from bot.features.challenges.storage import Challenge
from data.ids import PlayerId
from rules.game import GameInfo, Variant
from rules.texts import Text


class UnknownChallenge(ServiceError):
    """There is no challenge with this id."""

    says = Text("This challenge no longer exists. Send a new one with `/challenge`.")


class ChallengeClosed(ServiceError):
    """The challenge was answered, taken back or has run out."""

    challenge: Challenge


class NotInvited(ServiceError):
    """The challenge is for somebody else."""

    says = Text("This challenge is for somebody else. Send one of your own with `/challenge`.")


class OwnChallenge(ServiceError):
    """Nobody answers a challenge of their own."""

    says = Text("You cannot accept your own challenge. Press **Cancel** to take it back.")


class NotYourChallenge(ServiceError):
    """Only the challenger takes a challenge back."""

    says = Text("Only the person who sent this challenge can cancel it.")


class OpponentIsBot(ServiceError):
    """Bots do not play."""

    says = Text(
        "You cannot challenge other bots. Choose a person or me, or nobody for an open challenge."
    )


class OpponentIsYou(ServiceError):
    """Nobody plays against themselves."""

    says = Text(
        "You cannot challenge yourself. Choose somebody else, or nobody for an open "
        "challenge. To play against me, use `/play`."
    )


class SameOpponentTwice(ServiceError):
    """An opponent was named twice."""

    says = Text("You chose {player} twice. Choose two different opponents.")

    player_id: PlayerId


class WrongOpponentCount(ServiceError):
    """The variant needs ``needed`` opponents, or none to be open to anyone."""

    info: GameInfo
    variant: Variant
    needed: int


class TooManyOpen(ServiceError):
    """The person has ``most`` open challenges already."""

    says = Text(
        "You have {most} open challenges, which is the limit. Wait for answers, or cancel some."
    )

    most: int


class TooManyToday(ServiceError):
    """The person made ``most`` challenges within a day; the next one may be made ``again_at``."""

    says = Text(
        "You have sent {most} challenges within a day, which is the limit. You can send the "
        "next one {again_at}."
    )

    most: int
    again_at: datetime


class TooManyMatches(ServiceError):
    """Somebody who would play in the match plays ``most`` already."""

    says = Text("{player} already plays {most} matches, which is the limit. One has to end first.")

    player_id: PlayerId
    most: int


class AlreadyRematched(ServiceError):
    """The one rematch of this match was asked for and answered before."""

    says = Text("Somebody has already asked for a rematch of this match.")

    challenge: Challenge


class RematchElsewhere(MatchRefusal):
    """The match was played in another server, and that is where it has its rematch."""
