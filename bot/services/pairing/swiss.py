"""The next round of a Swiss tournament.

One graph: a vertex for each player, and one for the bye where the number is odd. Two have no edge
who have met, who are kept apart, or who must both have the same side. Of all complete pairings the
best is the one that costs least (``Field.costs``). Finding it is a maximum weight matching, which
the library does. This is a Swiss by clear rules, not the Dutch system of FIDE C.04.3.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf

from bot.services.pairing.history import Histories, Line, Played, points_of
from bot.services.pairing.sides import both_must, higher_moves_first, side_of

BYE = -1
"""In place of an opponent."""


class NoPairingError(Exception):
    """Every pairing that was possible has been played."""


class WrongPairingError(Exception):
    """What should be a pairing breaks its rules: a fault of whoever made it."""


@dataclass(frozen=True, slots=True)
class Round:
    """Who meets whom, the one who moves first named first; and who has a bye. The best first."""

    meetings: tuple[tuple[int, int], ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """What a pairing keeps to: pairs that never meet, who must have which side, one bye each."""

    never: frozenset[frozenset[int]] = frozenset()
    sides: bool = True
    one_bye: bool = True


def pair_round(
    histories: Histories, playing: Collection[int], never: Collection[frozenset[int]] = ()
) -> Round:
    """The best pairing of those who play.

    ``histories`` are the rounds of everybody, also of who has left, ``never`` pairs of start
    numbers that never meet. Where no pairing keeps to the sides they are given up, then a second
    bye is allowed. Nobody ever meets a player twice: raises NoPairingError where nothing is left.
    """
    kept = frozenset(never)
    for rules in (Rules(kept), Rules(kept, sides=False), Rules(kept, sides=False, one_bye=False)):
        field = Field(histories, playing, rules)
        pairs = field.best()
        if pairs is not None:
            return field.round_of(pairs)
    raise NoPairingError


def check_round(
    histories: Histories, playing: Collection[int], never: Collection[frozenset[int]], made: Round
) -> None:
    """Raise WrongPairingError unless everybody is in a round once, and meets somebody new."""
    loose = Field(histories, playing, Rules(frozenset(never), sides=False, one_bye=False))
    place = {number: at for at, number in enumerate(loose.numbers)}
    try:
        pairs = [sorted((place[one], place[other])) for one, other in made.meetings]
        loose.checked([(*pair,) for pair in pairs] + [(place[one], BYE) for one in made.byes])
    except KeyError as error:
        raise WrongPairingError(f"{error} does not play") from error


class Field:
    """Those who play, in the order of points and start numbers; each is known by their place in
    that order, from 0."""

    def __init__(self, histories: Histories, playing: Collection[int], rules: Rules) -> None:
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
        self._level = [
            (self._points.index(each), self._points.count(each)) for each in self._points
        ]

    def best(self) -> list[tuple[int, int]] | None:
        """The cheapest complete pairing, by places; None where there is none.

        It is looked for among the pairs that can be in one with the least sum of squares. What is
        found with a higher sum says which other pairs can be in a better one.
        """
        pairs, least = self.allowed(), self._least_sums()
        sums = [least[self._points_of(one), self._points_of(other)] for one, other in pairs]
        most: float = min(sums, default=0)
        while True:
            near = [pair for pair, lowest in zip(pairs, sums, strict=True) if lowest <= most]
            found = self.cheapest(near)
            reached = inf if found is None else sum(self.costs(*pair)[0] for pair in found)
            if reached <= most or len(near) == len(pairs):
                return found
            most = reached

    def allowed(self) -> list[tuple[int, int]]:
        """All pairs that the rules allow, by places."""
        count = len(self.numbers)
        pairs = [pair for pair in combinations(range(count), 2) if self.may_meet(*pair)]
        byes = [(one, BYE) for one in range(count * (count % 2)) if self.may_have_bye(one)]
        return pairs + byes

    def _least_sums(self) -> dict[tuple[int, int], int]:
        """For a pair with such points, the least sum of squares of a pairing that it is in, if
        everybody might meet everybody: then all others meet their neighbours."""
        points, found = [*self._points, *[0] * (len(self._points) % 2)], {}
        for one, other in set(combinations(points, 2)):
            rest = points.copy()
            rest.remove(one)
            rest.remove(other)
            met = [(one, other), *zip(rest[::2], rest[1::2], strict=True)]
            found[one, other] = sum((higher - lower) ** 2 for higher, lower in met)
        return found

    def _points_of(self, place: int) -> int:
        return 0 if place == BYE else self._points[place]

    def cheapest(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
        """The cheapest complete pairing of such pairs; None where there is none."""
        import rustworkx  # takes 3 MB, and most servers never need it

        count = len(self.numbers)
        costs = self._packed([self.costs(*pair) for pair in pairs])
        highest = max(costs, default=0)
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * (count + count % 2))
        graph.add_edges_from(
            [
                (one, count if other == BYE else other, highest - cost)
                for (one, other), cost in zip(pairs, costs, strict=True)
            ]
        )
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(matched) < len(graph):
            return None
        met = [(min(pair), max(pair)) for pair in matched]
        return self.checked([(one, BYE if other == count else other) for one, other in met])

    @staticmethod
    def _packed(costs: Sequence[tuple[int, ...]]) -> list[int]:
        """Each in one number, in which every cost outweighs whatever those behind it come to."""
        packed = [0] * len(costs)
        for column in zip(*costs, strict=True):
            wide = max(column) * len(costs) + 1
            packed = [whole * wide + cost for whole, cost in zip(packed, column, strict=True)]
        return packed

    def checked(self, matched: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
        """The pairs in order; a fault of the library becomes an error, never a pairing."""
        count, pairs = len(self.numbers), sorted((one, other) for one, other in matched)
        seated = sorted(place for pair in pairs for place in pair)
        allowed = all(
            self.may_have_bye(one) if other == BYE else self.may_meet(one, other)
            for one, other in pairs
        )
        if seated != [*[BYE] * (count % 2), *range(count)] or not allowed:
            raise WrongPairingError(f"this is no pairing: {pairs}")
        return pairs

    def round_of(self, pairs: Sequence[tuple[int, int]]) -> Round:
        """The pairs by start numbers, with their sides."""
        met = [
            (first, second) if self._first_moves(first, second) else (second, first)
            for first, second in pairs
            if second != BYE
        ]
        return Round(
            tuple((self.numbers[first], self.numbers[second]) for first, second in met),
            tuple(self.numbers[one] for one, other in pairs if other == BYE),
        )

    def may_meet(self, one: int, other: int) -> bool:
        """Whether the rules let two meet."""
        if self.numbers[other] in self._never[one]:
            return False
        return not (self._rules.sides and both_must(self._sides[one], self._sides[other]))

    def may_have_bye(self, one: int) -> bool:
        """Whether the rules let a player have the bye."""
        had = {line.played for line in self._lines[one]}
        return not (self._rules.one_bye and had & {Played.BYE, Played.WALKOVER})

    def _first_moves(self, one: int, other: int) -> bool:
        lines = self._lines[one], self._lines[other]
        return higher_moves_first(self._sides[one], self._sides[other], self.numbers[one], lines)

    def costs(self, one: int, other: int) -> tuple[int, ...]:
        """What a pair costs, the most important first. ``one`` is above ``other``.

        The square of the difference in half points, for a bye of the points; how far up the table
        a bye goes; sides had more often; sides that do not alternate; going down or up again; the
        distance from "first half against second half", squared.
        """
        if other == BYE:
            again = _again(self._ways[one], 1) if self._points[one] else 0
            return (self._points[one] ** 2, len(self.numbers) - 1 - one, 0, 0, again, 0)
        first = self._first_moves(one, other)
        given = (self._sides[one], first), (self._sides[other], not first)
        more_often = sum(side.had_more_often(first=got) for side, got in given)
        same = sum(side.last is got and not side.had_more_often(first=got) for side, got in given)
        down, again, distance = self._points[one] - self._points[other], 0, other - one
        if down:
            again = _again(self._ways[one], 1) + _again(self._ways[other], -1)
        else:
            distance = (other - one - self._level[one][1] // 2) ** 2
        return (down**2, 0, more_often, same, again, distance)


def _points(lines: Sequence[Line]) -> int:
    """Half points for pairing, in which a match that still runs counts one."""
    return points_of(lines) + sum(line.played is Played.RUNNING for line in lines)


def _ways(histories: Histories, number: int) -> tuple[int, ...]:
    """For the last two rounds, the last first: whether a player met fewer points (1), more (-1) or
    as many (0). A bye and a win without play count as fewer."""
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
    """Two if a player went this way in the round before, and one if in the one before that."""
    return sum(worth for worth, went in zip((2, 1), ways, strict=False) if went == way)
