"""Whether the match of a challenge will be rated, as it is said before anybody accepts."""

from datetime import datetime

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.people.settings import server_settings
from bot.services.results import RATED_WITHIN, unrated_from_the_start
from bot.services.results import storage as results
from data.ids import PlayerId
from data.states import UnratedReason


def wants_rated(connection: Connection, actor: Actor, wish: bool | None) -> bool:
    """Whether a rated match is asked for; as usual in the server where nothing was said."""
    server_id = actor.place.server_id
    if wish is not None or server_id is None:
        return wish is not False
    return server_settings.get(connection, server_id).rated


def why_unrated(
    connection: Connection,
    game: str,
    players: tuple[PlayerId, ...],
    now: datetime,
    *,
    friendly: bool,
) -> UnratedReason | None:
    """Why a match of these players will not be rated; None if it will."""
    if friendly:
        return UnratedReason.FRIENDLY
    before = results.rated_since(connection, game, players, now - RATED_WITHIN)
    return unrated_from_the_start(before)
