"""The number of each Daily, its puzzle, and when a server gets its post.

A Daily has the number of its day: Daily 1 was on the first day of 2026. Days change at 0:00 UTC.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

from bot.features.reminders import next_digest
from rules import GAMES
from rules.puzzles import AT_ONCE, Puzzle, daily_puzzles

BEFORE_THE_FIRST = date(2025, 12, 31)
DIFFICULTIES = (1, 2, 2, 3, 3, 4, 5)
"""How hard the puzzle of each weekday is, from Monday on."""
GRACE = timedelta(hours=1)
"""How long after the end of its day a Daily can still be solved."""


def day_of(now: datetime) -> int:
    """The number of the Daily at this time."""
    return (now.astimezone(UTC).date() - BEFORE_THE_FIRST).days


def date_of(day: int) -> date:
    """The date of a Daily."""
    return BEFORE_THE_FIRST + timedelta(days=day)


def end_of(day: int) -> datetime:
    """When the next Daily begins."""
    return datetime.combine(date_of(day + 1), time(), UTC)


def month_of(day: int) -> range:
    """The numbers of all Dailies in the month of this one."""
    first = day - date_of(day).day + 1
    following = first + 31  # one of the first days of the next month
    return range(first, following - date_of(following).day + 1)


def puzzle_for(day: int, history: Mapping[str, int]) -> Puzzle:
    """The puzzle of a day; ``history`` has the last day of each puzzle that was used, by its id.

    The games take turns. The puzzle is as hard as the weekday asks, as nearly as there are any, and
    the one that was used longest ago. Only on Mondays it may be a win at once.
    """
    weekday, game = date_of(day).weekday(), list(GAMES)[day % len(GAMES)]
    its = [each for each in daily_puzzles() if each.game == game] or daily_puzzles()
    its = [each for each in its if weekday == 0 or each.goal != AT_ONCE] or its
    nearest = min(abs(each.difficulty - DIFFICULTIES[weekday]) for each in its)
    fitting = [each for each in its if abs(each.difficulty - DIFFICULTIES[weekday]) == nearest]
    return min(fitting, key=lambda each: (history.get(each.id, 0), shuffled(each)))


def shuffled(puzzle: Puzzle) -> bytes:
    """Its place in an order that looks random, and stays the same when puzzles are added."""
    return sha256(puzzle.id.encode()).digest()


def next_post(after: datetime, hour: int, weekday: int | None, zone: ZoneInfo) -> datetime:
    """The next time after ``after`` at this hour by the clocks of a zone, on this weekday or any.

    An hour that clocks skip is taken for its end; of an hour that comes twice the first counts.
    """
    found = next_digest(after, time(hour), zone)
    while weekday is not None and found.astimezone(zone).weekday() != weekday:
        found = next_digest(found, time(hour), zone)
    return found
