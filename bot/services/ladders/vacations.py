"""Who is away on vacation, as far as ladders need to know."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection

from bot.services.timekeeping import vacation_storage as vacations
from data.ids import PlayerId


def on_vacation(connection: Connection, people: Collection[PlayerId]) -> frozenset[PlayerId]:
    """Those of the people who are on vacation now."""
    return frozenset(vacations.all_current(connection) & set(people))
