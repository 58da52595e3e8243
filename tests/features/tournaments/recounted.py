"""A second way to count a tournament: from the logs of its matches and its rows, by hand."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from data.ids import MatchId
from data.tables import entries, matches
from data.tournament_tables import pairings, tournament_players

HALF = 0.5


@dataclass(frozen=True)
class Recounted:
    """Points and Sonneborn-Berger by player, in whole points, of one group."""

    points: dict[int, float]
    berger: dict[int, float]
    wins: Counter[int]
    against: dict[int, list[tuple[int, float]]]
    """Whom each has met or meets, and what came of it so far."""

    def direct(self, level: set[int]) -> dict[int, float]:
        """The points of some among each other; nothing unless all of them have met."""
        found = {}
        for who in level:
            among = [(other, got) for other, got in self.against[who] if other in level]
            if {other for other, _ in among} != level - {who}:
                return dict.fromkeys(level, 0.0)
            found[who] = sum(got for _, got in among)
        return found

    def places(self) -> dict[int, int]:
        """Points, Sonneborn-Berger, direct encounter, wins; else a place is shared."""
        first = {who: (self.points[who], self.berger[who]) for who in self.points}
        keys = {}
        for who, key in first.items():
            among = self.direct({each for each in first if first[each] == key})
            keys[who] = (*key, among[who], self.wins[who])
        return {who: 1 + sum(key > mine for key in keys.values()) for who, mine in keys.items()}


@dataclass(frozen=True)
class Game:
    """A pairing as it is stored, and what its match came to.

    ``ranking`` are the seats, the best first: None while it runs, empty where nothing came of it.
    ``left`` are the seats that have withdrawn in it, and ``moved`` those that have moved. It is the
    game ``number`` of the two in its round.
    """

    first_id: int
    second_id: int
    has_match: bool
    ranking: Sequence[Sequence[int]] | None = None
    left: frozenset[int] = frozenset()
    decided: str | None = None
    moved: frozenset[int] = frozenset()
    number: int = 1


def recount(connection: Connection, tournament_id: int, division: int, *, over: bool) -> Recounted:
    """How a group stands, by the rows."""
    mine = (pairings.c.tournament_id == tournament_id, pairings.c.division == division)
    who = sa.select(tournament_players).where(tournament_players.c.tournament_id == tournament_id)
    gone = {row.player_id for row in connection.execute(who) if row.withdrawn is not None}
    return counted(_games(connection, *mine), gone, over=over)


def _games(connection: Connection, *conditions: Any) -> list[Game]:
    rows = connection.execute(sa.select(pairings).where(*conditions).order_by(pairings.c.game))
    stored = list(rows)
    played = [row.match_id for row in stored if row.match_id is not None]
    ended = sa.select(matches.c.id, matches.c.result).where(matches.c.id.in_(played))
    rankings = {row.id: row.result and row.result["ranking"] for row in connection.execute(ended)}
    query = sa.select(entries.c.match_id, entries.c.seat).where(
        entries.c.match_id.in_(played),
        entries.c.kind == "leave",
        entries.c.text.in_(["withdrew", "withdrawn"]),
    )
    left: defaultdict[int, set[int]] = defaultdict(set)
    for match_id, seat in connection.execute(query):
        left[match_id].add(seat)
    moves = sa.select(entries.c.match_id, entries.c.seat).where(
        entries.c.match_id.in_(played), entries.c.kind == "move"
    )
    moved: defaultdict[int, set[int]] = defaultdict(set)
    for match_id, seat in connection.execute(moves.distinct()):
        moved[match_id].add(seat)
    return [
        Game(
            row.first_id,
            row.second_id,
            row.match_id is not None,
            rankings.get(row.match_id),
            frozenset(left[row.match_id]),
            row.decided,
            frozenset(moved[row.match_id]),
            row.game,
        )
        for row in stored
    ]


def counted(games: Sequence[Game], gone: set[int], *, over: bool) -> Recounted:
    """How a group stands; who is gone and played fewer than half of their games is not in it."""
    number, played = Counter[int](), Counter[int]()
    for game in games:
        for seat, player in enumerate((game.first_id, game.second_id)):
            number[player] += 1
            ended = bool(game.ranking) and seat not in game.left
            played[player] += ended and len(game.moved) == len((0, 1))
    out = {each for each in number if each in gone and played[each] < number[each] / 2}
    points, wins = dict.fromkeys(number.keys() - out, 0.0), Counter[int]()
    against: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
    for game in games:
        two = (game.first_id, game.second_id)
        score = score_of(game, gone, over=over)
        if out & {*two} or (score is None and not game.has_match):
            continue
        for who, other, got in zip(two, reversed(two), score or (0.0, 0.0), strict=True):
            points[who] += got
            wins[who] += got == 1
            against[who].append((other, got))
    berger = {who: sum(got * points[other] for other, got in against[who]) for who in points}
    return Recounted(points, berger, wins, against)


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


def moved(connection: Connection, tournament_id: int) -> set[MatchId]:
    """The matches of a tournament in which both have moved."""
    mine = sa.select(pairings.c.match_id).where(pairings.c.tournament_id == tournament_id)
    moves = sa.select(entries.c.match_id, entries.c.seat).where(
        entries.c.match_id.in_(mine), entries.c.kind == "move"
    )
    seats = Counter(MatchId(match_id) for match_id, _ in connection.execute(moves.distinct()))
    return {match_id for match_id, number in seats.items() if number == len((0, 1))}


def won_tie(connection: Connection, pairing_ids: list[int]) -> int | None:
    """Who has won a tie by its games, or is the one who is still in; None if nobody has yet."""
    games = _games(connection, pairings.c.id.in_(pairing_ids))
    one, other = games[0].first_id, games[0].second_id
    out = tournament_players.c.withdrawn.is_not(None)
    who = (
        sa.select(tournament_players.c.player_id)
        .where(out)
        .where(
            tournament_players.c.tournament_id
            == sa.select(pairings.c.tournament_id)
            .where(pairings.c.id == pairing_ids[0])
            .scalar_subquery()
        )
    )
    gone = set(connection.scalars(who))
    by_number = {game.number: game for game in games}
    for stage in ({1, 2}, {3, 4}, {5}):
        if not stage <= by_number.keys():
            break
        lead = 0.0
        for game in map(by_number.__getitem__, stage):
            score = score_of(game, gone, over=False)
            if score is None:
                return None
            lead += (score[0] - score[1]) * (1 if game.first_id == one else -1)
        if lead:
            return one if lead > 0 else other
        if stage == {5}:
            return by_number[5].second_id
    still = [each for each in (one, other) if each not in gone]
    return still[0] if len(still) == 1 else None
