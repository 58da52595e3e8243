"""How many days of vacation a player has used."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

DAYS_A_YEAR = 30
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Vacation:
    """Away between two instants; ``ended`` may lie ahead."""

    began: datetime
    ended: datetime


def days_used(vacations: Iterable[Vacation], zone: tzinfo) -> Counter[int]:
    """Whole days by calendar year in ``zone``: a day that has begun counts, in its own year."""
    return Counter(
        (vacation.began + number * _DAY).astimezone(zone).year
        for vacation in vacations
        for number in range(-((vacation.began - vacation.ended) // _DAY))
    )


def overdrawn(taken: Iterable[Vacation], planned: Vacation, zone: tzinfo) -> dict[int, int]:
    """The days left of each year in which ``planned`` takes more than there are; {} if it fits."""
    used, wanted = days_used(taken, zone), days_used([planned], zone)
    left = {year: DAYS_A_YEAR - used[year] for year in wanted}
    return {year: days for year, days in left.items() if wanted[year] > days}
