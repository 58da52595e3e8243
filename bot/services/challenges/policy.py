"""Who may do what in a server, as its managers have set it."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.matches.errors import (
    BlockedByYou,
    BlockedYou,
    GameNotAllowed,
    NoServerHere,
    NotAManager,
    NotAStarter,
    WrongChannel,
)
from bot.services.matches.models import Person, Place
from data import blocks, servers
from data.ids import PlayerId, ServerId
from data.servers import ServerSettings
from rules import GAMES
from rules.game import GameInfo


async def check_offer(
    connection: AsyncConnection, challenger: Person, info: GameInfo, place: Place
) -> None:
    """Raise GameNotAllowed, WrongChannel or NotAStarter if the server does not want this."""
    if place.server_id is None:
        return
    settings = await servers.settings(connection, place.server_id)
    _check_game(settings, info)
    if settings.channel_id not in (None, place.channel_id):
        raise WrongChannel(settings.channel_id)
    role = settings.starter_role_id
    if role is not None and role not in challenger.roles and not challenger.manages_server:
        raise NotAStarter(role)


async def check_acceptance(
    connection: AsyncConnection, info: GameInfo, server: ServerId | None
) -> None:
    """Raise GameNotAllowed if the server has stopped playing the game since it was offered."""
    if server is not None:
        _check_game(await servers.settings(connection, server), info)


def _check_game(settings: ServerSettings, info: GameInfo) -> None:
    allowed = settings.allowed_games
    if allowed is not None and info.id not in allowed:
        raise GameNotAllowed(info, tuple(GAMES[game].info for game in allowed if game in GAMES))


async def check_blocks(
    connection: AsyncConnection, newcomer: PlayerId, others: tuple[PlayerId, ...]
) -> None:
    """Raise BlockedByYou or BlockedYou if the newcomer and one of the others will not play."""
    for player_id, blocked_id in await blocks.among(connection, (newcomer, *others)):
        if player_id == newcomer:
            raise BlockedByYou(blocked_id)
        if blocked_id == newcomer:
            raise BlockedYou(player_id)


async def check_manager(
    connection: AsyncConnection, person: Person, here: ServerId | None, server: ServerId | None
) -> None:
    """Raise NoServerHere or NotAManager unless the person, acting ``here``, manages ``server``."""
    if here is None:
        raise NoServerHere
    settings = await servers.settings(connection, here)
    role = settings.manager_role_id
    manages = person.manages_server or (role is not None and role in person.roles)
    if here != server or not manages:
        raise NotAManager(role)
