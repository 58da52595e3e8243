"""Ratings as they follow from results, one after another, in the order in which they counted.

A match that ends moves ratings by ``rate_match``; ``recompute`` does the same for all matches from
the first on, so that both always agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.services.ratings.rating import NEWCOMER, Rating, rate
from bot.services.ratings.shown import points
from bot.services.results import FinishedMatch
from data.ids import MatchId, PlayerId, ServerId


class RatingKey(NamedTuple):
    """Whose rating, in which game, and where: ``server_id`` is None for everywhere."""

    player_id: PlayerId
    game: str
    server_id: ServerId | None


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How a match moved one rating."""

    match_id: MatchId
    key: RatingKey
    before: Rating
    after: Rating
    at: datetime

    @property
    def points(self) -> int:
        """By how much the number shown rose; negative if it fell."""
        return points(self.after) - points(self.before)


def moved_by(match: FinishedMatch) -> tuple[RatingKey, ...]:
    """The ratings that a match moves: none if it is not rated.

    Those of the server before those of everywhere, each in the order of the seats.
    """
    return tuple(key for keys in _scopes(match) for key in keys)


def rate_match(
    match: FinishedMatch, ratings: Mapping[RatingKey, Rating]
) -> tuple[RatingChange, ...]:
    """How the match moves the ratings; whoever is not in ``ratings`` is a newcomer."""
    places = match.result.places()
    return tuple(
        RatingChange(match.match_id, key, before, after, match.ended_at)
        for keys in _scopes(match)
        for key, (before, after) in zip(keys, _rated(keys, places, match, ratings), strict=True)
    )


def rating_changes(matches: Iterable[FinishedMatch]) -> Iterator[RatingChange]:
    """Every change that the matches made, from newcomers on, in their order."""
    ratings: dict[RatingKey, Rating] = {}
    for match in matches:
        for change in rate_match(match, ratings):
            ratings[change.key] = change.after
            yield change


def recompute(matches: Iterable[FinishedMatch]) -> dict[RatingKey, Rating]:
    """All ratings after the matches, which are in the order in which they counted."""
    return {change.key: change.after for change in rating_changes(matches)}


def _scopes(match: FinishedMatch) -> list[tuple[RatingKey, ...]]:
    if not match.result.rated:
        return []
    # everywhere is a scope of its own, also for a match that was played nowhere else
    servers = dict.fromkeys((match.server_id, None))
    return [
        tuple(RatingKey(player, match.game, server) for player in match.players)
        for server in servers
    ]


def _rated(
    keys: tuple[RatingKey, ...],
    places: tuple[int, ...],
    match: FinishedMatch,
    ratings: Mapping[RatingKey, Rating],
) -> Iterator[tuple[Rating, Rating]]:
    before = [ratings.get(key, NEWCOMER) for key in keys]
    return zip(before, rate(before, places, match.ended_at), strict=True)
