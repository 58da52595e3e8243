"""Ratings: the strength of players, its uncertainty, which results are rated, and how they move it.

The model is a Bradley-Terry model with full pairing, as openskill has it (Weng and Lin, "A Bayesian
Approximation Method for Online Ranking", 2011): two and three players, and ties. Its parameters
were tuned in a simulated club for a good order after few matches. A ``scope`` is a server's
number, or EVERYWHERE. A ``height`` orders ratings as leaderboards do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.core.matches import WITHOUT_RESULT, PlayerResult, player_result
from data.ids import MatchId, PlayerId, ServerId
from data.states import Ending, UnratedReason

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


LEAST_MOVES = 2
LEAST_PLAYERS = 2
"""A match is rated if this many players have made at least LEAST_MOVES each.

With two players that is both. With three, one may leave early: they are rated as last, so that
nobody can make a match unrated by leaving.
"""
MOST_RATED = 5
RATED_WITHIN = timedelta(days=7)
"""The same players have at most MOST_RATED rated matches in one game within this time."""
TIMEOUTS_WITHIN = timedelta(hours=48)
"""Of a player's timeouts within this time only the first is rated."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat. ``player_id`` is None for an engine.

    ``place`` is the number of seats that ranked before it, None after an end without result;
    ``moves`` is the number of its moves that were not taken back.
    """

    player_id: PlayerId | None
    place: int | None
    moves: int
    timed_out_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over. ``number`` is its position in the order of results.

    ``agreed`` is why the players knew from the start that it is not rated; ``unrated`` is why it is
    not. ``server_id`` is None for a match in direct messages.
    """

    match_id: MatchId
    number: int
    game: str
    variant: str
    server_id: ServerId | None
    ended_at: datetime
    ending: Ending
    agreed: UnratedReason | None
    unrated: UnratedReason | None
    seats: tuple[SeatResult, ...]

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """The players who are people, by seat."""
        return tuple(seat.player_id for seat in self.seats if seat.player_id is not None)

    @property
    def timeouts(self) -> list[tuple[PlayerId, datetime]]:
        """The people who ran out of time, each with when."""
        late = [(seat.player_id, seat.timed_out_at) for seat in self.seats]
        return [(player_id, at) for player_id, at in late if player_id is not None and at]

    def outcome(self, player_id: PlayerId) -> PlayerResult:
        """The outcome for one of its people, in a match that has a ranking."""
        places = {seat.player_id: seat.place or 0 for seat in self.seats}
        return player_result(places[player_id], sum(not seat.place for seat in self.seats))


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often one player finished ``ahead`` of another, ``level`` with or ``behind`` them."""

    game: str
    ahead: int
    level: int
    behind: int


def _scopes(match: FinishedMatch) -> list[tuple[RatingKey, ...]]:
    """The ratings that a match moves by scope, the server's first; none if it is unrated."""
    if match.unrated is not None:
        return []
    # a match in direct messages has one scope, as both of these are EVERYWHERE
    scopes = dict.fromkeys((scope_of(match.server_id), EVERYWHERE))
    return [tuple(RatingKey(match.game, scope, who) for who in match.people) for scope in scopes]


def moved_by(match: FinishedMatch) -> tuple[RatingKey, ...]:
    """The ratings that a match moves, by scope and seat."""
    return tuple(chain.from_iterable(_scopes(match)))


def rate_match(match: FinishedMatch, known: Mapping[RatingKey, Rating]) -> tuple[RatingChange, ...]:
    """The changes of ratings by a match; who has no ``known`` rating is a newcomer."""
    places, changes = [seat.place or 0 for seat in match.seats], []
    for keys in _scopes(match):
        before = [known.get(key, NEWCOMER) for key in keys]
        rated = rate(before, places, match.ended_at)
        for key, place, was, now in zip(keys, places, before, rated, strict=True):
            change = RatingChange(
                match_id=match.match_id,
                player_id=key.player_id,
                scope=key.scope,
                game=key.game,
                number=match.number,
                outcome=player_result(place, places.count(0)),
                mu_before=was.mu,
                sigma_before=was.sigma,
                mu=now.mu,
                sigma=now.sigma,
                points_before=points(was),
                points=points(now),
                at=match.ended_at,
            )
            changes.append(change)
    return tuple(changes)


def why_unrated(match: FinishedMatch, earlier_timeouts: int) -> UnratedReason | None:
    """Why a match that is over is not rated; None if it is.

    ``earlier_timeouts`` is the number of timeouts within TIMEOUTS_WITHIN before, of the player who
    ran out of time in it; of several such players, the highest.
    """
    if match.ending in WITHOUT_RESULT:
        return UnratedReason.NO_RESULT
    if len(match.people) < len(match.seats):
        return UnratedReason.ENGINE
    if match.agreed is not None:
        return match.agreed
    if sum(seat.moves >= LEAST_MOVES for seat in match.seats) < LEAST_PLAYERS:
        return UnratedReason.TOO_SHORT
    return UnratedReason.REPEATED_TIMEOUT if earlier_timeouts else None
