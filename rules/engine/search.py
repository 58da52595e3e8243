"""The one search of every game: best first (PUCT), judged by worth, with one value for each seat.

A node is opened by looking once at everything that may follow; what follows carries what each seat
may expect, from -1, lost, to 1, won. What is forced is kept exactly: a state is proven when its
mover has a move that wins, or when everything that the rules allow there has been proven. Among
more than two, everything must then come to the same result for every seat, as a player who loses
anyway decides which of the others wins. The search can be stopped at any moment.
"""

import contextlib
import itertools
import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.engine.knowledge import Effort, Knowledge, Part, State, TooLongError, share_of
from rules.game import Move, Position, Seat

Monotonic: TypeAlias = Callable[[], float]

WON, LOST = 1.0, -1.0
_NEARLY = 0.98  # what is not proven is never quite won
_EXPLORING = 1.5
_ROUNDS = 3  # of trials, each with half of the moves that are left, and a third of the time
_MOST_TRIALS = 60  # of a move in a round; near the end they cost next to nothing
_ENDED = 6  # turns half made that are ended though the search went elsewhere
_TWO = 2
_SHARPNESS = 4.0  # how much more those are looked at first that look better


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to search: until so many nodes were looked at, or so many seconds have passed.

    ``nodes`` bounds the memory too, at about 300 bytes a node. ``endings`` is how many positions
    more may be looked at to tell for certain how a match ends, ``weighed`` how many moves may be
    weighed in trials, where these say more than a tree, which is not grown then. Without
    ``seconds`` the same search is the same on every machine.
    """

    nodes: int
    seconds: float | None = None
    endings: int = 0
    weighed: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that was looked at: what its player may expect of it, and how it would go on.

    ``expected`` goes from -1 to 1, and ``each`` has it for every seat; ``proven`` says that it is
    so however the others play. ``line`` begins with the move itself.
    """

    move: Move
    expected: float
    each: tuple[float, ...]
    visits: int
    proven: bool
    line: tuple[Move, ...]


class Node:
    """A state that was looked at, and what was found out about it."""

    __slots__ = (
        "choice",
        "expected",
        "followers",
        "is_whole",
        "mover",
        "prior",
        "proven",
        "total",
        "visits",
    )

    def __init__(
        self,
        choice: Move | Part | None,
        expected: tuple[float, ...],
        mover: Seat | None,
        proven: bool,
    ) -> None:
        self.choice = choice
        self.expected = expected
        self.mover = mover
        self.proven = proven
        self.prior = 0.0
        self.visits = 0
        self.total: list[float] = []
        self.followers: list[Node] | None = None
        self.is_whole: bool | None = None  # whether nothing else may follow; None: not asked yet

    def mean(self, seat: Seat) -> float:
        """What ``seat`` may expect here, by all that was seen below; 1 and -1 only if proven."""
        if self.proven or not self.visits:
            return self.expected[seat]
        return max(-_NEARLY, min(_NEARLY, self.total[seat] / self.visits))

    def tell(self, each: tuple[float, ...]) -> None:
        """Keep what every seat may expect by what was seen below."""
        self.visits += 1
        if self.total:
            self.total = [was + more for was, more in zip(self.total, each, strict=True)]
        else:
            self.total = list(each)


Certain: TypeAlias = list[tuple[Node, tuple[float, ...]]]


@dataclass(slots=True)
class Search:
    """A search with the knowledge of one game; ``chance`` decides between what looks the same.

    ``each`` is what every seat may expect of the position that was searched last, from -1 to 1.
    """

    knowledge: Knowledge
    limits: Limits
    chance: random.Random | None = None
    clock: Monotonic = time.monotonic
    nodes: int = field(default=0, init=False)
    each: tuple[float, ...] = field(default=(), init=False)
    _seats: int = field(default=2, init=False)

    def choices(self, position: Position) -> list[Choice]:
        """The moves of a running match that were looked at, the best first.

        A win at once comes before everything, then a win that is proven; a proven loss comes last.
        In between it counts how often a move was looked at. Empty where the match is over.
        """
        self.nodes, self._seats = 0, position.variant.seats
        root = self._node(None, position)
        until = math.inf if self.limits.seconds is None else self.clock() + self.limits.seconds
        if position.to_move is not None:
            self._open(root, position)
        self.each = root.expected
        if not root.followers:
            return []
        winning = self.knowledge.winning(position)
        if winning is None:
            self._look(root, position, until)
        found = self._ranked(root, position)
        if winning is not None:
            rest = [each for each in found if each.move != winning]
            found = [self._at_once(position, winning), *rest]
        self.each = found[0].each
        if found[0].expected == LOST:  # so it does not matter to its player which is chosen
            self.each = tuple([root.mean(seat) for seat in range(self._seats)])
        return found

    def _look(self, root: Node, position: Position, until: float) -> None:
        """Find out about what follows ``root`` until that is proven, or it is time to stop."""
        certain = self._certain(root, position)
        hopeless = _all_lose(root, certain)
        if not hopeless:
            self._prove(root, position, certain)
        if not self._tries(root, position, until):
            while not root.proven and self.nodes < self.limits.nodes and self.clock() < until:
                self._visit(root, position)
        if hopeless:  # the others may not see it either, so those come first that look best
            self._prove(root, position, certain)

    def _node(self, choice: Move | Part | None, state: State) -> Node:
        outcome, seats = state.outcome, self._seats
        if outcome is not None:
            shares = tuple([share_of(seat, outcome, seats) for seat in range(seats)])
            return Node(choice, shares, None, True)
        worth, scale = self.knowledge.worth, self.knowledge.scale
        if seats == 2:
            first = math.tanh(worth(state, 0) / scale) * _NEARLY
            return Node(choice, (first, -first), state.to_move, False)
        each = [math.tanh(worth(state, seat) / scale) * _NEARLY for seat in range(seats)]
        return Node(choice, tuple(each), state.to_move, False)

    def _open(self, node: Node, state: State) -> None:
        """Look at everything that may follow ``state``."""
        after, mover = self.knowledge.after, _known(node.mover)
        choices = self.knowledge.choices(state)
        followers = [self._node(choice, after(state, choice)) for choice in choices]
        self.nodes += len(followers)
        node.followers = followers
        if not followers:
            return
        self._order(followers, mover)
        self._settle(node, state)

    def _order(self, followers: list[Node], mover: Seat) -> None:
        """Sort what may follow by how good it looks, and say how much each is worth a look."""
        if self.chance is not None:
            self.chance.shuffle(followers)
        followers.sort(key=lambda each: -each.expected[mover])
        best = followers[0].expected[mover]
        weights = [math.exp((each.expected[mover] - best) * _SHARPNESS) for each in followers]
        together = sum(weights)
        for each, weight in zip(followers, weights, strict=True):
            each.prior = weight / together

    def _settle(self, node: Node, state: State) -> None:
        """Keep what is proven: where the mover does not win, of everything that may follow."""
        mover, decided = _known(node.mover), _decided(node)
        if decided is not None and decided[mover] < WON and node.is_whole is None:
            self._widen(node, state)
            decided = _decided(node)
        if decided is not None and (decided[mover] == WON or node.is_whole):
            node.proven, node.expected = True, decided

    def _widen(self, node: Node, state: State) -> None:
        """Add what ``choices`` left out, if it can be listed."""
        rest, after = self.knowledge.rest(state), self.knowledge.after
        node.is_whole = rest is not None
        if rest:
            more = [self._node(choice, after(state, choice)) for choice in rest]
            self.nodes += len(more)
            self._order(more, _known(node.mover))
            node.followers = [*(node.followers or ()), *more]

    def _certain(self, root: Node, position: Position) -> Certain:
        """What follows ``root`` whose end can be told, with what each seat gets of it."""
        solver = self.knowledge.solver(position) if self.limits.endings else None
        if solver is None or root.proven:
            return []
        half = math.inf if self.limits.seconds is None else self.clock() + self.limits.seconds / 2
        effort = Effort(self.limits.endings, lambda: self.clock() > half)
        found = []
        with contextlib.suppress(TooLongError):
            for node in root.followers or ():
                after = self.knowledge.after(position, node.choice)
                if not node.proven and isinstance(after, Position):
                    found.append((node, solver(after, effort)))
        return found

    def _prove(self, root: Node, position: Position, certain: Certain) -> None:
        """Take what is certain for proven; a line that wins goes on with what looks best."""
        mover = _known(root.mover)
        for node, shares in certain:
            if shares[mover] == WON and node.followers is None:
                self._open(node, self.knowledge.after(position, node.choice))
            node.proven, node.expected = True, shares
        if certain:
            self._settle(root, position)

    def _tries(self, root: Node, position: Position, until: float) -> bool:
        """Try what follows ``root``, the better half more and more; False where nobody can."""
        trials = self.knowledge.trials(position) if self.limits.weighed else None
        if trials is None or root.proven:
            return False
        mover, numbers, begun = _known(root.mover), itertools.count(), self.clock()
        tried = [each for each in root.followers or () if not each.proven]
        for ended in range(1, _ROUNDS + 1):
            share = ended / _ROUNDS
            for number in itertools.islice(numbers, _MOST_TRIALS if len(tried) > 1 else 1):
                for node in tried:
                    after = self.knowledge.after(position, node.choice)
                    assert isinstance(after, Position)
                    node.tell(trials.shares(after, number))
                late = self.clock() >= begun + (until - begun) * share
                if late or trials.weighed >= self.limits.weighed * share:
                    break
            tried.sort(key=lambda each: -each.mean(mover))
            tried = tried[: max(2, (len(tried) + 1) // 2)]
        return True

    def _visit(self, root: Node, position: Position) -> None:
        """Go down to where it is most worth looking, look, and tell everything above."""
        node = root
        state: State = position
        path = [(node, state)]
        while node.followers and not node.proven:
            node = _most_urgent(node)
            if not node.proven:
                state = self.knowledge.after(state, node.choice)
            path.append((node, state))
        if node.proven or node.followers is not None:
            self.nodes += 1  # so that a search ends in which everything is decided
        else:
            self._open(node, state)
        for above, at in reversed(path):
            if above.followers and not above.proven:
                self._settle(above, at)
        told = node.followers[0].expected if node.followers and not node.proven else node.expected
        for above, _ in path:
            above.tell(told)

    def _ranked(self, root: Node, position: Position) -> list[Choice]:
        """Every move that was looked at; of turns half made, the ways to end the best of them."""
        mover = _known(root.mover)
        ends: list[tuple[int, Node]] = []
        for number, node in enumerate(_by_rank(root, mover)):
            if isinstance(node.choice, Move):
                ends.append((node.visits, node))
                continue
            if node.followers is None and number < _ENDED:
                self._open(node, self.knowledge.after(position, node.choice))
            ends += [(node.visits, end) for end in node.followers or ()]
        ends.sort(key=lambda end: _rank(end[1], mover, end[0]), reverse=True)
        return [self._choice(end, mover) for _, end in ends]

    def _at_once(self, position: Position, winning: Move) -> Choice:
        """A move that wins at once, alone or with others."""
        after = self._node(winning, position.after(winning))
        expected = after.expected[_known(position.to_move)]
        return Choice(winning, expected, after.expected, after.visits, True, (winning,))

    def _choice(self, node: Node, mover: Seat) -> Choice:
        assert isinstance(node.choice, Move)
        line, at = [node.choice], node
        while at.followers:
            at = _by_rank(at, _known(at.mover))[0]
            if isinstance(at.choice, Move):
                line.append(at.choice)
        each = tuple([node.mean(seat) for seat in range(self._seats)])
        return Choice(node.choice, each[mover], each, node.visits, node.proven, tuple(line))


def _all_lose(root: Node, certain: Certain) -> bool:
    """Whether whoever moves at ``root`` loses, by what is certain, and not by what was proven."""
    mover = _known(root.mover)
    lost = {id(node) for node, shares in certain if shares[mover] == LOST}
    return bool(lost) and all(
        id(each) in lost or (each.proven and each.expected[mover] == LOST)
        for each in root.followers or ()
    )


def _known(mover: Seat | None) -> Seat:
    assert mover is not None
    return mover


def _most_urgent(node: Node) -> Node:
    """What follows ``node`` that is most worth looking at now: promising, or little looked at."""
    mover = node.mover
    assert mover is not None
    assert node.followers
    pull = _EXPLORING * math.sqrt(node.visits + 1)
    best, most = None, -math.inf
    for each in node.followers:
        visits = each.visits
        if each.proven:
            mean = each.expected[mover]
            if mean == LOST:
                continue
        elif visits:
            mean = each.total[mover] / visits
        else:
            mean = each.expected[mover]
        urgency = mean + pull * each.prior / (1 + visits)
        if urgency > most:
            best, most = each, urgency
    # Where all are lost, any may be played: among three, whose win it is depends on that.
    return best or min(node.followers, key=lambda lost: lost.visits)


def _decided(node: Node) -> tuple[float, ...] | None:
    """What each seat gets here, by what is proven of the followers; None while that is open."""
    mover = _known(node.mover)
    best: tuple[float, ...] | None = None
    is_open = False
    for each in node.followers or ():
        if not each.proven:
            is_open = True
        elif each.expected[mover] == WON:
            return each.expected
        elif best is None:
            best = each.expected
        elif best != each.expected:
            is_open |= len(best) > _TWO  # whoever moves decides which of the others wins
            best = max(best, each.expected, key=lambda shares: shares[mover])
    return None if is_open else best


def _by_rank(node: Node, mover: Seat) -> list[Node]:
    return sorted(
        node.followers or (), key=lambda each: _rank(each, mover, each.visits), reverse=True
    )


def _rank(node: Node, mover: Seat, visits: int) -> tuple[int, int, int, float]:
    """What is better has more; ``visits`` are those of the first part of the turn."""
    expected = node.mean(mover)
    decided = 0
    if node.proven and expected in (WON, LOST):
        decided = 1 if expected == WON else -1
    return decided, visits, node.visits, expected
