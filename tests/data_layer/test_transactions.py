"""Methods that are one transaction each."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection

from bot.services.people import players
from data.database import Database
from data.ids import PlayerId
from data.transactions import reads, writes

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class People:
    def __init__(self, database: Database) -> None:
        self._database = database

    @reads
    def knows(self, connection: Connection, player_id: PlayerId) -> bool:
        return players.is_known(connection, player_id)

    @writes
    def meet(self, connection: Connection, *ids: PlayerId, odd: bool = False) -> int:
        players.ensure(connection, ids, NOW)
        if odd:
            raise LookupError
        return len(ids)


async def test_they_are_called_without_a_connection(database: Database) -> None:
    people = People(database)
    assert not await people.knows(PlayerId(1))
    assert await people.meet(PlayerId(1), PlayerId(2)) == 2
    assert await people.knows(PlayerId(2))


async def test_what_a_writing_method_raises_takes_everything_back(database: Database) -> None:
    people = People(database)
    with pytest.raises(LookupError):
        await people.meet(PlayerId(1), odd=True)
    assert not await people.knows(PlayerId(1))
