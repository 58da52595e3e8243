"""How matches end."""

from __future__ import annotations

from dataclasses import dataclass

from data.states import Ending
from rules.game import Outcome, Reason, Seat


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
        """The seats that won; empty for a draw."""
        return self.ranking[0] if len(self.ranking) > 1 else ()


def by_the_rules(outcome: Outcome) -> MatchResult:
    """The result of a game that has come to its own end."""
    return MatchResult(outcome.ranking, Ending.RULES, outcome.reason, outcome.scores)
