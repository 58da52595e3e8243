"""A second way to say who is in and what came of it: from the log, and from those of the matches.

Whatever is not as the log says fails.
"""

from collections import Counter, defaultdict
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.features.tournaments.values import Field
from data.states import TournamentEvent, TournamentState
from data.tables import entries, matches
from data.tournament_tables import tournament_log

Kind = TournamentEvent
OUT = {Kind.WITHDREW, Kind.TIMED_OUT, Kind.EXPELLED}
GONE = {Kind.LEFT, Kind.UNFIT, Kind.EXPELLED}
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
    log = _log(connection, field.tournament.id)
    before = field.tournament.previous_id
    came = set() if before is None else {row.player_id for row in _log(connection, before)}
    kinds = Counter(row.kind for row in log)
    assert all(kinds[each] <= 1 for each in ONCE)
    states = [STATES[row.kind] for row in log if row.kind in STATES]
    assert field.tournament.state is (states or [TournamentState.OPEN])[-1]
    _check_people(field, log, came)
    decided = {frozenset((row.player_id, row.opponent_id)) for row in log if row.kind == "decided"}
    for each in field.pairings:
        if len(each.players) == 2 and each.seats.decided is not None:
            assert frozenset(each.players) in decided
    replaced = {row.match_id for row in log if row.kind == "replaced"}
    _check_matches(connection, field, replaced, taken_back=Kind.CORRECTED in kinds)
    check_who_ran_out_of_time(connection, field)


def _log(connection: Connection, tournament_id: int) -> list[Any]:
    mine = tournament_log.c.tournament_id == tournament_id
    return list(
        connection.execute(sa.select(tournament_log).where(mine).order_by(tournament_log.c.id))
    )


def _check_people(field: Field, log: list[Any], came: set[int]) -> None:
    """Who is out was withdrawn as the log says, and who is not listed has left.

    ``came``: of whom the log of the season before tells.
    """
    last: dict[int, TournamentEvent] = {}
    for row in log:
        if row.kind in OUT | GONE | {Kind.ENTERED, Kind.PUT_IN, Kind.READMITTED}:
            last[row.player_id] = row.kind
    for each in field.entrants:
        known = last.get(each.player_id)
        assert each.withdrawn == (known if known in OUT else None), (each, known)
        assert known or each.carried or each.player_id in came, each
    assert {last[who] for who in last.keys() - field.by_id.keys()} <= GONE


def _check_matches(
    connection: Connection, field: Field, replaced: set[int], *, taken_back: bool
) -> None:
    """A match is that of a pairing, was replaced, or was taken back."""
    mine = matches.c.tournament_id == field.tournament.id
    found = set(connection.scalars(sa.select(matches.c.id).where(mine)))
    kept = {each.match_id for each in field.pairings if each.match_id is not None}
    assert kept <= found
    assert not kept & replaced
    others = found - kept - replaced
    assert not others or taken_back
    if field.tournament.kind != "knockout":
        assert not others


def check_who_ran_out_of_time(connection: Connection, field: Field) -> None:
    """Who lost games on time a day or more apart without a move between them is out, nobody else.

    A move counts in whatever match of the tournament it was made.
    """
    mine = matches.c.tournament_id == field.tournament.id
    ids = sa.select(matches.c.id).where(mine)
    query = sa.select(entries).where(entries.c.match_id.in_(ids)).order_by(entries.c.ply)
    players = {each.match_id: each.players for each in field.pairings}
    last: dict[int, Any] = {}
    moves: defaultdict[int, list[datetime]] = defaultdict(list)
    for row in connection.execute(query):
        last[row.match_id] = row
        if row.kind == "move":
            moves[row.author_id].append(row.created_at)
    late: defaultdict[int, list[datetime]] = defaultdict(list)
    for match_id, row in last.items():
        if row.kind == "timeout" and match_id in players:
            late[players[match_id][row.seat]].append(row.created_at)
    for who, times in late.items():
        entrant = field.by_id[who]
        since = entrant.forgiven_at
        counted = sorted(each for each in times if since is None or each > since)
        apart = counted[:1]
        for each in counted:
            apart += [each] * (each - apart[-1] >= timedelta(days=1))
        for one, other in pairwise(apart):
            assert not entrant.is_in or any(one < each < other for each in moves[who])
