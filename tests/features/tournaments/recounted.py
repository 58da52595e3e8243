"""A second way to count a tournament, and to say who is in: from the logs and rows, by hand."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from bot.features.tournaments.values import Field
from data.states import TournamentEvent, TournamentState
from data.tables import entries, matches
from data.tournament_tables import pairings, tournament_log, tournament_players

HALF = 0.5
Seats = dict[int, set[int]]
"""Seats by match."""


@dataclass(frozen=True)
class Game:
    """A pairing as it is stored, and what its match came to.

    ``ranking`` are the seats, the best first: None while it runs, empty where nothing came of it.
    ``left`` are the seats that have withdrawn in it, and ``moved`` those that have moved.
    """

    first_id: int
    second_id: int
    has_match: bool
    ranking: Sequence[Sequence[int]] | None = None
    decided: str | None = None
    left: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()


def recount(
    connection: Connection, tournament_id: int, division: int, *, over: bool
) -> dict[int, float]:
    """The points of everybody who counts in a group, by the rows."""
    mine = (pairings.c.tournament_id == tournament_id, pairings.c.division == division)
    found = list(connection.execute(sa.select(pairings).where(*mine)))
    who = sa.select(tournament_players).where(tournament_players.c.tournament_id == tournament_id)
    gone = {row.player_id for row in connection.execute(who) if row.withdrawn is not None}
    return counted(_games(connection, found), gone, over=over)


def _games(connection: Connection, found: Sequence[Row]) -> list[Game]:
    played = [row.match_id for row in found if row.match_id is not None]
    ended = sa.select(matches.c.id, matches.c.result).where(matches.c.id.in_(played))
    rankings = {row.id: row.result and row.result["ranking"] for row in connection.execute(ended)}
    withdrew = entries.c.text.in_(["withdrew", "withdrawn"])
    left = _seats(connection, played, entries.c.kind == "leave", withdrew)
    moved = _seats(connection, played, entries.c.kind == "move")
    return [
        Game(
            *(row.first_id, row.second_id, row.match_id is not None, rankings.get(row.match_id)),
            *(row.decided, frozenset(left[row.match_id]), frozenset(moved[row.match_id])),
        )
        for row in found
    ]


def _seats(
    connection: Connection, played: Sequence[int], *conditions: sa.ColumnElement[bool]
) -> Seats:
    query = sa.select(entries.c.match_id, entries.c.seat).where(entries.c.match_id.in_(played))
    found: Seats = defaultdict(set)
    for match_id, seat in connection.execute(query.where(*conditions).distinct()):
        found[match_id].add(seat)
    return found


def counted(games: Sequence[Game], gone: set[int], *, over: bool) -> dict[int, float]:
    """How a group stands; who is gone and played fewer than half of their games is not in it."""
    number, played = Counter[int](), Counter[int]()
    for game in games:
        for seat, player in enumerate((game.first_id, game.second_id)):
            number[player] += 1
            ended = bool(game.ranking) and seat not in game.left
            played[player] += ended and len(game.moved) == len((0, 1))
    out = {each for each in number if each in gone and played[each] < number[each] / 2}
    points = dict.fromkeys(number.keys() - out, 0.0)
    for game in games:
        two = (game.first_id, game.second_id)
        score = score_of(game, gone, over=over)
        if score is not None and not out & {*two}:
            for who, got in zip(two, score, strict=True):
                points[who] += got
    return points


def score_of(game: Game, gone: set[int], *, over: bool) -> tuple[float, float] | None:
    """What the two have of a pairing; None while nothing came of it."""
    if game.has_match and game.ranking is None:
        return None
    if game.ranking:
        best = game.ranking[0]
        return (HALF, HALF) if len(best) == 2 else (float(best[0] == 0), float(best[0] == 1))
    if game.decided is not None:
        return float(game.decided == "first"), float(game.decided == "second")
    first, second = game.first_id not in gone, game.second_id not in gone
    if first and second:
        return (HALF, HALF) if over and game.has_match else None
    return float(first), float(second)


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
