"""Why something is not done in a club match."""

from bot.core.errors import ServiceError
from bot.features.clubs.rules import LEAST_BOARDS, LEAST_WEEKS, MOST_BOARDS, MOST_WEEKS
from data.ids import PlayerId
from rules.texts import Text, Words


class ClubRefusal(ServiceError):
    """A refusal that concerns the team ``name``."""

    name: Words


class PersonRefusal(ServiceError):
    """A refusal that concerns ``player``."""

    player_id: PlayerId


class UnknownClub(ServiceError):
    says = Text("There is no such club match here.")


class NoSuchOffer(ServiceError):
    """One answer for codes that are wrong, used or expired, so that nobody learns by guessing."""

    says = Text(
        "There is no open offer with this code. A code has 10 characters, works once, and for 7 "
        "days."
    )


class TooManyTries(ServiceError):
    says = Text("You have tried 10 codes within an hour. Try again later.")


class OwnOffer(ServiceError):
    says = Text("This server made the offer. Give the code to a manager of another server.")


class SameName(ServiceError):
    says = Text("Another team of this match has that name. Choose another one.")


class TooManyClubs(ServiceError):
    most: int

    says = Text("This server has {most} open club matches, which is the limit. End one first.")


class SideFull(ServiceError):
    most: int

    says = Text("All {most} places of this side are taken.")


class BadBoards(ServiceError):
    says = Text("A club match has {least} to {most} boards.", least=LEAST_BOARDS, most=MOST_BOARDS)


class BadWeeks(ServiceError):
    says = Text("A round of a season takes {least} to {most} weeks.").of(
        least=LEAST_WEEKS, most=MOST_WEEKS
    )


class ClockTooSlow(ServiceError):
    weeks: int
    days: int

    says = Text(
        "With this time control a game can take {days} days, and a round has {weeks} weeks. Choose "
        "a quicker one, or longer rounds."
    )


class NotOpen(ClubRefusal):
    says = Text("The match against {name} has begun, or is over.")


class NotRunning(ClubRefusal):
    says = Text("The match against {name} is not being played.")


class OtherSide(ClubRefusal):
    says = Text("You play for {name} in this match.")


class OutForGood(ClubRefusal):
    says = Text("You are out of the match against {name}, and cannot join it again.")


class NotInClub(PersonRefusal):
    says = Text("{player} has not joined this side.")


class NotTheCaptain(PersonRefusal):
    says = Text(
        "Only the captain, {player}, can do that. A manager of this server can name another one."
    )


class NobodyJoined(ServiceError):
    says = Text("Nobody of your side can play yet. Wait until somebody has joined.")


class NoSubstitute(PersonRefusal):
    """A substitution is against the rules."""


class SubstitutedBefore(NoSubstitute):
    says = Text("Your side has used its substitute on this board.")


class HasMoved(NoSubstitute):
    says = Text("{player} has moved on this board, so nobody can take the place.")


class IsPlaying(NoSubstitute):
    says = Text("{player} has a board already.")


class IsHigher(NoSubstitute):
    says = Text("{player} is rated higher. A substitute comes later in the order of ratings.")


class IsApart(NoSubstitute):
    says = Text("{player} cannot play on this board.")


class AskClosed(ServiceError):
    says = Text("This request is not open any more.")


class OwnAsk(ServiceError):
    says = Text("Your side has asked for this. The captain of the other side has to agree.")


class AskedAlready(ServiceError):
    says = Text("A request about this game is open. The other captain has to answer it first.")


class NoRematch(ServiceError):
    says = Text("A rematch is possible once a match is over, and once for each match.")
