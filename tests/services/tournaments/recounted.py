"""A second way to count a tournament: from the logs of its matches and its rows, by hand."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy import Connection

from data.tables import entries, matches, seats
from data.tournament_tables import pairings, tournament_players

HALF = 0.5


@dataclass
class Recounted:
    """Points and Sonneborn-Berger by player, in whole points, of one group."""

    points: dict[int, float] = field(default_factory=dict)
    berger: dict[int, float] = field(default_factory=dict)
    wins: Counter[int] = field(default_factory=Counter)


def recount(connection: Connection, tournament_id: int, division: int, *, over: bool) -> Recounted:
    """How a group stands; whoever does not count is in nothing of it."""
    mine = (pairings.c.tournament_id == tournament_id, pairings.c.division == division)
    rows = connection.execute(sa.select(pairings).where(*mine)).all()
    who = sa.select(tournament_players).where(tournament_players.c.tournament_id == tournament_id)
    gone = {row.player_id for row in connection.execute(who) if row.withdrawn is not None}
    scored = [(row, _score(connection, row, gone, over=over)) for row in rows]
    games, finished = Counter[int](), Counter[int]()
    for row, _ in scored:
        for seat, player in enumerate((row.first_id, row.second_id)):
            games[player] += 1
            finished[player] += _finished(connection, row.match_id, seat)
    out = {each for each in games if each in gone and finished[each] < games[each] / 2}
    return _summed(
        [each for each in scored if not out & {each[0].first_id, each[0].second_id}],
        set(games) - out,
    )


def _summed(scored: list[tuple[sa.Row, float | None]], players: set[int]) -> Recounted:
    found = Recounted(dict.fromkeys(players, 0.0), dict.fromkeys(players, 0.0))
    against: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
    for row, score in scored:
        if score is None:
            continue
        second = 0.0 if row.outcome == "neither" else 1 - score
        for player, other, got in (
            (row.first_id, row.second_id, score),
            (row.second_id, row.first_id, second),
        ):
            found.points[player] += got
            found.wins[player] += got == 1
            against[player].append((other, got))
    for player, met in against.items():
        found.berger[player] = sum(got * found.points[other] for other, got in met)
    return found


def _score(connection: Connection, row: sa.Row, gone: set[int], *, over: bool) -> float | None:
    """What the first of two has of a pairing; None while nothing came of it."""
    if row.match_id is not None:
        found = connection.execute(sa.select(matches.c.result).where(matches.c.id == row.match_id))
        result = found.scalar_one()
        if result is None:
            return None
        if result["ranking"]:
            best = result["ranking"][0]
            return HALF if len(best) == 2 else float(best[0] == 0)
    if row.decided is not None:
        return float(row.decided == "first")
    here = (row.first_id not in gone, row.second_id not in gone)
    if here == (True, True):
        return HALF if over and row.match_id is not None else None
    return float(here[0])


def _finished(connection: Connection, match_id: int | None, seat: int) -> bool:
    if match_id is None:
        return False
    result = connection.execute(
        sa.select(matches.c.result).where(matches.c.id == match_id)
    ).scalar()
    left = connection.execute(
        sa.select(entries.c.text).where(
            entries.c.match_id == match_id, entries.c.kind == "leave", entries.c.seat == seat
        )
    ).scalars()
    return bool(result and result["ranking"]) and not {*left} & {"withdrew", "withdrawn"}


def sides(connection: Connection, tournament_id: int) -> Counter[int]:
    """How much more often each player moves first than second in the matches that there are."""
    found: Counter[int] = Counter()
    query = (
        sa.select(seats.c.player_id, seats.c.seat)
        .join(pairings, pairings.c.match_id == seats.c.match_id)
        .where(pairings.c.tournament_id == tournament_id)
    )
    for player, seat in connection.execute(query):
        found[player] += 1 if seat == 0 else -1
    return found


def won_tie(connection: Connection, pairing_ids: list[int]) -> int | None:
    """Who has won a tie by its games, or is the one who is still in; None if nobody has yet."""
    rows = connection.execute(
        sa.select(pairings).where(pairings.c.id.in_(pairing_ids)).order_by(pairings.c.game)
    ).all()
    who = sa.select(tournament_players.c.player_id).where(
        tournament_players.c.tournament_id == rows[0].tournament_id,
        tournament_players.c.withdrawn.is_not(None),
    )
    gone = set(connection.scalars(who))
    points: Counter[int] = Counter()
    for row in rows:
        first = _score(connection, row, gone, over=False)
        if first is None:
            return None
        points[row.first_id] += int(2 * first)
        both_lost = row.outcome == "neither"
        points[row.second_id] += 0 if both_lost else int(2 - 2 * first)
    one, other = rows[0].first_id, rows[0].second_id
    if points[one] != points[other]:
        return int(max(one, other, key=points.__getitem__))
    if len(rows) == 5:
        return int(rows[-1].second_id)
    still = [each for each in (one, other) if each not in gone]
    return int(still[0]) if len(still) == 1 else None
