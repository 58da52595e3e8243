"""Why something was not done on a ladder.

Whenever one of these is raised, nothing was written.
"""

from bot.core.errors import ServiceError
from bot.features.ladders.values import Ladder
from data.ids import PlayerId
from rules.game import GameInfo
from rules.texts import Text


class LadderRefusal(ServiceError):
    """Something is not done on a ladder."""

    ladder: Ladder


class UnknownLadder(ServiceError):
    says = Text("There is no such ladder here.")


class NoLadderHere(ServiceError):
    says = Text(
        "There is no such ladder in this server yet. Managers can make one with `/ladder manage`."
    )


class LadderExists(LadderRefusal):
    says = Text("This server has a ladder of {ladder} already. Close that one first.")


class LadderNeedsClock(ServiceError):
    says = Text(
        "A ladder needs a time control, or one match could block a place forever. "
        "For example `3d`: three days for every move."
    )


class NotForTwo(ServiceError):
    says = Text("Ladder matches are for two players. Choose a variant of {game} for two.")

    info: GameInfo


class LadderClosed(LadderRefusal):
    says = Text("The {ladder} ladder is closed.")


class LadderFrozen(LadderRefusal):
    says = Text(
        "The {ladder} ladder is frozen. Nobody can challenge or accept until a manager "
        "unfreezes it."
    )


class LadderNotFrozen(LadderRefusal):
    says = Text("The {ladder} ladder is not frozen.")


class ByInvitation(LadderRefusal):
    says = Text("The {ladder} ladder is by invitation only. Ask a manager of this server.")


class AlreadyOnLadder(LadderRefusal):
    says = Text("Already on the {ladder} ladder, in place {place}.")

    place: int


class LadderFull(LadderRefusal):
    says = Text("The {ladder} ladder is full, with {most} people. Somebody has to leave first.")

    most: int


class NotOnLadder(LadderRefusal):
    says = Text("{player} has no place on the {ladder} ladder.")

    player_id: PlayerId


class OwnPlace(LadderRefusal):
    says = Text(
        "That would give you a better place yourself. Ask another manager of this server, or "
        "leave the {ladder} ladder first. Nothing was changed."
    )
