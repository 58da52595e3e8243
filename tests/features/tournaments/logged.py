"""A second way to say who is in and what came of it: from the log alone."""

from collections import Counter
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.features.tournaments.values import Field
from data.states import TournamentEvent, TournamentState
from data.tables import matches
from data.tournament_tables import tournament_log

Kind = TournamentEvent
OUT = {Kind.WITHDREW, Kind.TIMED_OUT, Kind.EXPELLED}
GONE = {Kind.LEFT, Kind.UNFIT, Kind.EXPELLED}
COME = {Kind.ENTERED, Kind.PUT_IN, Kind.READMITTED}
STATES = {
    Kind.BEGAN: TournamentState.RUNNING,
    Kind.STOPPED: TournamentState.STOPPED,
    Kind.RESUMED: TournamentState.RUNNING,
    Kind.CANCELLED: TournamentState.CANCELLED,
    Kind.OVER: TournamentState.OVER,
}
ONCE = (Kind.BEGAN, Kind.CANCELLED, Kind.OVER, Kind.EXHAUSTED)


def check_log(connection: Connection, field: Field) -> None:
    """The log explains who is in, the state, what was decided, and every match."""
    log, before = _log(connection, field.tournament.id), field.tournament.previous_id
    came = set() if before is None else {row.player_id for row in _log(connection, before)}
    kinds = Counter(row.kind for row in log)
    assert all(kinds[each] <= 1 for each in ONCE)
    states = [STATES[row.kind] for row in log if row.kind in STATES]
    assert field.tournament.state is (states or [TournamentState.OPEN])[-1]
    last = {row.player_id: row.kind for row in log if row.kind in OUT | GONE | COME}
    for each in field.entrants:
        known = last.get(each.player_id)
        assert each.withdrawn == (known if known in OUT else None), (each, known)
        assert known or each.carried or each.player_id in came, each
    assert {last[who] for who in last.keys() - field.by_id.keys()} <= GONE
    decided = {frozenset((row.player_id, row.opponent_id)) for row in log if row.kind == "decided"}
    for pairing in field.pairings:
        if len(pairing.players) == 2 and pairing.seats.decided is not None:
            assert frozenset(pairing.players) in decided
    mine = matches.c.tournament_id == field.tournament.id
    found = set(connection.scalars(sa.select(matches.c.id).where(mine)))
    kept = {each.match_id for each in field.pairings if each.match_id is not None}
    replaced = {row.match_id for row in log if row.kind == "replaced"}
    assert kept <= found
    assert not kept & replaced
    assert found == kept | replaced or Kind.CORRECTED in kinds  # else some were taken back


def _log(connection: Connection, tournament_id: int) -> list[Any]:
    mine = tournament_log.c.tournament_id == tournament_id
    return list(
        connection.execute(sa.select(tournament_log).where(mine).order_by(tournament_log.c.id))
    )
