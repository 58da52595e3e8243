"""What every seat of a match must have by what has happened: a second reading of the rules of time.

It knows nothing of the bot, of entries or of plies; the numbers are those that are published.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tests.kit.times import DAY, HOUR, MINUTE, SECOND

BEAT = 15 * SECOND
"""How often the bot notes that it is there."""
LATE_BEAT = 20 * SECOND
"""A beat that comes later after the one before was held up."""
SHORT = MINUTE
"""An outage that is not longer is made good in live matches alone."""
GRACE = 10 * SECOND
"""How long after the deadline a timeout waits."""


@dataclass(frozen=True)
class Terms:
    """A clock: what each seat begins with, gets for a move, and has at most after one."""

    start: timedelta
    increment: timedelta
    cap: timedelta
    gifts: tuple[timedelta, ...]
    forgiven: timedelta
    live: bool = False


TERMS = {
    "2d": Terms(2 * DAY, 2 * DAY, 2 * DAY, (DAY, 2 * DAY), 2 * DAY),
    "6h": Terms(6 * HOUR, 6 * HOUR, 6 * HOUR, (DAY, 6 * HOUR), 6 * HOUR),
    "3d+1d/9d": Terms(3 * DAY, DAY, 9 * DAY, (DAY, DAY), 36 * HOUR),
    "20d+1h/30d": Terms(20 * DAY, HOUR, 30 * DAY, (DAY, 5 * DAY), 10 * DAY),
    "40m": Terms(40 * MINUTE, 40 * MINUTE, 40 * MINUTE, (40 * MINUTE,), 40 * MINUTE, live=True),
    "15m+30s": Terms(
        15 * MINUTE, 30 * SECOND, 15 * MINUTE, (225 * SECOND,), 450 * SECOND, live=True
    ),
    "3m+5s/20m": Terms(3 * MINUTE, 5 * SECOND, 20 * MINUTE, (45 * SECOND,), 90 * SECOND, live=True),
    "1m+5s": Terms(MINUTE, 5 * SECOND, MINUTE, (15 * SECOND,), 30 * SECOND, live=True),
}
"""Gifts are in the order of their names: a day where that can be given, then a period."""


class Account:
    """One match: what is ``left`` to each seat, and ``since`` when the time of the mover runs."""

    def __init__(self, terms: Terms, seats: int, now: datetime) -> None:
        self.terms = terms
        self.left = [terms.start] * seats
        self.standing: list[tuple[int, list[timedelta]]] = []
        self.given: list[tuple[int, int, timedelta]] = []
        self.away: dict[int, datetime] = {}
        self.paused_until: datetime | None = None
        self.begin(0, now)

    @property
    def deadline(self) -> datetime | None:
        """Until when the mover has time, None while it stands still."""
        return None if self.since is None else self.since + self.left[self.mover]

    def begin(self, seat: int, now: datetime, *, anew: bool = False) -> None:
        """It is this seat's turn, and the board stands there at once."""
        first = anew or all(mover != seat for mover, _ in self.standing)
        self.mover, self.at_first = seat, list(self.left)
        for whose, gift in self.gifts_since(len(self.standing)):
            self.at_first[whose] -= gift
        self.head = MINUTE if first and self.terms.live else timedelta()
        self.since: datetime | None = None
        self.run(now)

    def gifts_since(self, turn: int) -> list[tuple[int, timedelta]]:
        """Whom somebody gave time in this turn, counted from none, or in a later one."""
        return [(whose, gift) for number, whose, gift in self.given if number >= turn]

    def run(self, now: datetime) -> None:
        """Let time run again if nothing is against it."""
        if self.since is None and self.paused_until is None and self.mover not in self.away:
            self.since = now + self.head

    def stop(self, at: datetime) -> None:
        if self.since is not None:
            self.left[self.mover] -= max(at - self.since, timedelta())
            self.head, self.since = min(max(self.since - at, timedelta()), self.head), None

    def move(self, at: datetime, now: datetime, following: int) -> None:
        self.stop(at)
        bank = self.left[self.mover] + self.terms.increment
        self.left[self.mover] = min(bank, self.terms.cap)
        self.standing.append((self.mover, self.at_first))
        self.begin(following, now)

    def undo(self, seat: int, now: datetime) -> None:
        """Everything is as it was when this seat's last turn began, and gifts are left."""
        last = max(i for i, (mover, _) in enumerate(self.standing) if mover == seat)
        self.left = list(self.standing[last][1])
        for whose, gift in self.gifts_since(last):
            self.left[whose] += gift
        del self.standing[last:]
        self.begin(seat, now)

    def pause(self, now: datetime, days: int) -> None:
        self.stop(now)
        self.paused_until = now + days * DAY

    def resume(self, now: datetime, ended_by: int | None = None) -> None:
        """The pause is over, by its time or since a seat ended it; nobody is caught unawares."""
        self.paused_until = None
        if ended_by not in (None, self.mover) and self.mover not in self.away:
            if self.terms.live:
                self.head = MINUTE
            self.left[self.mover] = max(self.left[self.mover], self.least_of_days)
        self.run(now)

    @property
    def least_of_days(self) -> timedelta:
        """What a player has at least who could not know that time runs; nothing in one sitting."""
        return timedelta() if self.terms.live else HOUR

    def leave(self, seat: int, now: datetime, until: datetime) -> None:
        if seat == self.mover:
            self.stop(now)
        self.away[seat] = until

    def come_back(self, seat: int, now: datetime) -> None:
        del self.away[seat]
        self.run(now)

    def end_what_is_due(self, now: datetime) -> None:
        """Somebody looks whether a pause or a vacation is over."""
        if self.paused_until is not None and self.paused_until <= now:
            self.resume(now)
        for seat in [seat for seat, until in self.away.items() if until <= now]:
            self.come_back(seat, now)

    def give(self, number: int) -> None:
        gift = self.terms.gifts[number]
        self.left[self.mover] += gift
        self.given.append((len(self.standing), self.mover, gift))

    def play_on(self, now: datetime) -> None:
        """The mover's time was over, and everybody lets them play on."""
        self.left[self.mover] = self.terms.forgiven
        self.begin(self.mover, now, anew=True)

    def miss(self, began: datetime, ended: datetime) -> None:
        """Nobody was heard between these moments."""
        if self.since is None or self.since - self.head >= ended:
            return
        length, deadline = ended - began, self.since + self.left[self.mover]
        if length <= SHORT and not self.terms.live:
            return
        if deadline >= began:
            length = max(length, ended + (self.least_of_days or MINUTE) - deadline)
        self.left[self.mover] += length
