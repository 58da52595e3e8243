"""A page of a stored ladder of 500 with one's own place, and what one may do: what they cost.

Then the first page of one with a history of 10,000 entries, by a program that has just begun. On a
SQLite file; ``python -m benchmarks.ladder_pages URL`` takes another, empty database.
"""

import asyncio
import random
import secrets
import sys
import tempfile
from collections.abc import Awaitable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from benchmarks.timing import awaited, head, row
from bot.core.actor import Actor, Person, Place
from bot.core.people import players
from bot.features.ladders import LadderHistories, LadderService, entries, places
from bot.features.ladders import storage as ladders
from bot.features.ladders.entries import LadderEntry
from data.ids import ChannelId, InteractionId, Key, LadderId, PlayerId, ServerId
from data.operating import open_database

PEOPLE = places.MOST_PEOPLE
LONG = 10_000 - PEOPLE
"""How many entries a long history has besides."""
LIMIT = "50 ms"
HERE = Place(ServerId(1), ChannelId(2))
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def fill(connection: Connection) -> LadderId:
    people = [PlayerId(number) for number in range(1, PEOPLE + 1)]
    players.ensure(connection, people, NOW)
    players.ensure_server(connection, ServerId(1), NOW)
    game = {"game": "apart", "variant": "standard", "clock": "3d", "by_invitation": False}
    made = {"server_id": ServerId(1), "created_at": NOW, "key": Key("made")}
    ladder_id = ladders.add(connection, **game, **made).id
    for who in people:
        add(connection, ladder_id, LadderEntry(entries.JOINED, NOW, who, player_after=int(who)))
    return ladder_id


def add(connection: Connection, ladder_id: LadderId, entry: LadderEntry) -> None:
    """Write an entry; what others read of whom it moved does not matter."""
    ladders.add_entry(connection, replace(entry, ladder_id=ladder_id, key=secrets.token_hex(16)))


def go_on(connection: Connection, ladder_id: LadderId, most: int) -> None:
    """Have people moved about."""
    chance, boss = random.Random(1), PlayerId(1)
    for place in chance.choices(range(1, PEOPLE), k=most):
        who = PlayerId(chance.randint(1, PEOPLE))
        moved = LadderEntry(entries.SHIFTED, NOW, who, manager_id=boss, reason="because")
        add(connection, ladder_id, replace(moved, place=place, player_after=int(who)))


async def measure(url: str) -> None:
    database = await open_database(url)
    ladder_id = await database.write(fill)
    who = Actor(Person(PlayerId(PEOPLE // 2)), HERE, InteractionId(1))

    def service() -> LadderService:
        return LadderService(database, LadderHistories(lambda: NOW), None, lambda: NOW)  # type: ignore[arg-type]

    def cold() -> Awaitable[object]:
        return service().look(who, ladder_id)

    warm = service()
    head()
    row("a page, by a program that has just begun", await awaited(cold, 5), LIMIT)
    row("a page after that", await awaited(lambda: warm.look(who, ladder_id), 50), LIMIT)
    row(
        "whom one may challenge",
        await awaited(lambda: warm.look(who, ladder_id, with_targets=True), 50),
    )
    row("a page of its history", await awaited(lambda: warm.history(who, ladder_id), 50))
    await database.write(go_on, ladder_id, LONG)
    row("the first page of a long history", await awaited(cold, 2))
    await database.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = f"sqlite+aiosqlite:///{Path(folder) / 'ladder.db'}"
        asyncio.run(measure(sys.argv[1] if len(sys.argv) > 1 else file))


if __name__ == "__main__":
    main()
