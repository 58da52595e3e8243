"""Pure rules of club matches: the order of players, who meets whom, and what a game is worth."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import choice

from data.ids import PlayerId
from rules.game import Seat

LEAST_BOARDS, MOST_BOARDS = 2, 20
CODE_LENGTH = 10
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of codes; those that look alike are left out."""
NEWCOMER = 1500
_FAR = 1000
"""More than any two boards lie apart, squared and added up."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating: its ``points``, and whether it is settled."""

    points: int
    settled: bool


def new_code() -> str:
    """A code to hand over, which nobody guesses."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def typed_code(text: str) -> str:
    """A code as typed, without blanks and dashes, in capitals."""
    return re.sub(r"[\s-]", "", text).upper()


def ordered(
    entered: Mapping[PlayerId, datetime], ratings: Mapping[PlayerId, Rated]
) -> list[PlayerId]:
    """Players by rating, newcomers as 1500 behind others of that number, then who came first."""

    def order(player_id: PlayerId) -> tuple[int, bool, datetime, PlayerId]:
        rated = ratings.get(player_id, Rated(NEWCOMER, settled=False))
        return -rated.points, not rated.settled, entered[player_id], player_id

    return sorted(entered, key=order)


def paired(
    one: Sequence[PlayerId],
    other: Sequence[PlayerId],
    apart: Collection[frozenset[PlayerId]],
    most: int,
) -> list[tuple[PlayerId, PlayerId]]:
    """The boards: first against first, as many as the smaller side has, ``most`` at most.

    Two who are kept ``apart``, or the same person twice, do not meet. Then as many boards as
    possible are made, and people move as few boards as possible, best boards first.
    """
    count = min(len(one), len(other), most)
    straight = list(zip(one[:count], other[:count], strict=True))
    if not any(_is_apart(pair, apart) for pair in straight):
        return straight
    import rustworkx  # it is needed for blocks alone

    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(one) + len(other)))
    for row, first in enumerate(one):
        for column, second in enumerate(other):
            if not _is_apart((first, second), apart):
                graph.add_edge(row, len(one) + column, _near(row, column, count))
    found = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    boards = sorted(tuple(sorted(each)) for each in found)
    return [(one[row], other[column - len(one)]) for row, column in boards][:count]


def _is_apart(pair: tuple[PlayerId, PlayerId], apart: Collection[frozenset[PlayerId]]) -> bool:
    return pair[0] == pair[1] or frozenset(pair) in apart


def _near(row: int, column: int, count: int) -> int:
    """How good a board is: boards of the first ``count`` on both sides, close to each other."""
    reserve = max(row - count + 1, 0) + max(column - count + 1, 0)
    return _FAR * _FAR - (row - column) ** 2 - _FAR * reserve


def side_points(winners: tuple[Seat, ...], game: int) -> int:
    """The half points of side 0, which has seat 0 in game 0 and seat 1 in game 1."""
    if not winners:
        return 1
    return 2 if winners == (game,) else 0


MOST_TEAMS = 8
LEAST_WEEKS, MOST_WEEKS = 2, 6


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of a season that is over: two teams and their half points on the boards.

    ``left``: the teams that left before its end, or had nobody to play.
    """

    one: int
    other: int
    boards: tuple[int, int]
    left: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a season's table. ``place`` is None for a team whose matches do not count."""

    team: int
    points: int
    boards: int
    place: int | None


def season_table(teams: int, met: Collection[Meeting], gone: Collection[int]) -> tuple[Place, ...]:
    """The table: match points, board points, then direct encounter if all who are level have met.

    Of a team that left, matches count for nobody if it had finished fewer than half of them; else
    the others win what is left, without points on boards.
    """
    finished = Counter(team for each in met for team in {each.one, each.other} - each.left)
    struck = {team for team in gone if 2 * finished[team] < teams - 1}
    counted = [each for each in met if not struck & {each.one, each.other}]
    points, boards = Counter[int](), Counter[int]()
    for each in counted:
        for team, won in match_points(each).items():
            points[team] += won
        boards.update(dict(zip((each.one, each.other), each.boards, strict=True)))
    pairs = {frozenset((each.one, each.other)) for each in counted}
    others = [team for team in range(teams) if team not in struck]
    for left in set(gone) - struck:
        for team in set(others) - set(gone):
            points[team] += 2 * (frozenset((left, team)) not in pairs)
    level = [(points[team], boards[team]) for team in range(teams)]
    keys = {team: (*level[team], _direct(team, level, others, counted)) for team in others}
    ranked = sorted(others, key=lambda team: (*(-each for each in keys[team]), team))
    placed = [
        Place(team, *level[team], 1 + sum(keys[each] > keys[team] for each in others))
        for team in ranked
    ]
    return (*placed, *(Place(team, 0, 0, None) for team in sorted(struck)))


def match_points(met: Meeting) -> dict[int, int]:
    """Two match points for a win, one for a level match; without a board, who stayed wins."""
    one, other = met.boards
    if met.boards == (0, 0):
        one, other = met.other in met.left, met.one in met.left
    won = 1 + (one > other) - (one < other)
    return {met.one: won, met.other: 2 - won}


def _direct(
    team: int, level: Sequence[tuple[int, int]], others: Sequence[int], met: Sequence[Meeting]
) -> int:
    """The match points of a team against those with as many points, if all of them have met."""
    group = {each for each in others if level[each] == level[team]}
    among = [each for each in met if {each.one, each.other} <= group]
    if 2 * len(among) < len(group) * (len(group) - 1):
        return 0
    return sum(match_points(each).get(team, 0) for each in among)
