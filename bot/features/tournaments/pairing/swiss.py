"""The next round of a Swiss tournament.

One graph: a vertex for each player, and one for the bye where the number is odd. Two have no edge
who have met, who are kept apart, of whom one has blocked the other, or who must both have the same
side. Of all complete pairings the best is the one that costs least (``Field.costs``). Finding it is
a maximum weight matching, which the library does. This is a Swiss by clear rules, not the Dutch
system of FIDE C.04.3.

A block costs nobody but the player who made it. Whoever cannot be paired because of their own
blocks is left out of the round, and never has the bye because of them.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf
from typing import TypeAlias

from bot.features.tournaments.pairing.history import Histories, Line, Played, points_of
from bot.features.tournaments.pairing.sides import both_must, higher_moves_first, side_of

BYE, OUT = -1, -2
"""In place of an opponent. OUT: left out, because of one's own blocks."""

SQUARES = 2
"""Which of the costs of a pair is the square of a difference in points."""

Block: TypeAlias = tuple[int, int]
"""A player, and whom they have blocked."""


class NoPairingError(Exception):
    """Every pairing that was possible has been played."""


class WrongPairingError(Exception):
    """What should be a pairing breaks its rules: a fault of whoever made it."""


@dataclass(frozen=True, slots=True)
class Round:
    """Who meets whom, the one who moves first named first; and who has a bye. The best first.

    Players in ``left_out`` have nothing: their own blocks left them nobody to meet.
    """

    meetings: tuple[tuple[int, int], ...]
    byes: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """What a pairing keeps to: pairs that never meet, who must have which side, one bye each.

    ``blocks`` counts the blocks of each player who may be left out, and ``no_bye`` are those who
    would have the bye only because of theirs.
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

    ``histories`` are the rounds of everybody, also of who has left, ``never`` pairs of start
    numbers that never meet. Where no pairing keeps to the sides they are given up. Then as few as
    possible of those who have ``blocked`` others are left out, then a second bye is allowed. Nobody
    ever meets a player twice: raises NoPairingError where nobody is left to meet or have a bye.
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
) -> Rules:
    """The strict rules, with the blocks that keep two apart who could meet in this round."""
    there = {*playing}
    met = {number: {line.opponent for line in histories[number] if line.met} for number in there}
    binding = [(by, who) for by, who in blocked if {by, who} <= there and who not in met[by]]
    apart = frozenset(never) | {frozenset(block) for block in binding}
    return Rules(apart, blocks=Counter(by for by, _ in binding))


def _first(histories: Histories, playing: Collection[int], rules: Rules) -> Round:
    """The best pairing by the strictest rules by which there is one; raises NoPairingError."""
    whole = replace(rules, blocks={})
    steps = [whole, replace(whole, sides=False)]
    if rules.blocks:
        steps += [rules, replace(rules, sides=False)]
    for step in (*steps, replace(rules, sides=False, one_bye=False)):
        found = Field(histories, playing, step)
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
    """Raise WrongPairingError unless everybody is in a round once, and meets somebody new."""
    rules = _rules(histories, playing, never, blocked)
    loose = Field(histories, playing, replace(rules, sides=False, one_bye=False))
    place = {number: at for at, number in enumerate(loose.numbers)}
    try:
        pairs = [sorted((place[one], place[other])) for one, other in made.meetings]
        alone = [[place[one], BYE] for one in made.byes]
        alone += [[place[one], OUT] for one in made.left_out]
        loose.checked([(*pair,) for pair in pairs + alone])
    except KeyError as error:
        raise WrongPairingError(f"{error} does not play") from error


class Field:
    """Those who play, by points and start numbers; each is known by their place, from 0."""

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
        found with a higher sum says which other pairs can be in a better one. Where players may be
        left out, nobody knows such a sum before.
        """
        if self._rules.blocks:
            return self.cheapest(self.allowed())
        pairs, least = self.allowed(), self._least_sums()
        sums = [least[self._points_of(one), self._points_of(other)] for one, other in pairs]
        most: float = min(sums, default=0)
        while True:
            near = [pair for pair, lowest in zip(pairs, sums, strict=True) if lowest <= most]
            found = self.cheapest(near)
            reached = inf if found is None else sum(self.costs(*pair)[SQUARES] for pair in found)
            if reached <= most or len(near) == len(pairs):
                return found
            most = reached

    def allowed(self) -> list[tuple[int, int]]:
        """All pairs that the rules allow, by places."""
        count = len(self.numbers)
        pairs = [pair for pair in combinations(range(count), 2) if self.may_meet(*pair)]
        alone = [(one, BYE) for one in range(count) if self.has_bye and self.may_have_bye(one)]
        alone += [(one, OUT) for one in range(count) if self.may_be_left_out(one)]
        return pairs + alone

    @property
    def has_bye(self) -> bool:
        """Whether there may be one: of an odd number, or where players may be left out."""
        return len(self.numbers) % 2 == 1 or bool(self._rules.blocks)

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
        # a vertex for each player, for the bye, and beside each player who may be left out; those
        # beside a player who is not, and that of a bye that nobody has, go with one another
        outs = [one for one, other in pairs if other == OUT]
        beside = {one: at for at, one in enumerate(outs, start=count + self.has_bye)}
        free = range(count, count + self.has_bye + len(outs))
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
        alone = {count: BYE} if self.has_bye else {}
        alone |= dict.fromkeys(beside.values(), OUT)
        return self.checked([(one, alone.get(other, other)) for one, other in met])

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
        allowed = all(map(self._is_allowed, pairs))
        outs = seated.count(OUT)
        if seated != [*[OUT] * outs, *[BYE] * ((count - outs) % 2), *range(count)] or not allowed:
            raise WrongPairingError(f"this is no pairing: {pairs}")
        return pairs

    def _is_allowed(self, pair: tuple[int, int]) -> bool:
        one, other = pair
        if other == OUT:
            return self.may_be_left_out(one)
        return self.may_have_bye(one) if other == BYE else self.may_meet(one, other)

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

    def may_meet(self, one: int, other: int) -> bool:
        """Whether the rules let two meet."""
        if self.numbers[other] in self._never[one]:
            return False
        return not (self._rules.sides and both_must(self._sides[one], self._sides[other]))

    def may_have_bye(self, one: int) -> bool:
        """Whether the rules let a player have the bye."""
        had = {line.played for line in self._lines[one]}
        if self.numbers[one] in self._rules.no_bye:
            return False
        return not (self._rules.one_bye and had & {Played.BYE, Played.WALKOVER})

    def may_be_left_out(self, one: int) -> bool:
        """Whether the rules let a player be left out, because of their own blocks."""
        return self.numbers[one] in self._rules.blocks

    def _first_moves(self, one: int, other: int) -> bool:
        lines = self._lines[one], self._lines[other]
        return higher_moves_first(self._sides[one], self._sides[other], self.numbers[one], lines)

    def costs(self, one: int, other: int) -> tuple[int, ...]:
        """What a pair costs, the most important first. ``one`` is above ``other``.

        Whether a player is left out, and by how many fewer blocks than others have; the square of
        the difference in half points, for a bye of the points; how far up the table
        a bye goes; sides had more often; sides that do not alternate; going down or up again; the
        distance from "first half against second half", squared.
        """
        if other == OUT:
            blocks = self._rules.blocks
            return (1, max(blocks.values()) - blocks[self.numbers[one]], 0, 0, 0, 0, 0, 0)
        if other == BYE:
            again = _again(self._ways[one], 1) if self._points[one] else 0
            return (0, 0, self._points[one] ** 2, len(self.numbers) - 1 - one, 0, 0, again, 0)
        first = self._first_moves(one, other)
        given = (self._sides[one], first), (self._sides[other], not first)
        more_often = sum(side.had_more_often(first=got) for side, got in given)
        same = sum(side.last is got and not side.had_more_often(first=got) for side, got in given)
        down, again, distance = self._points[one] - self._points[other], 0, other - one
        if down:
            again = _again(self._ways[one], 1) + _again(self._ways[other], -1)
        else:
            distance = (other - one - self._level[one][1] // 2) ** 2
        return (0, 0, down**2, 0, more_often, same, again, distance)


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
