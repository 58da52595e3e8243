"""A season of the ratings benchmark, stored as matches that have ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, insert, update

from bot.services.people import players, servers
from bot.services.results import EndReason, FinishedMatch
from bot.services.standings import finished_storage as finished
from bot.services.standings.counting import rate_result
from bot.services.standings.deciding import decided
from bot.services.standings.facts import places_of
from bot.services.standings.finished_storage import Finished, SeatResult
from bot.services.standings.recounting import recount
from data.ids import PlayerId, ServerId
from data.results import MatchResult
from data.states import Ending, MatchStatus, UnratedReason
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
        """Have everybody who plays."""
        players.ensure(connection, [PlayerId(FIRST + each) for each in range(people)], now)
        servers.ensure(connection, server, now)

    def end(self, connection: Connection, match: FinishedMatch) -> None:
        """Let a match end, with all that its end leads to."""
        number = finished.next_number(connection)
        facts = replace(self._stored(connection, match), number=number)
        facts = decided(connection, facts)
        finished.add(connection, facts)
        rate_result(connection, facts)

    def rule(self, connection: Connection, match: FinishedMatch) -> None:
        """Let a match have come to something else."""
        known = finished.get(connection, match.match_id)
        assert known is not None
        connection.execute(
            update(matches).where(matches.c.id == match.match_id).values(**_ended(match))
        )
        facts = replace(self._facts(match), number=known.number)
        finished.change(connection, facts)
        recount(connection, known.number - 1, known.people, set())

    def _stored(self, connection: Connection, match: FinishedMatch) -> Finished:
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
                unrated=_agreed(match),
                **_ended(match),
            )
        )
        sitting = [
            {"match_id": match.match_id, "seat": seat, "player_id": FIRST + player}
            for seat, player in enumerate(match.players)
        ]
        connection.execute(insert(seats), sitting)
        return self._facts(match)

    def _facts(self, match: FinishedMatch) -> Finished:
        places = places_of(match.result.ranking)
        late = match.result.ranking[-1] if match.result.reason is EndReason.TIMED_OUT else ()
        return Finished(
            match_id=match.match_id,
            number=0,
            game=self.game,
            variant=self.variant,
            server_id=match.server_id,
            ended_at=match.ended_at,
            reason=match.result.reason,
            agreed=_agreed(match),
            unrated=None,
            seats=tuple(
                SeatResult(
                    PlayerId(FIRST + player),
                    places.get(seat),
                    MOVES,
                    match.ended_at if seat in late else None,
                )
                for seat, player in enumerate(match.players)
            ),
        )


def _agreed(match: FinishedMatch) -> UnratedReason | None:
    is_friendly = match.result.unrated is UnratedReason.FRIENDLY
    return UnratedReason.FRIENDLY if is_friendly else None


def _ended(match: FinishedMatch) -> dict[str, object]:
    if match.result.reason is EndReason.ANNULLED:
        return {"status": MatchStatus.ANNULLED, "result": None}
    ending = Ending(match.result.reason.value)
    return {"status": MatchStatus.OVER, "result": MatchResult(match.result.ranking, ending)}
