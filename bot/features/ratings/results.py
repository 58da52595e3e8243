"""Matches that are over, in the order in which they count."""

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
"""So many players must have made LEAST_MOVES each for a match to be rated.

Of two that is both. Of three, who leaves early is last and rated like the others once these have
played: nobody makes a match worthless by leaving it.
"""
MOST_RATED = 5
RATED_WITHIN = timedelta(days=7)
"""No more rated matches of the same players in one game than MOST_RATED within this."""
TIMEOUTS_WITHIN = timedelta(hours=48)
"""Of several timeouts of a player within this only the first is rated."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat came off. ``player_id`` is None for a program.

    ``place`` is how many seats came before it, None after an end without result; ``moves`` are
    those that stand.
    """

    player_id: PlayerId | None
    place: int | None
    moves: int
    timed_out_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over. ``number`` says where in the order of results it counts.

    ``agreed`` is why it was not to be rated, as the players knew before; ``unrated`` why it is not.
    ``server_id`` is None for a match in direct messages.
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
        """Who played, but for programs."""
        return tuple(seat.player_id for seat in self.seats if seat.player_id is not None)

    def outcome(self, player_id: PlayerId) -> PlayerResult:
        """How the match, which has a result, went for one of its people."""
        places = {seat.player_id: seat.place or 0 for seat in self.seats}
        return player_result(places[player_id], sum(not seat.place for seat in self.seats))


@dataclass(frozen=True, slots=True)
class Meetings:
    """How two met in a game: how often one was ``ahead``, ``behind`` or ``level``."""

    game: str
    ahead: int
    level: int
    behind: int

    @property
    def count(self) -> int:
        return self.ahead + self.level + self.behind


def moved_by(match: FinishedMatch) -> tuple[RatingKey, ...]:
    """The ratings that a match moves, the server's first, by seat; none if it is not rated."""
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

    ``earlier_timeouts`` is how often somebody who ran out of time in it had done so within
    TIMEOUTS_WITHIN before; where several did, the most.
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
