"""A season of the ratings benchmark, stored as matches that have ended."""

from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from sqlalchemy import Connection, insert, update

from benchmarks.ratings import ranking_of
from bot.core.matches import Result
from bot.core.people import players
from bot.features.ratings import FinishedMatch
from bot.features.ratings import storage as results
from bot.features.ratings.counting import enter, recount
from data.ids import PlayerId, ServerId
from data.tables import matches, seats

MOVES = 9
FIRST = 1000
"""Players' numbers begin here, since none is 0."""


@dataclass(frozen=True)
class StoredSeason:
    """Stores matches one after the other, and puts results right."""

    game: str
    variant: str

    def prepare(self, connection: Connection, people: int, server: ServerId, now: datetime) -> None:
        players.ensure(connection, [PlayerId(FIRST + each) for each in range(people)], now)
        players.ensure_server(connection, server, now)

    def end(self, connection: Connection, match: FinishedMatch) -> None:
        self._store(connection, match)
        enter(connection, self._renumbered(match, results.next_number(connection)))

    def rule(self, connection: Connection, match: FinishedMatch) -> None:
        """Let a match have come to something else."""
        known = results.result_of(connection, match.match_id)
        assert known is not None
        connection.execute(
            update(matches).where(matches.c.id == match.match_id).values(result=_result(match))
        )
        results.change_result(connection, self._renumbered(match, known.number))
        recount(connection, known.number - 1, known.people, set())

    def _store(self, connection: Connection, match: FinishedMatch) -> None:
        connection.execute(
            insert(matches).values(
                id=match.match_id,
                game=self.game,
                variant=self.variant,
                rules_version=1,
                server_id=match.server_id,
                channel_id=7,
                ply=MOVES,
                created_at=match.ended_at,
                updated_at=match.ended_at,
                finished_at=match.ended_at,
                unrated=match.agreed,
                result=_result(match),
            )
        )
        sitting = [
            {"match_id": match.match_id, "seat": seat, "player_id": FIRST + player}
            for seat, player in enumerate(match.people)
        ]
        connection.execute(insert(seats), sitting)

    def _renumbered(self, match: FinishedMatch, number: int) -> FinishedMatch:
        """The match as it is kept: of these people in this game, with nothing decided."""
        sitting = tuple(
            replace(seat, player_id=PlayerId(FIRST + (seat.player_id or 0)), moves=MOVES)
            for seat in match.seats
        )
        return replace(
            match, number=number, game=self.game, variant=self.variant, unrated=None, seats=sitting
        )


def _result(match: FinishedMatch) -> object:
    return msgspec.to_builtins(Result(ranking_of(match), match.ending))
