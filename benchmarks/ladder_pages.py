"""A page of a stored ladder of 2,000 with one's own place, and what one may do: what they cost.

Then the first page of one with a history of 30,000 entries, read whole and read from a snapshot on
after which 100 entries have come. On a SQLite file; ``python -m benchmarks.ladder_pages URL`` takes
another, empty database.
"""

import asyncio
import random
import secrets
import sys
import tempfile
from collections.abc import Awaitable
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, insert

from benchmarks.timing import awaited, head, row
from bot.services.actor import Actor, Person, Place
from bot.services.ladders import STEPS, Joined, LadderStore, Moved, to_plain, to_row
from bot.services.ladders import storage as ladders
from bot.services.ladders.service import LadderService
from bot.services.ladders.storage import NewLadder, Snapshot
from bot.services.people import players, servers
from data.database import Database
from data.ids import ChannelId, InteractionId, Key, LadderId, PlayerId, ServerId
from data.tables import ladder_entries

PEOPLE = 2_000
LONG, SINCE = 30_000, 100
"""How many entries a long history has, and how many have come since its snapshot."""
LIMIT = "50 ms"
HERE = Place(ServerId(1), ChannelId(2))
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def fill(connection: Connection) -> LadderId:
    people = [PlayerId(number) for number in range(1, PEOPLE + 1)]
    players.ensure(connection, people, NOW)
    servers.ensure(connection, ServerId(1), NOW)
    new = NewLadder(ServerId(1), "apart", "standard", "3d", False, None, NOW, Key("made"))
    ladder_id = ladders.add(connection, new)
    for who in people:
        row = to_row(Joined(NOW, who)) | {"player_id": who, "player_after": int(who)}
        ladders.add_entry(connection, ladder_id, row, Key(f"joined:{who}"))
    return ladder_id


def go_on(connection: Connection, ladder_id: LadderId, entries: int) -> None:
    """Have people moved about; what that is called does not matter."""
    chance, boss = random.Random(1), PlayerId(1)
    rows = [
        to_row(Moved(NOW, PlayerId(chance.randint(1, PEOPLE)), place, boss, "because"))
        | {"ladder_id": ladder_id, "key": secrets.token_hex()[:32]}
        for place in chance.choices(range(1, PEOPLE), k=entries)
    ]
    connection.execute(insert(ladder_entries), rows)


def keep(connection: Connection, ladder_id: LadderId) -> None:
    """Keep a snapshot of how the ladder stands."""
    state = LadderStore(lambda: NOW).read(connection, ladder_id)
    kept = Snapshot(*state.last, state.ladder.rewritten, STEPS, to_plain(state.standings))
    ladders.keep_snapshot(connection, ladder_id, kept)


async def measure(url: str) -> None:
    database = await Database.open(url)
    ladder_id = await database.write(fill)
    who = Actor(Person(PlayerId(PEOPLE // 2)), HERE, InteractionId(1))

    def service() -> LadderService:
        return LadderService(database, LadderStore(lambda: NOW), None, lambda: NOW)  # type: ignore[arg-type]

    def cold() -> Awaitable[object]:
        return service().look(who, ladder_id)

    warm = service()
    head()
    row("a page, by a program that has just begun", await awaited(cold, 5), LIMIT)
    row("a page after that", await awaited(lambda: warm.look(who, ladder_id), 50), LIMIT)
    row("whom one may challenge", await awaited(lambda: warm.prospects(who, ladder_id), 50))
    row("a page of its history", await awaited(lambda: warm.history(who, ladder_id), 50))
    await database.write(go_on, ladder_id, LONG)
    row("the first page of a long history", await awaited(cold, 2))
    await database.write(keep, ladder_id)
    await database.write(go_on, ladder_id, SINCE)
    row("the same with a snapshot", await awaited(cold, 5), LIMIT)
    await database.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = f"sqlite+aiosqlite:///{Path(folder) / 'ladder.db'}"
        asyncio.run(measure(sys.argv[1] if len(sys.argv) > 1 else file))


if __name__ == "__main__":
    main()
