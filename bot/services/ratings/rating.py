"""How strong a player is believed to be, and how uncertain that is.

The model is a Bradley-Terry model with full pairing, as openskill has it (Weng and Lin, "A Bayesian
Approximation Method for Online Ranking", 2011): two and three players, and ties. Its parameters
were chosen in a simulated club for the order they give after few matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import sqrt
from typing import Any

from openskill.models import BradleyTerryFull

MEAN = 25.0
WIDEST = 25.0 / 3
"""The uncertainty of a newcomer; no rating ever gets more uncertain than that."""

MONTH = timedelta(days=30)
GROWTH = 0.5
"""What a month without play adds to the uncertainty, as variances add up."""


def _unweighted(*_: object, **__: object) -> float:
    """How fast uncertainty falls: as fast as the results say."""
    return 1.0


class _Teams(list[list[Any]]):
    """Teams that nobody else has, so that the model may do without copying them."""

    def __deepcopy__(self, memo: dict[int, Any]) -> _Teams:
        return self


_MODEL = BradleyTerryFull(mu=MEAN, sigma=WIDEST, beta=25.0 / 6, tau=0.15, gamma=_unweighted)


@dataclass(frozen=True, slots=True)
class Rating:
    """A normal distribution of strength. ``played_at`` is the end of the last rated match."""

    mu: float = MEAN
    sigma: float = WIDEST
    played_at: datetime | None = None


NEWCOMER = Rating()


def rested(rating: Rating, at: datetime) -> Rating:
    """The rating ``at`` a later time: more uncertain with every whole month without play."""
    return replace(rating, sigma=_rested_sigma(rating, at))


def _rested_sigma(rating: Rating, at: datetime) -> float:
    if rating.played_at is None:
        return rating.sigma
    months = max((at - rating.played_at) // MONTH, 0)
    return min(WIDEST, sqrt(rating.sigma**2 + months * GROWTH**2))


def rate(ratings: Sequence[Rating], places: Sequence[int], at: datetime) -> tuple[Rating, ...]:
    """The ratings after a match that ended ``at``, by seat.

    ``places`` say how many finished before each: equal for a tie, the highest for who left.
    """
    teams = _Teams(
        [_MODEL.rating(mu=rating.mu, sigma=_rested_sigma(rating, at))] for rating in ratings
    )
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(Rating(team[0].mu, team[0].sigma, at) for team in rated)
