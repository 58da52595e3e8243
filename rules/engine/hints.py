"""Good moves with reasons: what each is good for, in words that can be counted on the board."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.engine.knowledge import Feature, Knowledge
from rules.engine.known import knowledge_of
from rules.engine.search import LOST, WON, Choice, Limits, Search
from rules.game import Move, Position, Seat
from rules.words import counted

NODES = 3_000
MOST = 3

_LOOKED_AT = 12
_ENDINGS = 30  # positions of an ending that may be looked at, for each node
_COMPARED = 3  # other moves, without which there is nothing to compare with
_WORSE = 0.6  # a move that promises so much less than the best is none to suggest


class Kind(StrEnum):
    """What makes a move good."""

    WINS = "wins"
    FORCES = "forces"
    GUARDS = "guards"
    COUNTS = "counts"
    COMPARES = "compares"
    CONTRASTS = "contrasts"
    PROMISES = "promises"


WITH_ANSWERS = (Kind.COUNTS, Kind.COMPARES, Kind.CONTRASTS, Kind.PROMISES)
"""Reasons that reckon with the answers."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is good.

    ``wins``: it wins at once. ``forces``: it can be won however the others play. ``guards``: the
    next player cannot win at once after it, and could after another move. ``counts``: ``feature``
    goes from ``now`` to ``then``, when the answers in the hint's line were made. ``compares``: it
    becomes ``then``, and ``now`` or worse after most of the lines in ``others``, those of the moves
    that look next best. ``contrasts``: it becomes ``then``, and ``now`` after the line in
    ``others``, that of a move that was made instead. ``promises``: it looks good, without anything
    to count.
    """

    kind: Kind
    feature: str = ""
    now: int = 0
    then: int = 0
    text: str = ""
    others: tuple[tuple[Move, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to suggest.

    ``line`` is the move and the answers that its reason reckons with; those that are expected where
    nothing can be counted.
    """

    move: Move
    line: tuple[Move, ...]
    expected: float
    reason: Reason


class _Count(int):
    """A number that is told with what it counts: ``{then:hex}`` is ``1 hex`` or ``3 hexes``."""

    def __format__(self, word: str) -> str:
        return counted(self, word) if word else str(int(self))


def hints(position: Position, nodes: int = NODES, most: int = MOST) -> tuple[Hint, ...]:
    """The best moves of a running match, no two for the same reason; none where there is no move.

    One that wins at once is the first, then the one with the best chance.
    """
    knowledge, seat = knowledge_of(position), position.to_move
    if seat is None:
        return ()
    choices = Search(knowledge, limits_of(nodes)).choices(position)[:_LOOKED_AT]
    found: list[Hint] = []
    for choice in choices:
        if found and (choice.expected == LOST or choice.expected < choices[0].expected - _WORSE):
            continue
        used = {(each.reason.kind, each.reason.feature) for each in found}
        hint = _hint(knowledge, position, seat, choice, choices, used)
        if hint is not None:
            found.append(hint)
        if len(found) == most:
            break
    return tuple(
        sorted(found, key=lambda hint: (hint.reason.kind is not Kind.WINS, -hint.expected))
    )


def limits_of(nodes: int) -> Limits:
    """How long is searched for a hint, or for one position of a match that is looked back at."""
    return Limits(nodes, endings=_ENDINGS * nodes)


def counted_text(feature: Feature, now: int, then: int) -> str:
    """That a feature goes from ``now`` to ``then``, as it goes on after ``This move``."""
    return f"{feature.says.format(then=_Count(then))}, not {now}"


def compared_text(feature: Feature, then: int, others: int) -> str:
    """That a feature becomes ``then``, and is ``others`` or worse after most other good moves."""
    worse = "fewer" if feature.sign > 0 else "more"
    left = f"{others} or {worse}" if others or worse == "more" else "none"
    return f"{feature.says.format(then=_Count(then))}; most other good moves leave {left}"


def contrasted_text(feature: Feature, made: int, then: int) -> str:
    """That a feature becomes ``then``, and ``made`` after the move that was made instead."""
    return f"{counted_text(feature, made, then)} as after your move"


def contrast(position: Position, better: tuple[Move, ...], made: tuple[Move, ...]) -> Reason | None:
    """What counts most of that in which a line is better than the one of the move that was made.

    Both are a move and an answer by everybody else; None where one is shorter or ends the match,
    and where nothing of it can be counted.
    """
    seat, knowledge = position.to_move, knowledge_of(position)
    ends = [end_of(position, line) for line in (made, better)]
    if seat is None or any(len(line) < position.variant.seats for line in (better, made)):
        return None
    if any(end.outcome is not None for end in ends):
        return None
    now, then = (knowledge.measured(end, seat) for end in ends)
    for _, feature in _gains(knowledge, now, then):
        counts = now[feature.name], then[feature.name]
        text = contrasted_text(feature, *counts)
        return Reason(Kind.CONTRASTS, feature.name, *counts, text, (made,))
    return None


def chance_of(expected: float) -> int:
    """The chance to win, in percent, of whoever may expect so much, from -1 to 1."""
    return round((expected + 1) * 50)


def end_of(position: Position, line: Collection[Move]) -> Position:
    """The position after the moves of a hint's line."""
    for move in line:
        position = position.after(move)
    return position


def why(position: Position, choice: Choice, choices: Sequence[Choice]) -> Hint | None:
    """A move with what speaks for it most, ``choices`` being all that were looked at.

    None for a move that ends the match without winning.
    """
    seat = position.to_move
    assert seat is not None
    return _hint(knowledge_of(position), position, seat, choice, choices, ())


def _hint(
    knowledge: Knowledge,
    position: Position,
    seat: Seat,
    choice: Choice,
    choices: Sequence[Choice],
    used: Collection[tuple[Kind, str]],
) -> Hint | None:
    """The move with the first reason that was not used before; None if there is none."""
    line = choice.line[: position.variant.seats]
    for reason in _reasons(knowledge, position, seat, choice, line, choices):
        if (reason.kind, reason.feature) not in used:
            reckoned = line if reason.kind in WITH_ANSWERS else line[:1]
            return Hint(choice.move, reckoned, choice.expected, reason)
    return None


def _reasons(
    knowledge: Knowledge,
    position: Position,
    seat: Seat,
    choice: Choice,
    line: tuple[Move, ...],
    choices: Sequence[Choice],
) -> Iterator[Reason]:
    """Everything that speaks for a move, what matters most first."""
    after = position.after(choice.move)
    if after.outcome is not None:
        if seat in after.outcome.winners:
            alone = len(after.outcome.winners) == 1
            yield Reason(Kind.WINS, text="wins at once" if alone else "shares the win at once")
        return
    if choice.proven and choice.expected == WON:
        yield Reason(Kind.FORCES, text="wins, however it is answered")
    elif _guards(knowledge, position, choice, choices):
        yield Reason(Kind.GUARDS, text="keeps the next player from winning at once")
    then = end_of(position, line)
    if then.outcome is None:
        yield from _counted(knowledge, position, then, seat)
        yield from _compared(knowledge, position, seat, choice, choices[:_LOOKED_AT])
    yield Reason(Kind.PROMISES, text="looks good to me")


def _guards(
    knowledge: Knowledge, position: Position, choice: Choice, choices: Sequence[Choice]
) -> bool:
    """Whether the next player could win at once after other moves, and not after this one."""
    if choice.expected == LOST or not any(each.expected == LOST for each in choices):
        return False
    if knowledge.winning(position.after(choice.move)) is not None:
        return False
    lost = [each for each in choices if each.expected == LOST]
    return any(knowledge.winning(position.after(each.move)) is not None for each in lost)


def _counted(
    knowledge: Knowledge, position: Position, then: Position, seat: Seat
) -> Iterator[Reason]:
    """What grew that is good to have much of, or shrank that is not; the weightiest first."""
    now, later = knowledge.measured(position, seat), knowledge.measured(then, seat)
    for _, feature in _gains(knowledge, now, later):
        was, becomes = now[feature.name], later[feature.name]
        text = counted_text(feature, was, becomes)
        yield Reason(Kind.COUNTS, feature.name, was, becomes, text)


def _gains(
    knowledge: Knowledge, was: Mapping[str, int], becomes: Mapping[str, int]
) -> list[tuple[float, Feature]]:
    """The features that changed for the better, the weightiest first."""
    gains = [
        (each.weight * each.sign * (becomes[each.name] - was[each.name]), each)
        for each in knowledge.features
        if each.name in was and each.name in becomes
    ]
    return sorted((each for each in gains if each[0] > 0), key=lambda each: -each[0])


def _compared(
    knowledge: Knowledge,
    position: Position,
    seat: Seat,
    choice: Choice,
    choices: Sequence[Choice],
) -> Iterator[Reason]:
    """What there is more of than after most other moves, or less of what is not good."""
    plies = position.variant.seats
    ends = {
        each.line[:plies]: end_of(position, each.line[:plies])
        for each in choices
        if len(each.line) >= plies
    }
    open_ends = {line: end for line, end in ends.items() if end.outcome is None}
    own = choice.line[:plies]
    lines = tuple(line for line in open_ends if line != own)
    if own not in open_ends or len(lines) < _COMPARED:
        return
    counts = {line: knowledge.measured(end, seat) for line, end in open_ends.items()}
    gains = []
    for feature in knowledge.features:
        if not all(feature.name in each for each in counts.values()):
            continue
        then = counts[own][feature.name]
        others = sorted(feature.sign * counts[line][feature.name] for line in lines)
        most = feature.sign * others[len(others) // 2]  # so many and one more are no better
        gains.append((feature.weight * feature.sign * (then - most), feature, then, most))
    for gain, feature, then, most in sorted(gains, key=lambda each: -each[0]):
        if gain > 0:
            text = compared_text(feature, then, most)
            yield Reason(Kind.COMPARES, feature.name, most, then, text, lines)
