"""Checks of a challenge against the settings of its server."""

from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.clocks import Clock, stored_clock
from bot.core.errors import ServiceError
from bot.core.people.settings import ServerSettings, server_settings
from data.ids import ChannelId, RoleId
from rules import GAMES
from rules.game import GameInfo
from rules.texts import Text


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

    says = Text("Only <@&{role}> may challenge here.")

    role_id: RoleId


def check_offer(connection: Connection, actor: Actor, info: GameInfo, clock: Clock | None) -> None:
    """Raise GameNotAllowed, ClockNotAllowed, WrongChannel or NotAStarter if it is forbidden."""
    place, person = actor.place, actor.person
    if place.server_id is None:
        return
    settings = server_settings.get(connection, place.server_id)
    check_game(settings, info)
    if clock is not None:
        check_clock(settings, clock)
    if settings.channel_id not in (None, place.channel_id):
        raise WrongChannel(settings.channel_id)
    role = settings.starter_role_id
    if role is not None and role not in person.roles and not person.manages_server:
        raise NotAStarter(role)


def check_game(settings: ServerSettings, info: GameInfo) -> None:
    """Raise GameNotAllowed if the server does not allow the game."""
    allowed = settings.allowed_games
    if allowed is not None and info.id not in allowed:
        raise GameNotAllowed(info, tuple(GAMES[game].info for game in allowed if game in GAMES))


def check_clock(settings: ServerSettings, clock: Clock) -> None:
    """Raise ClockNotAllowed if the server does not allow the clock."""
    allowed = settings.allowed_clocks
    if allowed is not None and str(clock) not in allowed:
        raise ClockNotAllowed(clock, tuple(stored_clock(each) for each in allowed))
