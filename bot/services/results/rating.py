"""How results move ratings, one after another, in the order in which they count."""

from collections.abc import Iterator, Mapping

from bot.services.matches import outcome_of
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
