"""``quintet recompute`` on 100,000 stored results: what it costs.

On a SQLite file; ``--database`` names a PostgreSQL server, on which a database is made for it.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, insert

from benchmarks.databases import own_database
from benchmarks.ratings import BEGIN, PEOPLE, ranking_of, season
from bot.core.matches import MatchStore, Result
from bot.core.people import players
from bot.features.ratings import FinishedMatch, recompute_all
from bot.features.ratings.counting import Recomputed
from data.ids import PlayerId
from data.operating import open_database
from data.standing_tables import results, seat_results
from data.tables import matches, seats

RESULTS = 100_000
AT_ONCE = 5_000
FIRST = 1000
"""Players' numbers begin here, since none is 0."""
PLIES = 9
Row = dict[str, Any]


def store(connection: Connection, played: list[FinishedMatch]) -> None:
    """Keep matches that are over and what they came to, but no ratings."""
    people = {PlayerId(FIRST + player) for match in played for player in match.people}
    players.ensure(connection, sorted(people), BEGIN)
    for server_id in {match.server_id for match in played if match.server_id is not None}:
        players.ensure_server(connection, server_id, BEGIN)
    for begin in range(0, len(played), AT_ONCE):
        part = list(enumerate(played[begin : begin + AT_ONCE], begin + 1))
        connection.execute(insert(matches), [_match(match) for _, match in part])
        connection.execute(insert(results), [_result(number, match) for number, match in part])
        sitting = [row for number, match in part for row in _seats(number, match)]
        named = ("match_id", "seat", "player_id")
        connection.execute(insert(seats), [{name: row[name] for name in named} for row in sitting])
        connection.execute(insert(seat_results), sitting)


def _match(match: FinishedMatch) -> Row:
    return {
        "id": match.match_id,
        "game": "apart",
        "variant": "standard",
        "rules_version": 1,
        "server_id": match.server_id,
        "channel_id": 7,
        "ply": PLIES,
        "created_at": match.ended_at,
        "updated_at": match.ended_at,
        "finished_at": match.ended_at,
        "unrated": match.agreed,
        "result": msgspec.to_builtins(Result(ranking_of(match), match.ending)),
    }


def _result(number: int, match: FinishedMatch) -> Row:
    return {
        "match_id": match.match_id,
        "number": number,
        "game": "apart",
        "variant": "standard",
        "server_id": match.server_id,
        "ended_at": match.ended_at,
        "ending": match.ending,
        "agreed": match.agreed,
        "unrated": None,
    }


def _seats(number: int, match: FinishedMatch) -> list[Row]:
    return [
        {
            "match_id": match.match_id,
            "seat": seat,
            "number": number,
            "game": "apart",
            "player_id": PlayerId(FIRST + player),
            "place": match.seats[seat].place,
            "moves": PLIES,
            "timed_out_at": match.seats[seat].timed_out_at,
        }
        for seat, player in enumerate(match.people)
    ]


async def measure(url: str, number: int) -> None:
    played = season(PEOPLE, number).matches
    database = await open_database(url)
    try:
        await database.write(store, played)
        begun, worked = time.perf_counter(), time.process_time()
        done: Recomputed = await database.write(recompute_all, MatchStore(lambda: BEGIN))
        waited, worked = time.perf_counter() - begun, time.process_time() - worked
    finally:
        await database.close()
    print(
        f"{done.results} stored results, {done.rated} of them rated, worked out anew in "
        f"{waited:.1f} s, {worked:.1f} s of them processor time of the bot"
    )


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recomputing", description=__doc__)
    parser.add_argument("--results", type=int, default=RESULTS)
    parser.add_argument("--database", help="a PostgreSQL server in place of a new SQLite file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        async with own_database(options.database, Path(folder)) as url:
            await measure(url, options.results)


if __name__ == "__main__":
    asyncio.run(main())
