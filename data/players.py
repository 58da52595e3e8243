"""People, as far as the bot knows them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import insert_missing
from data.ids import PlayerId
from data.tables import players


async def ensure(connection: AsyncConnection, ids: Iterable[PlayerId], now: datetime) -> None:
    """Make sure that there is a row for each of ``ids``."""
    rows = [{"id": player_id, "created_at": now} for player_id in ids]
    await insert_missing(connection, players, rows)
