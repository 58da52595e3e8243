"""The next round of a Swiss tournament: who meets whom, and who moves first.

The round is a matching in a graph: a vertex for each player, and one for the bye if their number is
odd. There is no edge between two who have met, are kept apart, have blocked one another, or must
both have the same side. The best complete pairing is the cheapest (``PairingGraph.costs``); the
library finds it as a maximum weight matching. These are rules of our own, not the Dutch system of
FIDE C.04.3.

A block costs nobody but the player who made it. A player who cannot be paired because of their own
blocks is left out of the round, and never has the bye because of them.

A player wants the side that they have had less often; after as many of both, the other one than
last. The wish must be met if they have had the other side two times more, or twice in a row.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import chain, combinations
from math import inf
from typing import TypeAlias

from bot.features.tournaments.standings import Histories, Line, Played, points_of

BYE, OUT = -1, -2
"""Stand for an opponent. OUT: left out, because of one's own blocks."""

SQUARES = 2
"""Index, in the costs of a pair, of the square of the difference in points."""

Block: TypeAlias = tuple[int, int]
"""A player, and whom they have blocked."""


class Wish(IntEnum):
    """How strong a wish for a side is."""

    NONE = 0
    ALTERNATE = 1
    LESS_OFTEN = 2
    MUST = 3


@dataclass(frozen=True, slots=True)
class Side:
    """The side that a player wants.

    ``first``: whether they want to move first. ``more``: how much more often they have moved first
    than second. ``last``: whether they moved first in their last game, None before any.
    """

    wish: Wish = Wish.NONE
    first: bool = False
    more: int = 0
    last: bool | None = None


def side_of(lines: Sequence[Line]) -> Side:
    """The side that a player wants after these rounds."""
    had = [line.moved_first for line in lines if line.met]
    if not had:
        return Side()
    more, last = 2 * sum(had) - len(had), had[-1]
    first = more < 0 if more else not last
    if abs(more) >= 2:
        return Side(Wish.MUST, first, more, last)
    if had[-2:] == [last, last]:
        return Side(Wish.MUST, not last, more, last)
    return Side(Wish.LESS_OFTEN if more else Wish.ALTERNATE, first, more, last)


def higher_moves_first(
    higher: Side, lower: Side, number: int, lines: tuple[Sequence[Line], Sequence[Line]]
) -> bool:
    """Whether the higher of two players moves first.

    They get what both want; else the stronger wish decides; else the reverse of the last round in
    which their sides differed; else the higher one's wish. If neither has played, the higher one
    moves first if their start ``number`` is odd. ``lines`` are the rounds of both, the higher one's
    first.
    """
    if higher.wish is lower.wish is Wish.NONE:
        return number % 2 == 1
    if higher.wish is not lower.wish and (higher.first is lower.first or not higher.wish):
        return higher.first if higher.wish > lower.wish else not lower.first
    if higher.first is not lower.first or not lower.wish:
        return higher.first
    for one, other in zip(reversed(lines[0]), reversed(lines[1]), strict=True):
        if one.met and other.met and one.moved_first is not other.moved_first:
            return not one.moved_first
    return higher.first


class NoPairingError(Exception):
    """No pairing is possible any more."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round by start numbers, the best first: meetings, first mover first, and byes.

    ``left_out`` players get nothing: their own blocks left them nobody to meet.
    """

    meetings: tuple[tuple[int, int], ...]
    byes: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Constraints:
    """The constraints of a pairing: pairs that ``never`` meet, sides, one bye for each player.

    ``blocks`` counts the blocks of each player who may be left out. ``no_bye`` are players who
    would have the bye only because of their blocks.
    """

    never: frozenset[frozenset[int]] = frozenset()
    sides: bool = True
    one_bye: bool = True
    blocks: Mapping[int, int] = field(default_factory=dict)
    no_bye: frozenset[int] = frozenset()


def pair_round(
    histories: Histories,
    playing: Collection[int],
    never: Collection[frozenset[int]] = (),
    blocked: Collection[Block] = (),
) -> Round:
    """The best pairing of those who play.

    ``histories`` are the rounds of all players, also of those who have left; ``never`` are pairs of
    start numbers that never meet. If no pairing meets all constraints, sides are given up first,
    then as few as possible of those who have ``blocked`` others are left out, then a second bye is
    allowed. Nobody meets a player twice: raises NoPairingError if nobody can meet or have a bye.
    """
    rules = _rules(histories, playing, never, blocked)
    made = _first(histories, playing, rules)
    while gained := [each for each in made.byes if each in rules.blocks]:
        # a bye is for a player who would be paired if another had it
        without = replace(rules, no_bye=rules.no_bye | {*gained})
        other = _first(histories, playing, without)
        if not {*gained} & {*other.left_out}:
            break
        rules, made = without, other
    if not made.meetings and not made.byes:
        raise NoPairingError
    return made


def _rules(
    histories: Histories,
    playing: Collection[int],
    never: Collection[frozenset[int]],
    blocked: Collection[Block],
) -> Constraints:
    """The strictest constraints, with the blocks between players who could meet in this round."""
    there = {*playing}
    met = {number: {line.opponent for line in histories[number] if line.met} for number in there}
    binding = [(by, who) for by, who in blocked if {by, who} <= there and who not in met[by]]
    apart = frozenset(never) | {frozenset(block) for block in binding}
    return Constraints(apart, blocks=Counter(by for by, _ in binding))


def _first(histories: Histories, playing: Collection[int], rules: Constraints) -> Round:
    """The best pairing by the strictest constraints that allow one; raises NoPairingError."""
    whole = replace(rules, blocks={})
    steps = [whole, replace(whole, sides=False)]
    if rules.blocks:
        steps += [rules, replace(rules, sides=False)]
    for step in (*steps, replace(rules, sides=False, one_bye=False)):
        found = PairingGraph(histories, playing, step)
        pairs = found.best()
        if pairs is not None:
            return found.round_of(pairs)
    raise NoPairingError


def check_round(
    histories: Histories,
    playing: Collection[int],
    never: Collection[frozenset[int]],
    blocked: Collection[Block],
    made: Round,
) -> None:
    """Raise ValueError unless each player is in the round once, and meets somebody new."""
    rules = _rules(histories, playing, never, blocked)
    seated = [*chain(*made.meetings), *made.byes, *made.left_out]
    fits = (
        sorted(seated) == sorted(playing)
        and len(made.byes) == (len(seated) - len(made.left_out)) % 2
        and rules.blocks.keys() >= {*made.left_out}
        and rules.never.isdisjoint(map(frozenset, made.meetings))
    )
    if not fits or any(
        line.met and line.opponent == other
        for one, other in made.meetings
        for line in histories[one]
    ):
        raise ValueError(f"this is no pairing: {made}")


class PairingGraph:
    """The graph of a round. Players are known by their place, from 0, by points and number."""

    def __init__(self, histories: Histories, playing: Collection[int], rules: Constraints) -> None:
        standing = {number: _points(lines) for number, lines in histories.items()}
        self.numbers = sorted(playing, key=lambda number: (-standing[number], number))
        self._rules = rules
        self._points = [standing[number] for number in self.numbers]
        self._lines = [histories[number] for number in self.numbers]
        self._sides = [side_of(lines) for lines in self._lines]
        self._never = [
            {line.opponent for line in lines if line.met}.union(
                *(pair - {number} for pair in rules.never if number in pair)
            )
            for number, lines in zip(self.numbers, self._lines, strict=True)
        ]
        self._ways = [_ways(histories, number) for number in self.numbers]
        self._level = [self._points.count(each) for each in self._points]
        # also if players may be left out, so that their number may become odd
        self._has_bye = len(self.numbers) % 2 == 1 or bool(rules.blocks)

    def best(self) -> list[tuple[int, int]] | None:
        """The cheapest complete pairing, by places; None if there is none.

        Only pairs are tried first that can be in a pairing with the least sum of squares. A pairing
        found with a higher sum bounds which further pairs can be in a better one. If players may be
        left out there is no such bound, and all pairs are tried.
        """
        pairs = self.allowed()
        if self._rules.blocks:
            return self.cheapest(pairs)
        least, points = self._least_sums(), {BYE: 0, **dict(enumerate(self._points))}
        sums = [least[points[one], points[other]] for one, other in pairs]
        most: float = min(sums, default=0)
        while True:
            near = [pair for pair, lowest in zip(pairs, sums, strict=True) if lowest <= most]
            found = self.cheapest(near)
            reached = inf if found is None else sum(self.costs(*pair)[SQUARES] for pair in found)
            if reached <= most or len(near) == len(pairs):
                return found
            most = reached

    def allowed(self) -> list[tuple[int, int]]:
        """All pairs that the constraints allow, by places."""
        count = len(self.numbers)
        byes = [(one, BYE) for one in range(count) if self._has_bye]
        pairs = [*combinations(range(count), 2), *byes, *((one, OUT) for one in range(count))]
        return [pair for pair in pairs if self.allows(*pair)]

    def allows(self, one: int, other: int) -> bool:
        """Whether the constraints let two players meet, or let ``one`` have the bye or be OUT."""
        number, rules = self.numbers[one], self._rules
        if other == OUT:
            return number in rules.blocks
        if other == BYE:
            had = {line.played for line in self._lines[one]} & {Played.BYE, Played.WALKOVER}
            return number not in rules.no_bye and not (rules.one_bye and had)
        wished, theirs = self._sides[one], self._sides[other]
        both_must = wished.wish is theirs.wish is Wish.MUST and wished.first is theirs.first
        return self.numbers[other] not in self._never[one] and not (rules.sides and both_must)

    def _least_sums(self) -> dict[tuple[int, int], int]:
        """For each pair of points, a lower bound of the sum of squares of a pairing with that pair.

        The bound is exact if all others may meet their neighbours.
        """
        points, found = [*self._points, *[0] * (len(self._points) % 2)], {}
        for one, other in set(combinations(points, 2)):
            rest = points.copy()
            rest.remove(one)
            rest.remove(other)
            met = [(one, other), *zip(rest[::2], rest[1::2], strict=True)]
            found[one, other] = sum((higher - lower) ** 2 for higher, lower in met)
        return found

    def cheapest(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
        """The cheapest complete pairing made of ``pairs``; None if there is none."""
        import rustworkx  # takes 3 MB, and most servers never need it

        count = len(self.numbers)
        costs = self._packed([self.costs(*pair) for pair in pairs])
        highest = max(costs, default=0)
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        # one vertex for each player, one for the bye, and one beside each player who may be left
        # out; extra vertices that are not used are matched with one another
        outs = [one for one, other in pairs if other == OUT]
        beside = {one: at for at, one in enumerate(outs, start=count + self._has_bye)}
        free = range(count, count + self._has_bye + len(outs))
        free = range(count, free.stop + free.stop % 2)
        graph.add_nodes_from([None] * free.stop)
        graph.add_edges_from(
            [
                (one, {BYE: count, OUT: beside.get(one, 0)}.get(other, other), highest - cost)
                for (one, other), cost in zip(pairs, costs, strict=True)
            ]
        )
        if self._rules.blocks:
            graph.add_edges_from([(*pair, highest) for pair in combinations(free, 2)])
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(matched) < len(graph):
            return None
        met = [(min(pair), max(pair)) for pair in matched if min(pair) < count]
        alone = {count: BYE} if self._has_bye else {}
        alone |= dict.fromkeys(beside.values(), OUT)
        return sorted((one, alone.get(other, other)) for one, other in met)

    @staticmethod
    def _packed(costs: Sequence[tuple[int, ...]]) -> list[int]:
        """The costs of each pair as one number, in which each cost outweighs all after it."""
        packed = [0] * len(costs)
        for column in zip(*costs, strict=True):
            wide = max(column) * len(costs) + 1
            packed = [whole * wide + cost for whole, cost in zip(packed, column, strict=True)]
        return packed

    def round_of(self, pairs: Sequence[tuple[int, int]]) -> Round:
        """The pairs by start numbers, with their sides."""
        met = [
            (first, second) if self._first_moves(first, second) else (second, first)
            for first, second in pairs
            if second not in (BYE, OUT)
        ]
        return Round(
            tuple((self.numbers[first], self.numbers[second]) for first, second in met),
            tuple(self.numbers[one] for one, other in pairs if other == BYE),
            tuple(self.numbers[one] for one, other in pairs if other == OUT),
        )

    def _first_moves(self, one: int, other: int) -> bool:
        lines = self._lines[one], self._lines[other]
        return higher_moves_first(self._sides[one], self._sides[other], self.numbers[one], lines)

    def costs(self, one: int, other: int) -> tuple[int, ...]:
        """The costs of a pair, the most important first. ``one`` is above ``other``.

        Whether a player is left out; how many fewer blocks they have than the most; the square of
        the difference in half points, for a bye of the points; how far up the table a bye goes;
        sides had more often; sides that do not alternate; meeting fewer or more points again; the
        squared distance from "first half against second half".
        """
        if other == OUT:
            blocks = self._rules.blocks
            return (1, max(blocks.values()) - blocks[self.numbers[one]], 0, 0, 0, 0, 0, 0)
        if other == BYE:
            again = _again(self._ways[one], 1) if self._points[one] else 0
            return (0, 0, self._points[one] ** 2, len(self.numbers) - 1 - one, 0, 0, again, 0)
        first = self._first_moves(one, other)
        more_often, same = 0, 0
        for side, got in ((self._sides[one], first), (self._sides[other], not first)):
            if side.more > 0 if got else side.more < 0:
                more_often += 1
            elif side.last is got:
                same += 1
        down, again, distance = self._points[one] - self._points[other], 0, other - one
        if down:
            again = _again(self._ways[one], 1) + _again(self._ways[other], -1)
        else:
            distance = (other - one - self._level[one] // 2) ** 2
        return (0, 0, down**2, 0, more_often, same, again, distance)


def _points(lines: Sequence[Line]) -> int:
    """The half points by which players are paired: a running match counts one."""
    return points_of(lines) + sum(line.played is Played.RUNNING for line in lines)


def _ways(histories: Histories, number: int) -> tuple[int, ...]:
    """Whether a player met fewer points (1), more (-1) or as many (0) in the last two rounds.

    The last round comes first. A bye and a win without play count as fewer.
    """
    lines, ways = histories[number], []
    for before in range(len(lines) - 1, max(len(lines) - 3, -1), -1):
        line = lines[before]
        if not line.met:
            ways.append(int(line.played in (Played.BYE, Played.WALKOVER)))
            continue
        own, others = _points(lines[:before]), _points(histories[line.opponent][:before])
        ways.append((own > others) - (own < others))
    return tuple(ways)


def _again(ways: Sequence[int], way: int) -> int:
    """The cost of going the same way again: 2 for the last round, 1 for the one before it."""
    return sum(worth for worth, went in zip((2, 1), ways, strict=False) if went == way)
