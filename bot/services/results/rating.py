"""How results move ratings, one after another, in the order in which they count."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from bot.services.matches import WITHOUT_RESULT, outcome_of
from bot.services.ratings import (
    EVERYWHERE,
    NEWCOMER,
    Rating,
    RatingChange,
    RatingKey,
    points,
    rate,
    scope_of,
)
from bot.services.results.models import FinishedMatch
from data.states import UnratedReason

LEAST_MOVES = 2
"""What every seat must have made for a match to be rated."""
MOST_RATED = 5
RATED_WITHIN = timedelta(days=7)
"""No more rated matches of the same players in one game than MOST_RATED within this."""
TIMEOUTS_WITHIN = timedelta(hours=48)
"""Of several timeouts of a player within this only the first is rated."""


def moved_by(match: FinishedMatch) -> tuple[RatingKey, ...]:
    """The ratings that a match moves: none if it is not rated.

    Those of the server before those of everywhere, each in the order of the seats.
    """
    return tuple(key for keys in _scopes(match) for key in keys)


def rate_match(match: FinishedMatch, known: Mapping[RatingKey, Rating]) -> tuple[RatingChange, ...]:
    """How the match moves the ratings; whoever is not ``known`` is a newcomer."""
    return tuple(change for keys in _scopes(match) for change in _rated(match, keys, known))


def _scopes(match: FinishedMatch) -> list[tuple[RatingKey, ...]]:
    if match.unrated is not None:
        return []
    # everywhere is a scope of its own, also for a match that was played nowhere else
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
            outcome=outcome_of(place, places.count(0)),
            mu_before=was.mu,
            sigma_before=was.sigma,
            mu=now.mu,
            sigma=now.sigma,
            points_before=points(was),
            points=points(now),
            at=match.ended_at,
        )


def unrated_from_the_start(rated_before: int) -> UnratedReason | None:
    """Why a match will not be rated however it ends, though all agreed to it; else None.

    ``rated_before`` counts the rated matches of the same players in the same game within
    RATED_WITHIN before this one.
    """
    return UnratedReason.TOO_MANY if rated_before >= MOST_RATED else None


def why_unrated(match: FinishedMatch, earlier_timeouts: int) -> UnratedReason | None:
    """Why a match that is over is not rated; None if it is.

    ``earlier_timeouts`` is how often somebody who ran out of time in it had done so within
    TIMEOUTS_WITHIN before; where several did, the most.
    """
    if match.ending in WITHOUT_RESULT:
        return UnratedReason.NO_RESULT
    if len(match.people) < len(match.seats):
        return UnratedReason.ENGINE
    if match.agreed is not None:
        return match.agreed
    if min(seat.moves for seat in match.seats) < LEAST_MOVES:
        return UnratedReason.TOO_SHORT
    return UnratedReason.REPEATED_TIMEOUT if earlier_timeouts else None
