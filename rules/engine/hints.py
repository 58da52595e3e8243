"""Good moves with reasons: what each is good for, in words that can be counted on the board."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self, TypeAlias

from rules.engine.games import knowledge_of
from rules.engine.knowledge import Feature, Knowledge
from rules.engine.search import LOST, WON, Choice, Limits, Search
from rules.game import Move, Position, Seat
from rules.texts import Text, sentences

NODES = 3_000
MOST = 3

_LOOKED_AT = 12
_ENDINGS = 30  # positions of an ending that may be looked at, for each node
_COMPARED = 3  # other moves, without which there is nothing to compare with
_WORSE = 0.6  # a move that promises so much less than the best is none to suggest


class Kind(StrEnum):
    """What makes a move good."""

    WINS = "wins"
    SHARES = "shares"
    FORCES = "forces"
    GUARDS = "guards"
    COUNTS = "counts"
    COMPARES = "compares"
    CONTRASTS = "contrasts"
    PROMISES = "promises"


COUNTING = (Kind.COUNTS, Kind.COMPARES, Kind.CONTRASTS)
"""Reasons by what can be counted, as seen by whoever moves."""
WINNING = (Kind.WINS, Kind.SHARES)
"""Reasons that leave no answer."""
WITH_ANSWERS = (*COUNTING, Kind.PROMISES)
"""Reasons that reckon with the answers."""


@dataclass(frozen=True, slots=True)
class Merit:
    """Why a move is good.

    ``wins``: it wins at once; ``shares``: together with others. ``forces``: it can be won however
    the others play. ``guards``: the next player cannot win at once after it, and could after
    another move. ``counts``: ``feature`` goes from ``now`` to ``then``, when the answers in the
    hint's line were made. ``compares``: it becomes ``then``, and ``now`` or worse after most of the
    moves that look next best. ``contrasts``: it becomes ``then``, and ``now`` after a move that was
    made instead. ``promises``: it looks good, without anything to count. What can be counted may be
    ``forced``: then the match can be won as well, however the others play.
    """

    kind: Kind
    feature: str = ""
    now: int = 0
    then: int = 0
    forced: bool = False

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Self:
        """What ``asdict`` made facts of; raises what a mapping that is none of these leads to."""
        return cls(**{**facts, "kind": Kind(facts["kind"])})

    def said(self, position: Position) -> Text:
        """The reason in sentences, for whoever is to move in ``position``."""
        if self.kind in _SAID:
            return _SAID[self.kind]
        features = {each.name: each for each in knowledge_of(position).features}
        feature = features[self.feature]
        if self.kind is Kind.COMPARES:
            text = _OR_MORE if feature.sign < 0 else _OR_LESS if self.now else _NONE
        else:
            text = _COUNTED if self.kind is Kind.COUNTS else _INSTEAD
        forces = _SAID[Kind.FORCES] if self.forced else None
        return sentences(forces, text.of(what=feature.what, now=self.now, then=self.then))


_SAID = {
    Kind.WINS: Text("It wins at once."),
    Kind.SHARES: Text("It shares the win at once."),
    Kind.FORCES: Text("It wins against every answer."),
    Kind.GUARDS: Text("It keeps the next player from winning at once."),
    Kind.PROMISES: Text("It looks good overall."),
}
_COUNTED = Text("{what}: from {now} to {then}.")
_INSTEAD = Text("{what}: {then} instead of {now}.")
_OR_MORE = Text("{what}: {then}. Most other good moves leave {now} or more.")
_OR_LESS = Text("{what}: {then}. Most other good moves leave {now} or less.")
_NONE = Text("{what}: {then}. Most other good moves leave none.")


@dataclass(frozen=True, slots=True)
class Hint:
    """A move to suggest.

    ``line`` is the move and the answers that its reason reckons with; those that are expected where
    nothing can be counted. ``others`` are the lines that its reason compares it with.
    """

    move: Move
    line: tuple[Move, ...]
    expected: float
    reason: Merit
    others: tuple[tuple[Move, ...], ...] = ()


def hints(position: Position, nodes: int = NODES, most: int = MOST) -> tuple[Hint, ...]:
    """The best moves of a running match, no two for the same reason; none where there is no move.

    One that wins at once is the first, then the one with the best chance.
    """
    if position.to_move is None:
        return ()
    choices = Search(knowledge_of(position), limits_of(nodes)).choices(position)[:_LOOKED_AT]
    reasons, found = _Reasons(position, position.to_move, choices), list[Hint]()
    for choice in choices:
        if found and (choice.expected == LOST or choice.expected < choices[0].expected - _WORSE):
            continue
        used = {(each.reason.kind, each.reason.feature) for each in found}
        hint = reasons.hint(choice, used)
        if hint is not None:
            found.append(hint)
        if len(found) == most:
            break
    return tuple(sorted(found, key=lambda hint: (hint.reason.kind not in WINNING, -hint.expected)))


def limits_of(nodes: int) -> Limits:
    """How long is searched for a hint, or for one position of a match that is looked back at."""
    return Limits(nodes, endings=_ENDINGS * nodes)


def contrast(position: Position, better: tuple[Move, ...], made: tuple[Move, ...]) -> Merit | None:
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
        return Merit(Kind.CONTRASTS, feature.name, now[feature.name], then[feature.name])
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
    assert position.to_move is not None
    return _Reasons(position, position.to_move, choices).hint(choice, ())


_Reason: TypeAlias = tuple[Merit, tuple[tuple[Move, ...], ...]]
"""A reason, and the lines that it compares with."""


@dataclass(frozen=True, slots=True)
class _Reasons:
    """What speaks for moves of ``seat``, ``choices`` being all that were looked at."""

    position: Position
    seat: Seat
    choices: Sequence[Choice]

    def hint(self, choice: Choice, used: Collection[tuple[Kind, str]]) -> Hint | None:
        """The move with the first reason that was not used before; None if there is none."""
        line = self._line(choice)
        for reason, others in self._of(choice, line):
            if (reason.kind, reason.feature) not in used:
                reckoned = line if reason.kind in WITH_ANSWERS else line[:1]
                return Hint(choice.move, reckoned, choice.expected, reason, others)
        return None

    @property
    def _knowledge(self) -> Knowledge:
        return knowledge_of(self.position)

    def _line(self, choice: Choice) -> tuple[Move, ...]:
        """The move and an answer by everybody else, as far as was looked."""
        return choice.line[: self.position.variant.seats]

    def _of(self, choice: Choice, line: tuple[Move, ...]) -> Iterator[_Reason]:
        """Everything that speaks for a move, what matters most first."""
        outcome = self.position.after(choice.move).outcome
        if outcome is not None:
            if self.seat in outcome.winners:
                yield Merit(Kind.WINS if len(outcome.winners) == 1 else Kind.SHARES), ()
            return
        if choice.proven and choice.expected == WON:
            yield Merit(Kind.FORCES), ()
        elif self._guards(choice):
            yield Merit(Kind.GUARDS), ()
        then = end_of(self.position, line)
        if then.outcome is None:
            yield from self._counted(then)
            yield from self._compared(line)
        yield Merit(Kind.PROMISES), ()

    def _guards(self, choice: Choice) -> bool:
        """Whether the next player could win at once after other moves, and not after this one."""
        lost = [each for each in self.choices if each.expected == LOST]
        if choice.expected == LOST or not lost or self._is_punished(choice):
            return False
        return any(map(self._is_punished, lost))

    def _is_punished(self, choice: Choice) -> bool:
        """Whether the next player can win at once."""
        return self._knowledge.winning(self.position.after(choice.move)) is not None

    def _counted(self, then: Position) -> Iterator[_Reason]:
        """What grew that is good to have much of, or shrank that is not; the weightiest first."""
        now, later = (self._knowledge.measured(at, self.seat) for at in (self.position, then))
        for _, feature in _gains(self._knowledge, now, later):
            yield Merit(Kind.COUNTS, feature.name, now[feature.name], later[feature.name]), ()

    def _compared(self, own: tuple[Move, ...]) -> Iterator[_Reason]:
        """What there is more of than after most other moves, or less of what is not good."""
        plies, counts = self.position.variant.seats, dict[tuple[Move, ...], Mapping[str, int]]()
        for line in map(self._line, self.choices[:_LOOKED_AT]):
            end = end_of(self.position, line)
            if len(line) >= plies and end.outcome is None:
                counts[line] = self._knowledge.measured(end, self.seat)
        lines = tuple(line for line in counts if line != own)
        if own not in counts or len(lines) < _COMPARED:
            return
        gains = []
        for feature in self._knowledge.features:
            if not all(feature.name in each for each in counts.values()):
                continue
            then = counts[own][feature.name]
            others = sorted(feature.sign * counts[line][feature.name] for line in lines)
            most = feature.sign * others[len(others) // 2]  # so many and one more are no better
            gains.append((feature.weight * feature.sign * (then - most), feature, then, most))
        for gain, feature, then, most in sorted(gains, key=lambda each: -each[0]):
            if gain > 0:
                yield Merit(Kind.COMPARES, feature.name, most, then), lines


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
