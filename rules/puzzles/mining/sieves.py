"""What a position has to pass to become a puzzle, one sieve after the other, the cheap ones first.

``sieved`` tells the way of a position through all of them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.engine import choose, knowledge_of
from rules.engine.search import Limits, Search
from rules.game import Move, Position, Seat
from rules.puzzles.daily import Refutations
from rules.puzzles.goals import Goal, GoalKind, TooManyError
from rules.puzzles.mining.likeness import ONE_IN_A_MATCH, Shape, alike, images, shape_of
from rules.puzzles.mining.proving import (
    GIVES,
    Effects,
    Prover,
    at_a_look,
    best_of,
    by_the_rules,
    effects_of,
    reaching,
    refuting,
)

FEWEST_EFFECTS, MOST_EFFECTS = 10, 150
"""So many different moves for each answer, so that three tries are few; and so many in all."""
MOST_ANSWERS = 3
NODES = tuple(1 << step for step in range(5, 14))
"""So many nodes a search is given, one after the other."""

_NARROWER = {"halves": 6, "abande": 7}  # they have few moves where wins are near
_WIDER = {"glaisher": 1_200}  # most of its moves differ in what does not matter
_COUNTABLE = 60  # moves beyond which nobody likes to count what each brings
_DEEP = 45  # moves beyond which a win in three is not looked for
_MOVES = 4_000  # ways to move that are listed, where many lead to the same
_GLANCE, _AHEAD = 300, 0.2  # nodes of a look, and what it has to promise where moves are many
_TRIED = 6_000  # positions in which a win at once is looked for
_PROVED = 12_000  # the same by the rules alone
_WINS = (Goal(GoalKind.WIN, 2), Goal(GoalKind.WIN, 3))
_HOLD = Goal(GoalKind.HOLD)
_UNFIT = frozenset({"away", "taken"})  # what is counted only about, and what is not worth it
_HARD = frozenset({"missing", "their_missing"})  # what nobody sees at once: no goal of its own
_WEIGHTY = 0.6  # lighter features are dull to count
_WORTH = 2  # and so is a gain of one
_SEEDS = {1: 8, 2: 5}
_MISSES = {1: 6, 2: 3}
_CELL = re.compile(r"-?\d+,-?\d+|[a-z]+\d+")
_SEEN_TWICE = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position with a goal, and what its right moves lead to; ``then`` is the number reached."""

    position: Position
    goal: Goal
    effects: Effects
    right: Sequence[Position]
    then: int = 0

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        assert self.position.to_move is not None
        return self.position.to_move

    @property
    def answers(self) -> list[str]:
        """All moves that reach the goal, by their texts."""
        return sorted(str(move) for after in self.right for move in self.effects[after])


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate that passed, with its proof and ``nodes`` by which it is ranked."""

    candidate: Candidate
    refutations: Refutations | None
    nodes: int
    shape: Shape


def sieved(
    position: Position,
    known: Sequence[Shape],
    same: Sequence[Shape],
    wanted: Mapping[GoalKind, bool],
    fell: Counter[str],
) -> Found | None:
    """The puzzle of a running position, or None; ``fell`` counts at which sieve positions fell.

    ``known`` are the shapes of all puzzles, ``same`` those of the same match.
    """
    fell["looked at"] += 1
    effects = small(position)
    if effects is None:
        fell["size"] += 1
        return None
    if at_a_look(position) is not None:
        fell["won at once"] += 1
        return None
    shape = unlike(position, known, same)
    if shape is None:
        fell["likeness"] += 1
        return None
    candidate = aimed(position, effects, wanted)
    if candidate is None:
        fell["goal"] += 1
    elif not is_narrow(candidate):
        fell["idea"] += 1
    elif not is_missed(candidate):
        fell["levels"] += 1
    else:
        refutations = proved(candidate)
        if refutations is None and candidate.goal.kind in (GoalKind.WIN, GoalKind.HOLD):
            fell["proof"] += 1
            return None
        fell["kept"] += 1
        return Found(candidate, refutations, nodes_to_find(candidate), shape)
    return None


def small(position: Position) -> Effects | None:
    """What the moves lead to, where that is neither too much nor too little for a puzzle."""
    effects = effects_of(position, _MOVES)
    most = _WIDER.get(position.info.id, MOST_EFFECTS)
    if effects is None or not _fewest(position) <= len(effects) <= most:
        return None
    return effects


def _fewest(position: Position) -> int:
    return _NARROWER.get(position.info.id, FEWEST_EFFECTS)


def unlike(position: Position, known: Sequence[Shape], same: Sequence[Shape] = ()) -> Shape | None:
    """The shape of a position, where none that is ``known`` is like it."""
    turned, endless = images(position), position.variant.board.endless
    if any(alike(turned, other, endless) for other in known):
        return None
    if any(alike(turned, other, endless, ONE_IN_A_MATCH) for other in same):
        return None
    return shape_of(position)


def aimed(
    position: Position, effects: Effects, wanted: Mapping[GoalKind, bool]
) -> Candidate | None:
    """The first goal that few of the moves reach: to win, to hold, or else to count."""
    seat = position.to_move
    assert seat is not None
    prover = Prover(seat, _TRIED, at_a_look, GIVES)
    goals = _WINS if len(effects) <= _DEEP else _WINS[:1] if _is_ahead(position) else ()
    for goal in goals:
        try:
            right = reaching(effects, goal, seat, MOST_ANSWERS, prover)
        except TooManyError:
            break
        if right is None:
            return None  # many moves win
        if right:
            return Candidate(position, goal, effects, right)
    prover = Prover(seat, _TRIED, at_a_look, GIVES)
    right = reaching(effects, _HOLD, seat, MOST_ANSWERS, prover)
    if right:
        return Candidate(position, _HOLD, effects, right) if wanted[GoalKind.HOLD] else None
    return _counted(position, effects, seat) if wanted[GoalKind.MOST] else None


def _is_ahead(position: Position) -> bool:
    """Whether whoever is to move stands well at a glance; else no win in two is looked for."""
    found = Search(knowledge_of(position), Limits(_GLANCE)).choices(position)
    return bool(found) and found[0].expected > _AHEAD


def _counted(position: Position, effects: Effects, seat: Seat) -> Candidate | None:
    if len(effects) > _COUNTABLE:
        return None
    knowledge = knowledge_of(position)
    now = knowledge.measured(position, seat)
    for feature in sorted(knowledge.features, key=lambda each: -each.weight):
        weighty = feature.weight >= _WEIGHTY and feature.name not in _UNFIT | _HARD
        if weighty and feature.name in now:
            goal = Goal(GoalKind.MOST if feature.sign > 0 else GoalKind.FEWEST, 1, feature.name)
            right, then = best_of(effects, goal, seat)
            is_gain = feature.sign * (then - now[feature.name]) >= _WORTH
            if right and is_gain and len(right) <= MOST_ANSWERS and not any(map(_loses, right)):
                candidate = Candidate(position, goal, effects, right, then)
                if is_narrow(candidate) and is_missed(candidate):
                    return candidate
    return None


def _loses(after: Position) -> bool:
    """Whether the game is over, or whoever is to move can win at once."""
    return after.outcome is not None or at_a_look(after) is not None


def is_narrow(candidate: Candidate) -> bool:
    """Whether the answers are few beside the moves, and one idea: with a cell in common."""
    if len(candidate.effects) < _fewest(candidate.position) * len(candidate.right):
        return False
    named = [set(_CELL.findall(answer)) for answer in candidate.answers]
    return bool(set.intersection(*named)) or len(candidate.right) == 1


def is_missed(candidate: Candidate) -> bool:
    """Whether level 1 misses the goal three times of four, and level 2 more often than not."""
    return all(_misses(candidate, level) for level in (2, 1))


def _misses(candidate: Candidate, level: int) -> bool:
    seeds, found = _SEEDS[level], 0
    for seed in range(seeds):
        move = choose(candidate.position, level, seed)
        found += candidate.position.after(move) in candidate.right
        if found > seeds - _MISSES[level]:
            return False
    return True


def proved(candidate: Candidate) -> Refutations | None:
    """What refutes each wrong move, proved by the rules alone; None where that is too long.

    There is none for a number that is to be reached: every move was counted.
    """
    if candidate.goal.kind in (GoalKind.MOST, GoalKind.FEWEST):
        return None
    seat, goal = candidate.seat, candidate.goal
    prover = Prover(seat, _PROVED, by_the_rules)
    refuted: dict[str, str] = {}
    try:
        for after, moves in candidate.effects.items():
            answer = refuting(after, goal, seat, prover)
            if (answer is None) != (after in candidate.right):
                return None
            if answer is not None:
                refuted |= {str(move): str(answer) for move in moves}
    except TooManyError:
        return None
    return Refutations.of(refuted)


def nodes_to_find(candidate: Candidate) -> int:
    """With how many nodes a search first chooses an answer, and with twice as many still does.

    Where a number is to be reached, as many as there are different moves: each has to be counted.
    One for a win at once, which every level sees.
    """
    if candidate.goal == Goal(GoalKind.WIN):
        return 1
    if candidate.goal.kind in (GoalKind.MOST, GoalKind.FEWEST):
        return len(candidate.effects)
    knowledge, seen = knowledge_of(candidate.position), 0
    for nodes in NODES:
        search = Search(knowledge, Limits(nodes))
        move = search.choices(candidate.position)[0].move
        seen = seen + 1 if candidate.position.after(move) in candidate.right else 0
        if seen == _SEEN_TWICE:
            return nodes // 2
    return NODES[-1] * (1 if seen else 2)


def line_of(candidate: Candidate) -> list[str]:
    """The right move, and how it goes on to the win against the answers that resist longest."""
    after = candidate.right[0]
    line = [min(map(str, candidate.effects[after]), key=len)]
    if candidate.goal.kind is not GoalKind.WIN:
        return line
    prover = Prover(candidate.seat, 10 * _TRIED, at_a_look, GIVES)
    position, left = after, candidate.goal.moves - 1
    while position.outcome is None:
        move = _next(position, candidate.seat, left, prover)
        left -= position.to_move == candidate.seat
        line.append(str(move))
        position = position.after(move)
    return line


def _next(position: Position, seat: Seat, left: int, prover: Prover) -> Move:
    """The quickest win, or the answer that leaves the longest way to it and the fewest moves."""
    if position.to_move == seat:
        winning = at_a_look(position)
        if winning is not None:
            return winning
        return next(
            each for each in position.moves() if prover.wins(position.after(each), left - 1)
        )
    return max(
        position.moves(), key=lambda each: _resists(position.after(each), seat, left, prover)
    )


def _resists(position: Position, seat: Seat, left: int, prover: Prover) -> tuple[int, int]:
    if position.outcome is not None:
        return 0, 0
    needed = next(number for number in range(left + 1) if prover.wins(position, number))
    if position.to_move != seat:
        return needed, 0
    ways = {position.after(move) for move in position.moves()}
    return needed, -sum(prover.wins(after, needed - 1) for after in ways)


def gains(candidate: Candidate) -> Iterator[tuple[str, int, int]]:
    """What the right move changes for the better, before and after it, the weightiest first."""
    position, after, seat = candidate.position, candidate.right[0], candidate.seat
    if after.outcome is not None:
        return
    knowledge = knowledge_of(position)
    now, then = knowledge.measured(position, seat), knowledge.measured(after, seat)
    features = [each for each in knowledge.features if each.name not in _UNFIT]
    told = [each for each in features if each.name in now and each.name in then]
    told.sort(key=lambda each: -each.weight * each.sign * (then[each.name] - now[each.name]))
    for each in told:
        if each.sign * (then[each.name] - now[each.name]) > 0:
            yield each.name, now[each.name], then[each.name]
