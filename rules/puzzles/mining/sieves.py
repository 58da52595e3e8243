"""What a position has to pass to become a puzzle, one sieve after the other, the cheap ones first.

``sieved`` tells the way of a position through all of them.
"""

import contextlib
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.engine import choose, knowledge_of
from rules.game import Move, Position, Seat
from rules.geometry.board import Lattice, Place
from rules.puzzles.goals import Forcing, Goal, GoalKind, TooManyError
from rules.puzzles.puzzle import Refutations

MOST_ANSWERS = 3
FOR_EACH = 7
"""So many different moves for each answer, so that three tries are few."""
PROVED = 500_000
"""So many moves are tried to prove a puzzle."""

_EFFECTS, _MOVES = 700, 4_000  # different moves, and ways to make them
_COUNTABLE = 60  # moves beyond which nobody likes to count what each brings
_QUIET = 30  # moves beyond which no win is looked for where nothing threatens
_DEEP = 500  # moves times answers beyond which a win in three is not looked for
_TRIED = 4_000  # positions in which a win at once is looked for before anything is proved
_HOLD, *_WINS = map(Goal.read, ("hold", "win 2", "win 3"))
_WORTH = 2  # a gain of one is dull to count
_TRIES = ((2, 4, 1), (1, 8, 2))  # a level, how often it tries, and how often it may find
_CELL = re.compile(r"-?\d+,-?\d+|[a-z]+\d+")

Shape: TypeAlias = frozenset[tuple[Place, object]]
"""Where the pieces are, and what they are to whoever is to move."""
ONE_IN = 10
"""Of so many pieces one may differ in what is alike."""

Effects: TypeAlias = Mapping[Position, Sequence[Move]]
"""What the moves lead to, each with the moves that do."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position with a goal, what its moves lead to, and which of that is ``right``."""

    position: Position
    seat: Seat
    effects: Effects
    goal: Goal
    right: Sequence[Position]

    @property
    def answers(self) -> list[str]:
        """All moves that reach the goal, by their texts."""
        return sorted(str(move) for after in self.right for move in self.effects[after])


def sieved(
    position: Position, known: Iterable[Shape], fell: Counter[str]
) -> tuple[Candidate, Refutations | None] | None:
    """What makes a running position a puzzle, or None; ``fell`` counts where positions fell.

    ``known`` are the shapes of all puzzles.
    """
    endless = position.variant.board.endless
    fell["looked at"] += 1
    if knowledge_of(position).winning(position) is not None:
        fell["won at once"] += 1
    elif (effects := small(position)) is None:
        fell["size"] += 1
    elif any(alike(*two, endless) for two in itertools.product(images(position), known)):
        fell["likeness"] += 1
    elif (candidate := aimed(position, effects)) is None:
        fell["goal"] += 1
    elif not is_narrow(candidate):
        fell["idea"] += 1
    elif not is_missed(candidate):
        fell["levels"] += 1
    elif (refuted := proved(candidate)) is None:
        fell["proof"] += 1
    else:
        fell["kept"] += 1
        return candidate, Refutations.of(refuted) if refuted else None
    return None


def small(position: Position) -> Effects | None:
    """What the moves lead to, where that is neither too much nor too little for a puzzle."""
    found: dict[Position, list[Move]] = {}
    moves = list(itertools.islice(position.moves(), _MOVES + 1))
    for move in moves if FOR_EACH <= len(moves) <= _MOVES else ():
        found.setdefault(position.after(move), []).append(move)
    return found if FOR_EACH <= len(found) <= _EFFECTS else None


def aimed(position: Position, effects: Effects) -> Candidate | None:
    """The first goal that the moves reach: to win, to hold if few do, or else to count."""
    seat = position.to_move
    assert seat is not None
    forcing = Forcing(seat, _TRIED, exact=False)

    def reaching(goal: Goal, among: Iterable[Position]) -> list[Position]:
        found = (each for each in among if forcing.refuting(each, goal) is None)
        return list(itertools.islice(found, MOST_ANSWERS + 1))

    with contextlib.suppress(TooManyError):
        held = reaching(_HOLD, effects)
        if not held:
            return None
        holds = len(held) <= MOST_ANSWERS
        for goal in _WINS if holds or len(effects) <= _QUIET else ():
            right = reaching(goal, held if holds else effects)
            if right:
                return Candidate(position, seat, effects, goal, right)
            if len(effects) ** position.variant.seats > _DEEP:
                break
        if holds:
            return Candidate(position, seat, effects, _HOLD, held)
    return next(_counted(position, seat, effects), None)


def _counted(position: Position, seat: Seat, effects: Effects) -> Iterator[Candidate]:
    """What few moves bring most of, the weightiest first, where that loses nothing at once."""
    knowledge = knowledge_of(position)
    if len(effects) > _COUNTABLE or any(after.outcome is not None for after in effects):
        return
    now, forcing = knowledge.measured(position, seat), Forcing(seat, _TRIED, exact=False)
    counts = {after: knowledge.measured(after, seat) for after in effects}
    for feature in sorted(knowledge.features, key=lambda each: -each.weight):
        name, sign = feature.name, feature.sign
        if feature.asks is None or name not in now:
            continue
        best = max(sign * each.get(name, 0) for each in counts.values())
        right = [after for after, each in counts.items() if sign * each.get(name, 0) == best]
        goal = Goal(GoalKind.MOST if sign > 0 else GoalKind.FEWEST, 1, name)
        found = Candidate(position, seat, effects, goal, right)
        is_gain = best - sign * now[name] >= _WORTH
        if is_gain and is_narrow(found) and not any(map(forcing.at_once, right)):
            yield found


def is_narrow(candidate: Candidate) -> bool:
    """Whether the answers are few, also beside the moves, and one idea: with a cell in common."""
    number = len(candidate.right)
    if number > MOST_ANSWERS or number * FOR_EACH > len(candidate.effects):
        return False
    named = [set(_CELL.findall(answer)) for answer in candidate.answers]
    return bool(set.intersection(*named)) or number == 1


def is_missed(candidate: Candidate) -> bool:
    """Whether level 1 misses the goal three times of four, and level 2 more often than not."""
    at, right = candidate.position, candidate.right
    return all(
        sum(at.after(choose(at, level, seed)) in right for seed in range(times)) <= most
        for level, times, most in _TRIES
    )


def proved(candidate: Candidate) -> Mapping[str, str] | None:
    """What refutes each wrong move, proved by the rules alone; None where that is too long.

    It is empty for a number that is to be reached: every move was counted.
    """
    refuted: dict[str, str] = {}
    forcing = Forcing(candidate.seat, PROVED)
    try:
        for after, moves in candidate.effects.items() if not candidate.goal.feature else ():
            answer = forcing.refuting(after, candidate.goal)
            if (answer is None) != (after in candidate.right):
                return None
            if answer is not None:
                refuted |= dict.fromkeys(map(str, moves), str(answer))
    except TooManyError:
        return None
    return None if refuted and Refutations.of(refuted) is None else refuted


def shape_of(position: Position) -> Shape:
    """The pieces of a running position, around the middle of a board that has one."""
    board, seats, mover = position.variant.board, position.variant.seats, position.to_move
    assert mover is not None
    whose: dict[int | None, int] = {
        position.colour_of(seat): (seat - mover) % seats for seat in range(seats)
    }
    columns, rows = ([0], [0]) if board.endless else zip(*board.places, strict=True)
    found = []
    for name, piece in position.pieces().items():
        x, y = board.place(name)
        place = 2 * x - min(columns) - max(columns), 2 * y - min(rows) - max(rows)
        stack = tuple(whose[each] for each in piece.stack)
        found.append((place, (whose.get(piece.colour), piece.height, stack)))
    return frozenset(found)


def images(position: Position) -> Iterator[Shape]:
    """The shape of a position in every way that it can be turned and mirrored."""
    shape, is_hex = shape_of(position), position.variant.board.lattice is Lattice.HEX
    for _ in range(2):
        for _ in range(6 if is_hex else 4):
            shape = frozenset(((-y, x + y * is_hex), kind) for (x, y), kind in shape)
            yield shape
        shape = frozenset(((y, x), kind) for (x, y), kind in shape)


def alike(one: Shape, other: Shape, endless: bool) -> bool:
    """Whether all but few pieces are the same, wherever an ``endless`` one lies."""
    size = max(len(one), len(other))
    changed = max(1, size // ONE_IN)
    if abs(len(one) - len(other)) > changed:
        return False
    if not endless:
        return size - len(one & other) <= changed
    shifts = Counter(
        (there[0] - here[0], there[1] - here[1])
        for here, kind in one
        for there, the_other in other
        if kind == the_other
    )
    return size - max(shifts.values(), default=0) <= changed
