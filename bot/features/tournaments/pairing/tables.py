"""Points, tie-breaks and places.

Source: FIDE Handbook C.07 (tie-break regulations). Points are half points; a product of two of
them, as in Sonneborn-Berger, is in quarter points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from bot.features.tournaments.pairing.history import (
    MOVED,
    SAT_OUT,
    Histories,
    Line,
    Played,
    points_of,
)


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


Level: TypeAlias = list[int]
"""Start numbers of players who are level by all criteria so far."""


class _Table:
    """The scores of all players, before places are worked out."""

    def __init__(self, histories: Histories, rounds: int | None) -> None:
        self.histories = histories
        self._rounds = rounds
        self.points = {number: points_of(lines) for number, lines in histories.items()}
        self._worth = {
            number: self.points[number] if rounds is None else _adjusted(lines)
            for number, lines in histories.items()
        }

    def scores(self, number: int) -> dict[Criterion, int]:
        """A player's scores by criterion, all but direct encounter."""
        lines, faced = self.histories[number], self.faced(number)
        against = [(worth, line.played in VOLUNTARY) for line, worth in faced]
        chosen = [worth for worth, voluntary in against if voluntary]
        buchholz = sum(worth for worth, _ in against)
        lowest = min(chosen or [worth for worth, _ in against], default=0)
        return {
            Criterion.POINTS: self.points[number],
            Criterion.CUT_ONE: buchholz - lowest,
            Criterion.BUCHHOLZ: buchholz,
            Criterion.WINS: sum(line.played in WINNING for line in lines),
            Criterion.SONNEBORN_BERGER: sum(line.points * worth for line, worth in faced),
        }

    def faced(self, number: int) -> list[tuple[Line, int]]:
        """A player's rounds, each with its half points for Buchholz."""
        return [(line, self._faced(number, line)) for line in self.histories[number]]

    def _faced(self, number: int, line: Line) -> int:
        """The half points of an opponent; of a dummy if nothing was played."""
        if line.met or self._rounds is None:
            return self._worth.get(line.opponent, 0)
        most = self._worth[line.opponent] if line.opponent else self._rounds
        return min(self.points[number], most)

    def direct(self, level: Level) -> dict[int, int] | None:
        """The points of level players against each other; None unless all of them have met."""
        everybody, met = frozenset(level), len(level) - 1
        if any(len(self.histories[number]) < met for number in level):
            return None
        among = {
            number: [
                line
                for line in self.histories[number]
                if line.opponent in everybody and (line.played in MOVED or self._rounds is None)
            ]
            for number in level
        }
        if any(len({line.opponent for line in lines}) < met for lines in among.values()):
            return None
        return {number: points_of(lines) for number, lines in among.items()}


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


def swiss_table(histories: Histories, rounds: int) -> list[Standing]:
    """The standings of a Swiss with so many rounds, in order of places."""
    return _placed(_Table(histories, rounds), SWISS)


def opponents(histories: Histories, rounds: int, number: int) -> list[tuple[Line, int]]:
    """The rounds of a player of a Swiss, each with its half points for Buchholz."""
    return _Table(histories, rounds).faced(number)


def cross_table(histories: Histories) -> list[Standing]:
    """The standings of a group in which everybody meets everybody, in order of places."""
    return _placed(_Table(histories, None), EVERYBODY_MEETS)


def _placed(table: _Table, order: Iterable[Criterion]) -> list[Standing]:
    scores = {number: table.scores(number) for number in table.histories}
    levels: list[Level] = [sorted(table.histories)]
    for criterion in order:
        levels = [part for level in levels for part in _split(table, scores, level, criterion)]
    standings, place = [], 1
    for level in levels:
        standings += [Standing(number, place, len(level) > 1, scores[number]) for number in level]
        place += len(level)
    return standings


def _split(
    table: _Table, scores: dict[int, dict[Criterion, int]], level: Level, criterion: Criterion
) -> list[Level]:
    if criterion is Criterion.DIRECT:
        among = table.direct(level) or dict.fromkeys(level, 0)
    else:
        among = {number: scores[number][criterion] for number in level}
    return [
        [number for number in level if among[number] == value]
        for value in sorted(set(among.values()), reverse=True)
    ]
