"""A rating as people see it: one number on Elo's scale, with a question mark while uncertain."""

from datetime import timedelta

from bot.services.ratings.rating import MEAN, Rating

NEWCOMERS_POINTS = 1500
POINTS_PER_UNIT = 29.5
PROVISIONAL_ABOVE = 4.5
"""The uncertainty above which a rating is marked; it takes about 11 matches to get below."""

ACTIVE_WITHIN = timedelta(days=60)
"""Whoever has played since then is on the list of those who play; whole days count, in UTC."""


def points(rating: Rating) -> int:
    """The number shown: 1500 for a newcomer."""
    return round(NEWCOMERS_POINTS + POINTS_PER_UNIT * (rating.mu - MEAN))


def is_provisional(rating: Rating) -> bool:
    """Whether the number is not to be relied on yet."""
    return rating.sigma > PROVISIONAL_ABOVE


def write_rating(rating: Rating) -> str:
    """For example ``1531``, or ``1531?`` while it is provisional."""
    return f"{points(rating)}{'?' if is_provisional(rating) else ''}"


def spread(rating: Rating) -> int:
    """How many points the true strength may lie off, to either side, 19 times out of 20."""
    return round(2 * POINTS_PER_UNIT * rating.sigma)


def sort_key(rating: Rating) -> tuple[bool, float]:
    """What leaderboards sort by, the best first in descending order.

    Settled players come before provisional ones; nobody rises merely by being uncertain.
    """
    return not is_provisional(rating), rating.mu - rating.sigma
