"""What players did in each round of a tournament, and what follows: points, tie-breaks and places.

Players are known by their start numbers, from 1, the strongest first. Points are half points; a
product of two of them, as in Sonneborn-Berger, is in quarter points. Source of the tie-breaks: FIDE
Handbook C.07.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias


class Played(Enum):
    """The outcome of a round for one player, by its letter in FIDE's tournament files."""

    WON = "1"
    DRAWN = "="
    LOST = "0"
    RUNNING = "*"
    WALKOVER = "+"
    """The opponent never moved."""
    ABSENT = "-"
    """The player never moved."""
    BYE = "U"
    """Nobody was left to meet."""
    HALF_BYE = "H"
    """Sat out for half a point."""
    ZERO_BYE = "Z"
    """Sat out for nothing, had not entered yet, or had left."""


WORTH = {
    Played.WON: 2,
    Played.DRAWN: 1,
    Played.WALKOVER: 2,
    Played.BYE: 2,
    Played.HALF_BYE: 1,
}
"""The half points of each outcome; none for the others."""

MOVED = frozenset({Played.WON, Played.DRAWN, Played.LOST, Played.RUNNING})
"""The outcomes of rounds in which both players moved."""
SAT_OUT = frozenset({Played.HALF_BYE, Played.ZERO_BYE})


@dataclass(frozen=True, slots=True)
class Line:
    """One player's round: the opponent's start number, 0 for nobody, and who moved first."""

    played: Played
    opponent: int = 0
    moved_first: bool = False

    @property
    def points(self) -> int:
        return WORTH.get(self.played, 0)

    @property
    def met(self) -> bool:
        """Whether the two played: what is won or lost without play is no meeting."""
        return self.played in MOVED


Histories: TypeAlias = Mapping[int, Sequence[Line]]
"""The rounds of each player so far, by start number; all are equally long."""


def points_of(lines: Sequence[Line]) -> int:
    """Half points of some rounds."""
    return sum(line.points for line in lines)


class Criterion(Enum):
    """What decides places, by its name in exported files."""

    POINTS = "points"
    CUT_ONE = "Buchholz cut 1"
    BUCHHOLZ = "Buchholz"
    DIRECT = "direct encounter"
    WINS = "wins"
    SONNEBORN_BERGER = "Sonneborn-Berger"


EVERYBODY_MEETS = (
    Criterion.POINTS,
    Criterion.SONNEBORN_BERGER,
    Criterion.DIRECT,
    Criterion.WINS,
)
"""The criteria of a league and a round robin, in order."""
SWISS = (
    Criterion.POINTS,
    Criterion.CUT_ONE,
    Criterion.DIRECT,
    Criterion.WINS,
    Criterion.SONNEBORN_BERGER,
)
"""The criteria of a Swiss, in order."""

UNITS = {Criterion.SONNEBORN_BERGER: 4, Criterion.WINS: 1}
"""By how much a stored score is divided; the other criteria are stored in half points."""
WINNING = frozenset({Played.WON, Played.WALKOVER, Played.BYE})
VOLUNTARY = SAT_OUT | {Played.ABSENT}
"""Outcomes of rounds that a player chose not to play."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place, shared by all who are level, and the scores that decided it.

    ``scores`` has every criterion but direct encounter: half points, for Sonneborn-Berger quarter
    points, for wins a number.
    """

    number: int
    place: int
    shared: bool
    scores: dict[Criterion, int] = field(hash=False)

    def said(self, criterion: Criterion) -> str:
        """A score as people write it, see ``as_points``; empty if there is none."""
        if criterion not in self.scores:
            return ""
        return as_points(self.scores[criterion], UNITS.get(criterion, 2))


def as_points(count: int, unit: int = 2) -> str:
    """Points counted in halves, or in another ``unit``, as every language writes them: ``5½``."""
    whole, quarters = divmod(count * 4 // unit, 4)
    part = ("", "¼", "½", "¾")[quarters]
    return part if part and not whole else f"{whole}{part}"


class Scores:
    """The scores of all players of a Swiss of so many ``rounds``; None if everybody meets all."""

    def __init__(self, histories: Histories, rounds: int | None = None) -> None:
        self._histories = histories
        self._rounds = rounds
        self._points = {number: points_of(lines) for number, lines in histories.items()}
        self._worth = self._points
        if rounds is not None:
            self._worth = {number: _adjusted(lines) for number, lines in histories.items()}

    def of(self, number: int) -> dict[Criterion, int]:
        """A player's scores by criterion, all but direct encounter."""
        faced = self.faced(number)
        against = [worth for _, worth in faced]
        chosen = [worth for line, worth in faced if line.played in VOLUNTARY]
        return {
            Criterion.POINTS: self._points[number],
            Criterion.CUT_ONE: sum(against) - min(chosen or against, default=0),
            Criterion.BUCHHOLZ: sum(against),
            Criterion.WINS: sum(line.played in WINNING for line, _ in faced),
            Criterion.SONNEBORN_BERGER: sum(line.points * worth for line, worth in faced),
        }

    def faced(self, number: int) -> list[tuple[Line, int]]:
        """A player's rounds, each with its half points for Buchholz.

        In a Swiss a round without play counts like one against a player with one's own points.
        """
        found = []
        for line in self._histories[number]:
            worth = self._worth.get(line.opponent, 0)
            if not line.met and self._rounds is not None:
                worth = min(self._points[number], worth if line.opponent else self._rounds)
            found.append((line, worth))
        return found

    def direct(self, level: Sequence[int]) -> dict[int, int]:
        """The points of level players against each other; 0 each unless all of them have met."""
        others, points = frozenset(level), dict[int, int]()
        for number in level:
            lines = self._histories[number]
            if len(lines) < len(level) - 1:
                break
            among = [e for e in lines if e.opponent in others and (e.met or self._rounds is None)]
            if len({line.opponent for line in among}) < len(level) - 1:
                break
            points[number] = points_of(among)
        return points if len(points) == len(level) else dict.fromkeys(level, 0)


def _adjusted(lines: Sequence[Line]) -> int:
    """The half points that a player counts for opponents' Buchholz (C.07, article 16).

    A round that the player asked to sit out counts half a point if only such rounds and forfeits
    follow it.
    """
    worth, still_there = 0, False
    for line in reversed(lines):
        still_there = still_there or line.played not in VOLUNTARY
        worth += 1 if line.played in SAT_OUT and not still_there else line.points
    return worth


def standings_of(histories: Histories, rounds: int | None = None) -> list[Standing]:
    """The standings in order of places: of a Swiss of so many rounds, else of a group.

    In a group everybody meets everybody.
    """
    found = Scores(histories, rounds)
    scores = {number: found.of(number) for number in histories}
    levels = [sorted(histories)]  # of players who are level by all criteria so far
    for criterion in EVERYBODY_MEETS if rounds is None else SWISS:
        decided: list[list[int]] = []
        for level in levels:
            among = {number: scores[number].get(criterion, 0) for number in level}
            if criterion is Criterion.DIRECT:
                among = found.direct(level)
            decided += [
                [number for number in level if among[number] == value]
                for value in sorted({*among.values()}, reverse=True)
            ]
        levels = decided
    standings: list[Standing] = []
    for level in levels:
        place, shared = len(standings) + 1, len(level) > 1
        standings += [Standing(number, place, shared, scores[number]) for number in level]
    return standings
