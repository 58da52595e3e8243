"""A club match as it must stand by what people did: a second, plain reading of its rules.

It knows nothing of the bot's tables or steps; the numbers are those that are published.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise, permutations

from tests.features.timekeeping.plain_account import Account, Terms
from tests.kit.times import DAY, HOUR

CLOCK = "3d+12h/4d"
TERMS = Terms(3 * DAY, 12 * HOUR, 4 * DAY, (DAY,), 36 * HOUR)
WEEK = 7 * DAY
"""After so long a match begins, and a server without the bot forfeits."""
LAPSE = DAY
NEWCOMER = (1500, False)
Ratings = Mapping[int, tuple[int, bool]]
"""Points, and whether they are settled."""


def in_order(entered: Mapping[int, datetime], ratings: Ratings) -> list[int]:
    """The stronger first, then who is settled, then who came first."""

    def key(who: int) -> tuple[int, bool, datetime, int]:
        points, settled = ratings.get(who, NEWCOMER)
        return -points, not settled, entered[who], who

    return sorted(entered, key=key)


def most_boards(
    one: Sequence[int], other: Sequence[int], apart: Collection[frozenset[int]], limit: int
) -> int:
    """How many boards there can be at most, by trying all."""
    few, many = sorted((one, other), key=len)
    ways = (zip(few, way, strict=True) for way in permutations(many, len(few)))
    return min(limit, max(sum(frozenset(two) not in apart for two in way) for way in ways))


def lapses(lost: Collection[datetime]) -> list[datetime]:
    """When somebody began to be late; what is lost within a day of it is the same lapse."""
    begun: list[datetime] = []
    for at in sorted(lost):
        if not begun or at - begun[-1] >= LAPSE:
            begun.append(at)
    return begun


@dataclass
class Played:
    """A match: which game of its board it is, its clocks, and what its ratings must be.

    ``rated``: None where this account does not say.
    """

    board: int
    game: int
    clocks: Account
    rated: bool | None = None

    def seat(self, side: int) -> int:
        return side ^ self.game


@dataclass
class Plain:
    """Sides are numbered 0 and 1; ``boards`` are the two players of each; ``out`` is for good.

    ``left`` are the withdrawn of their own will. ``late``: when people lost which match on time.
    """

    limit: int
    entered: tuple[dict[int, datetime], dict[int, datetime]]
    side: dict[int, int] = field(default_factory=dict)
    came: dict[int, datetime] = field(default_factory=dict)
    left_out: set[int] = field(default_factory=set)
    out: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    blocks: set[tuple[int, int]] = field(default_factory=set)
    boards: list[list[int]] = field(default_factory=list)
    substituted: set[tuple[int, int]] = field(default_factory=set)
    away: dict[int, datetime] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    moved: dict[int, list[datetime]] = field(default_factory=dict)
    late: dict[int, dict[int, datetime]] = field(default_factory=dict)
    matches: dict[int, Played] = field(default_factory=dict)

    @property
    def apart(self) -> set[frozenset[int]]:
        return {frozenset(each) for each in self.blocks}

    def may_join(self, who: int, side: int, *, over: bool) -> bool:
        sat = any(who in each for each in self.boards)
        barred = who in self.out and (sat or who not in self.left)
        return not over and self.side.get(who, side) == side and not barred

    def join(self, who: int, side: int, now: datetime) -> None:
        """Join; who comes back without a board has the old place, and stays left out."""
        self.side[who] = side
        self.out.discard(who)
        self.entered[side].setdefault(who, self.came.setdefault(who, now))

    def leave(self, who: int, *, own_will: bool) -> None:
        """Leave: for good who has a board, or was taken from one."""
        self.entered[self.side[who]].pop(who, None)
        if self.boards:
            self.out.add(who)
            self.left |= {who} if own_will else set()

    def begin(self, found: list[list[int]], ratings: Ratings) -> None:
        """Take these boards as the right ones, if they are."""
        one, other = (
            [who for who in in_order(each, ratings) if who not in self.left_out]
            for each in self.entered
        )
        straight = [list(each) for each in zip(one, other, strict=False)][: self.limit]
        if any(frozenset(each) in self.apart for each in straight):
            assert not any(frozenset(each) in self.apart for each in found)
            assert len(found) == most_boards(one, other, self.apart, self.limit)
            assert {who for each in found for who in each} <= {*one, *other}
        else:
            assert found == straight
        self.boards = found

    def may_replace(
        self, side: int, board: int, put_in: int, ratings: Ratings, *, moved: bool
    ) -> bool:
        """Whether somebody may take the place of who sits there."""
        out_id, met = self.boards[board][side], self.boards[board][1 - side]
        joined, playing = self.entered[side], {who for each in self.boards for who in each}
        if not {out_id, put_in} <= {*joined} or put_in in playing or moved:
            return False
        weaker = in_order({who: joined[who] for who in (out_id, put_in)}, ratings)[1]
        once = (side, board) not in self.substituted
        return once and weaker == put_in and frozenset((put_in, met)) not in self.apart

    def replace(self, side: int, board: int, put_in: int) -> None:
        self.leave(self.boards[board][side], own_will=False)
        self.boards[board][side] = put_in
        self.substituted.add((side, board))

    def look(self, now: datetime) -> None:
        """Take out who was late twice without a move between, and servers away for a week."""
        for who, lost in self.late.items():
            moved = self.moved.get(who, [])
            for one, next_one in pairwise(lapses(lost.values())):
                if who not in self.out and not any(one < at < next_one for at in moved):
                    self.leave(who, own_will=False)
        if self.boards:
            self.gone |= {side for side, since in self.away.items() if now - since >= WEEK}

    def points(self, board: int, game: int, ranking: Sequence[Sequence[int]]) -> int | None:
        """The half points of side 0 in a game with this result, if it has one; None: open."""
        if ranking:
            first = ranking[0]
            return 1 if len(first) == 2 else 2 * (first[0] == game)
        players = enumerate(self.boards[board])
        out = [side for side, who in players if side in self.gone or who in self.out]
        return None if not out else 1 if len(out) == 2 else 2 * out[0]
