"""Everything that is kept of results and ratings, to compare it."""

from typing import Any

from sqlalchemy import Connection, select

from bot.features.ratings import RatingKey, RatingRow, points, recompute_all
from bot.features.ratings import storage as ratings
from bot.features.ratings.counting import Recomputed
from data.ids import PlayerId
from data.standing_tables import rating_changes, results, seat_results
from data.standing_tables import ratings as rating_table
from tests.kit.club import PLACE, Club

Ledger = dict[str, list[tuple[Any, ...]]]
GAME = "apart"
HERE = PLACE.server_id or 0


async def ledger(club: Club) -> Ledger:

    def read(connection: Connection) -> Ledger:
        found: Ledger = {}
        for table in (results, seat_results, rating_changes, rating_table):
            rows = connection.execute(select(table)).all()
            found[table.name] = sorted((tuple(row) for row in rows), key=repr)
        return found

    return await club.database.read(read)


async def recompute(club: Club) -> Recomputed:
    return await club.database.write(recompute_all, club.store)


async def rating(club: Club, who: PlayerId, scope: int = HERE) -> RatingRow:
    found = await club.database.read(ratings.load, [RatingKey(GAME, scope, who)])
    return found[RatingKey(GAME, scope, who)]


async def shown(club: Club, who: PlayerId, scope: int = HERE) -> int:
    return points((await rating(club, who, scope)).rating)
