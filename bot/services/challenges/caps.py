"""How much one person may have going on: more than a friendly person ever wants."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.services.challenges import storage
from bot.services.challenges.errors import TooManyMatches, TooManyOpen, TooManyToday
from bot.services.matches import storage as matches
from data.ids import PlayerId

MOST_OPEN = 30
MOST_A_DAY = 60
MOST_MATCHES = 300
"""Running matches of one person, everywhere."""

DAY = timedelta(days=1)


def check_challenges(connection: Connection, player_id: PlayerId, now: datetime) -> None:
    """Raise TooManyOpen or TooManyToday if the player may not make another challenge now."""
    if storage.count_open(connection, player_id) >= MOST_OPEN:
        raise TooManyOpen(MOST_OPEN)
    oldest = storage.made_before(connection, player_id, MOST_A_DAY)
    if oldest is not None and oldest > now - DAY:
        raise TooManyToday(MOST_A_DAY, oldest + DAY)


def check_matches(connection: Connection, players: Iterable[PlayerId]) -> None:
    """Raise TooManyMatches if one of the players cannot begin another match."""
    for player_id in players:
        if matches.count_running(connection, player_id) >= MOST_MATCHES:
            raise TooManyMatches(player_id, MOST_MATCHES)
