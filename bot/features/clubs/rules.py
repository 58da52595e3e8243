"""Pure rules of club matches: the order of players, who meets whom, and what a game is worth."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from secrets import choice

from data.ids import PlayerId
from rules.game import Seat

LEAST_BOARDS, MOST_BOARDS = 2, 20
CODE_LENGTH = 10
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of codes; those that look alike are left out."""
NEWCOMER = 1500
LAPSE = timedelta(days=1)
"""Games lost on time within this of the first one are one lapse."""
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


def lapses(late: Sequence[datetime]) -> list[tuple[datetime, datetime]]:
    """Each lapse and the next one, of times at which games were lost on time, in order."""
    begun: list[datetime] = []
    for at in late:
        if not begun or at - begun[-1] >= LAPSE:
            begun.append(at)
    return list(pairwise(begun))
