"""Why something was not done about a challenge.

Whenever one of these is raised, nothing was written.
"""

from datetime import datetime

from bot.core.clocks import Clock
from bot.core.errors import ServiceError
from bot.core.matches import MatchRefusal
from bot.features.challenges.storage import Challenge
from data.ids import ChannelId, PlayerId, RoleId
from rules.game import GameInfo, Variant
from rules.texts import Text


class UnknownChallenge(ServiceError):
    says = Text("This challenge no longer exists. Send a new one with `/challenge`.")


class ChallengeClosed(ServiceError):
    """The challenge was answered, taken back or has run out."""

    challenge: Challenge


class NotInvited(ServiceError):
    says = Text("This challenge is for somebody else. Send one of your own with `/challenge`.")


class OwnChallenge(ServiceError):
    says = Text("You cannot accept your own challenge. Press **Cancel** to take it back.")


class NotYourChallenge(ServiceError):
    says = Text("Only the person who sent this challenge can cancel it.")


class OpponentIsBot(ServiceError):
    says = Text(
        "You cannot challenge other bots. Choose a person or me, or leave it empty "
        "so that anyone can accept."
    )


class OpponentIsYou(ServiceError):
    says = Text(
        "You cannot challenge yourself. Choose somebody else, or leave it empty so "
        "that anyone can accept. To play against me, use `/play`."
    )


class SameOpponentTwice(ServiceError):
    says = Text("You chose {player} twice. Choose two different opponents.")

    player_id: PlayerId


class WrongOpponentCount(ServiceError):
    """The variant needs ``needed`` opponents, or none to be open to anyone."""

    info: GameInfo
    variant: Variant
    needed: int


class TooManyOpen(ServiceError):
    says = Text(
        "You have {most} open challenges, which is the limit. Wait for answers, or cancel some."
    )

    most: int


class TooManyToday(ServiceError):
    says = Text(
        "You have sent {most} challenges within a day, which is the limit. You can send the "
        "next one {again_at}."
    )

    most: int
    again_at: datetime


class TooManyMatches(ServiceError):
    says = Text("{player} already plays {most} matches, which is the limit. One has to end first.")

    player_id: PlayerId
    most: int


class AlreadyRematched(ServiceError):
    says = Text("Somebody has already asked for a rematch of this match.")

    challenge: Challenge


class RematchElsewhere(MatchRefusal):
    """The match was played in another server, and that is where it has its rematch."""


class CaptainsAsk(MatchRefusal):
    """A game of a club match has no rematch, nor a place that both players see."""

    says = Text("The captains of a club match ask for a rematch of all its games, with `/club`.")


class GameNotAllowed(ServiceError):
    """The server plays only the ``allowed`` games."""

    info: GameInfo
    allowed: tuple[GameInfo, ...]


class ClockNotAllowed(ServiceError):
    """The server plays only with the ``allowed`` clocks."""

    clock: Clock
    allowed: tuple[Clock, ...]


class WrongChannel(ServiceError):
    says = Text("In this server, challenges are made in <#{channel}>. Try again there.")

    channel_id: ChannelId


class NotAStarter(ServiceError):
    says = Text("Only <@&{role}> may challenge here.")

    role_id: RoleId
