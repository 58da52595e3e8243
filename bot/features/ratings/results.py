"""Results of matches: which are rated, and how they move ratings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.core.matches import WITHOUT_RESULT, PlayerResult, player_result
from bot.features.ratings.values import (
    EVERYWHERE,
    NEWCOMER,
    Rating,
    RatingChange,
    RatingKey,
    points,
    rate,
    scope_of,
)
from data.ids import MatchId, PlayerId, ServerId
from data.states import Ending, UnratedReason

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

    @property
    def count(self) -> int:
        return self.ahead + self.level + self.behind


def moved_by(match: FinishedMatch) -> tuple[RatingKey, ...]:
    """The ratings that a match moves, by seat, the server's first; none if it is unrated."""
    return tuple(key for keys in _scopes(match) for key in keys)


def rate_match(match: FinishedMatch, known: Mapping[RatingKey, Rating]) -> tuple[RatingChange, ...]:
    """The changes of ratings by a match; who has no ``known`` rating is a newcomer."""
    return tuple(change for keys in _scopes(match) for change in _rated(match, keys, known))


def _scopes(match: FinishedMatch) -> list[tuple[RatingKey, ...]]:
    if match.unrated is not None:
        return []
    # a match in direct messages has one scope, as both of these are EVERYWHERE
    scopes = dict.fromkeys((scope_of(match.server_id), EVERYWHERE))
    return [tuple(RatingKey(match.game, scope, who) for who in match.people) for scope in scopes]


def _rated(
    match: FinishedMatch, keys: tuple[RatingKey, ...], known: Mapping[RatingKey, Rating]
) -> Iterator[RatingChange]:
    before = [known.get(key, NEWCOMER) for key in keys]
    places = [seat.place or 0 for seat in match.seats]
    rated = rate(before, places, match.ended_at)
    for key, place, was, now in zip(keys, places, before, rated, strict=True):
        yield RatingChange(
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
