"""What a finished match is worth."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from data.ids import MatchId, PlayerId, ServerId
from data.states import EndReason, UnratedReason
from rules.game import Seat

Ranking: TypeAlias = tuple[tuple[Seat, ...], ...]
"""Groups of seats, best first; the seats of a group are tied. Empty where nobody is ranked."""


WITHOUT_RESULT = frozenset({EndReason.ABORTED, EndReason.ANNULLED})
"""Ends after which nobody has won, lost or drawn."""


@dataclass(frozen=True, slots=True)
class Result:
    """Who is ranked how, why the match ended, and why it is not rated: None if it is."""

    ranking: Ranking
    reason: EndReason
    unrated: UnratedReason | None

    @property
    def rated(self) -> bool:
        """Whether it moves ratings."""
        return self.unrated is None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that came before others; empty where all drew, and where nobody is ranked."""
        return self.ranking[0] if len(self.ranking) > 1 else ()

    def places(self) -> tuple[int, ...]:
        """By seat, how many seats are ranked before it: 0 for the best; empty without a ranking."""
        before = 0
        places: dict[Seat, int] = {}
        for group in self.ranking:
            places |= dict.fromkeys(group, before)
            before += len(group)
        return tuple(places[seat] for seat in sorted(places))


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, as ratings, ladders and records need it. ``players`` are by seat.

    ``server_id`` is None for a match in direct messages.
    """

    match_id: MatchId
    game: str
    server_id: ServerId | None
    players: tuple[PlayerId, ...]
    ended_at: datetime
    result: Result
