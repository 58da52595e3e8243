"""Why something was not done that a server or a person does not want.

Whenever one of these is raised, nothing was written.
"""

from bot.services.clocks import Clock
from bot.services.errors import ServiceError
from data.ids import ChannelId, PlayerId, RoleId
from rules.game import GameInfo


class BlockedByYou(ServiceError):
    """The person blocked somebody who would play in the match."""

    player_id: PlayerId


class BlockedYou(ServiceError):
    """Somebody who would play in the match blocked the person."""

    player_id: PlayerId


class GameNotAllowed(ServiceError):
    """The server plays only the ``allowed`` games."""

    info: GameInfo
    allowed: tuple[GameInfo, ...]


class ClockNotAllowed(ServiceError):
    """The server plays only with the ``allowed`` clocks."""

    clock: Clock
    allowed: tuple[Clock, ...]


class WrongChannel(ServiceError):
    """The server plays only in ``channel_id``."""

    channel_id: ChannelId


class NotAStarter(ServiceError):
    """Only those with this role challenge in this server."""

    role_id: RoleId


class NotAManager(ServiceError):
    """Only those who manage the server, or hold ``role_id`` where it is set, may do this."""

    role_id: RoleId | None


class NoServerHere(ServiceError):
    """This can only be done in a server."""


class BlockedYourself(ServiceError):
    """Nobody can block themselves."""


class NotBlocked(ServiceError):
    """The person was not blocked."""

    player_id: PlayerId


class BadReason(ServiceError):
    """A manager's reason is empty, or longer than ``longest`` characters."""

    longest: int
