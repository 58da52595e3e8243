"""How matches end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from data.states import Ending
from rules.game import Outcome as GameOutcome
from rules.game import Reason, Seat


class Outcome(IntEnum):
    """How a match went for one of its players."""

    WON = 1
    DRAWN = 0
    LOST = -1


def outcome(place: int, first: int) -> Outcome:
    """How it went for somebody with ``place`` players before them, where ``first`` have none.

    Those who share the first place have drawn, whether or not others are behind them.
    """
    if place > 0:
        return Outcome.LOST
    return Outcome.WON if first == 1 else Outcome.DRAWN


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match's result: groups of seats, best first. Everybody in one group is a draw.

    ``reason`` and ``scores`` are the game's own, where the game itself has ended.
    """

    ranking: tuple[tuple[Seat, ...], ...]
    ending: Ending
    reason: Reason | None = None
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that came before others, one or more; empty where all drew."""
        return self.ranking[0] if len(self.ranking) > 1 else ()

    def outcome(self, seat: Seat) -> Outcome:
        """How it went for a seat."""
        first = self.ranking[0]
        return outcome(0 if seat in first else len(first), len(first))


def by_the_rules(ended: GameOutcome) -> MatchResult:
    """The result of a game that has come to its own end."""
    return MatchResult(ended.ranking, Ending.RULES, ended.reason, ended.scores)
