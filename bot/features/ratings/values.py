"""Ratings: the estimated strength of players, its uncertainty, and how results move both.

The model is a Bradley-Terry model with full pairing, as openskill has it (Weng and Lin, "A Bayesian
Approximation Method for Online Ranking", 2011): two and three players, and ties. Its parameters
were tuned in a simulated club for a good order after few matches. A ``scope`` is a server's
number, or EVERYWHERE. A ``height`` orders ratings as leaderboards do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from data.ids import MatchId, PlayerId, ServerId

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

MEAN = 25.0
WIDEST = 25.0 / 3
"""The uncertainty of a newcomer, and the highest of any rating."""

MONTH = timedelta(days=30)
GROWTH = 0.5
"""The uncertainty that a month without play adds; squares are added."""


class _Teams(list[list[Any]]):
    """Teams that the model need not copy, since nothing else refers to them."""

    def __deepcopy__(self, memo: dict[int, Any]) -> _Teams:
        return self


@cache
def _model() -> BradleyTerryFull:
    """The model; openskill (1.4 MB) is imported with the first result."""
    from openskill.models import BradleyTerryFull

    # gamma 1 leaves the fall of uncertainty undamped
    return BradleyTerryFull(
        mu=MEAN, sigma=WIDEST, beta=25.0 / 6, tau=0.15, gamma=lambda *_, **__: 1.0
    )


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength as a normal distribution. ``played_at`` is the end of the last rated match."""

    mu: float = MEAN
    sigma: float = WIDEST
    played_at: datetime | None = None


NEWCOMER = Rating()


def _rested_sigma(rating: Rating, at: datetime) -> float:
    """The uncertainty ``at`` a later time, which grows with every whole month without play."""
    if rating.played_at is None:
        return rating.sigma
    months = max((at - rating.played_at) // MONTH, 0)
    return min(WIDEST, sqrt(rating.sigma**2 + months * GROWTH**2))


def rate(ratings: Sequence[Rating], places: Sequence[int], at: datetime) -> tuple[Rating, ...]:
    """The ratings after a match that ended ``at``, by seat.

    ``places`` are the numbers of seats ranked before each: equal for a tie, highest for a leaver.
    """
    model = _model()
    teams = _Teams(
        [model.rating(mu=rating.mu, sigma=_rested_sigma(rating, at))] for rating in ratings
    )
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return tuple(Rating(team[0].mu, team[0].sigma, at) for team in rated)


NEWCOMERS_POINTS = 1500
POINTS_PER_UNIT = 29.5
PROVISIONAL_ABOVE = 4.5
"""The uncertainty above which a rating is marked; about 11 matches take it below."""

ACTIVE_WITHIN = timedelta(days=60)
"""Players whose last match is no older are listed as active; in whole days of UTC."""
EVERYWHERE = 0
SETTLED_BONUS = 100_000
"""More than the points of any provisional rating."""


def points(rating: Rating) -> int:
    """The number shown: 1500 for a newcomer."""
    return round(NEWCOMERS_POINTS + POINTS_PER_UNIT * (rating.mu - MEAN))


def is_provisional(rating: Rating) -> bool:
    """Whether the rating is still too uncertain to rely on."""
    return rating.sigma > PROVISIONAL_ABOVE


def write_rating(rating: Rating) -> str:
    """For example ``1531``, or ``1531?`` while it is provisional."""
    return f"{points(rating)}{'?' if is_provisional(rating) else ''}"


def spread(rating: Rating) -> int:
    """Half the width of the 95 % interval around the points."""
    return round(2 * POINTS_PER_UNIT * rating.sigma)


def scope_of(server_id: ServerId | None) -> int:
    """The scope of a server's ratings; EVERYWHERE for None."""
    return EVERYWHERE if server_id is None else server_id


def height(rating: Rating) -> int:
    """The number by which leaderboards order ratings: settled ones first, then by points."""
    return points(rating) + (0 if is_provisional(rating) else SETTLED_BONUS)


class RatingKey(NamedTuple):
    """Identifies a rating: the game, the scope and the player."""

    game: str
    scope: int
    player_id: PlayerId


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A stored rating. ``best`` is the most points it had while not provisional, None if never."""

    game: str
    scope: int
    player_id: PlayerId
    mu: float
    sigma: float
    best: int | None
    won: int
    drawn: int
    lost: int
    played_at: datetime
    height: int

    @property
    def key(self) -> RatingKey:
        return RatingKey(self.game, self.scope, self.player_id)

    @property
    def rating(self) -> Rating:
        return Rating(self.mu, self.sigma, self.played_at)

    @property
    def day(self) -> int:
        """The day of the last match."""
        return self.played_at.date().toordinal()


class RatingChange(NamedTuple):
    """A change of one rating by a result. ``outcome``: 1 for a win, 0 for a draw, -1 for a loss."""

    match_id: MatchId
    player_id: PlayerId
    scope: int
    game: str
    number: int
    outcome: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    points_before: int
    points: int
    at: datetime

    @property
    def key(self) -> RatingKey:
        return RatingKey(self.game, self.scope, self.player_id)

    @property
    def before(self) -> Rating:
        return Rating(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Rating:
        return Rating(self.mu, self.sigma, self.at)


def moved_row(before: RatingRow | None, change: RatingChange) -> RatingRow:
    """The row of a rating after a change."""
    counts, best = {1: 0, 0: 0, -1: 0}, None
    if before is not None:
        counts, best = {1: before.won, 0: before.drawn, -1: before.lost}, before.best
    counts[change.outcome] += 1
    if change.sigma <= PROVISIONAL_ABOVE and (best is None or change.points > best):
        best = change.points
    return RatingRow(
        **change.key._asdict(),
        mu=change.mu,
        sigma=change.sigma,
        best=best,
        won=counts[1],
        drawn=counts[0],
        lost=counts[-1],
        played_at=change.at,
        height=height(change.after),
    )
