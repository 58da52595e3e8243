"""How long the players of a match may think, as a value: in short notation, and in words."""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar, TypeAlias

import msgspec

from bot.services.clocks.durations import say_duration, write_duration

SHORTEST = timedelta(seconds=5)
LONGEST = timedelta(days=30)
LIVE_BELOW = timedelta(hours=1)
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class NoClock:
    """No deadline."""

    live: ClassVar[bool] = False

    def __str__(self) -> str:
        return "none"


class PerMove(msgspec.Struct, frozen=True, tag="per_move"):
    """``period`` for every move; whatever is left of it lapses.

    The same as a bank that starts full and is filled after every move, which is how it is kept.
    Raises ValueError for what is not whole seconds between SHORTEST and LONGEST.
    """

    period: timedelta

    def __post_init__(self) -> None:
        _check_bounds(self.period)

    @property
    def start(self) -> timedelta:
        """What every seat begins with."""
        return self.period

    @property
    def increment(self) -> timedelta:
        """What a move adds, up to the cap."""
        return self.period

    @property
    def gift(self) -> timedelta:
        """What an opponent can give."""
        return self.period

    @property
    def forgiven(self) -> timedelta:
        """What a player has whose timeout is forgiven."""
        return self.period

    @property
    def cap(self) -> timedelta:
        """What a move never adds beyond."""
        return self.period

    @property
    def live(self) -> bool:
        """Whether the match is played in one sitting."""
        return self.period < LIVE_BELOW

    def __str__(self) -> str:
        return write_duration(self.period)


class Bank(msgspec.Struct, frozen=True, tag="bank"):
    """Begin with ``start``; every move adds ``increment``, up to ``cap``.

    Raises ValueError for what is not whole seconds between SHORTEST and LONGEST, or above the cap.
    """

    start: timedelta
    increment: timedelta
    cap: timedelta

    def __post_init__(self) -> None:
        for duration in (self.start, self.increment, self.cap):
            _check_bounds(duration)
        if max(self.start, self.increment) > self.cap:
            raise ValueError("more than the cap")

    @property
    def gift(self) -> timedelta:
        """What an opponent can give: a quarter of the bank, or the increment if that is more."""
        return max(_part(self.start, 4), self.increment)

    @property
    def forgiven(self) -> timedelta:
        """What a player has whose timeout is forgiven: half the bank, or the increment."""
        return max(_part(self.start, 2), self.increment)

    @property
    def live(self) -> bool:
        """Whether the match is played in one sitting: nobody can ever think for an hour."""
        return self.cap < LIVE_BELOW

    def __str__(self) -> str:
        cap = "" if self.cap == self.start else f"/{write_duration(self.cap)}"
        return f"{write_duration(self.start)}+{write_duration(self.increment)}{cap}"


TimedClock: TypeAlias = PerMove | Bank
Clock: TypeAlias = NoClock | TimedClock


def _part(whole: timedelta, parts: int) -> timedelta:
    """One of so many equal parts, in whole seconds."""
    return whole // parts // _SECOND * _SECOND


def _check_bounds(duration: timedelta) -> None:
    if duration % _SECOND or not SHORTEST <= duration <= LONGEST:
        raise ValueError(f"{duration} is not whole seconds from {SHORTEST} to {LONGEST}")


def say_clock(clock: Clock) -> str:
    """For example ``3 days for every move`` or ``Bank: 3 days, +1 day a move, at most 5``."""
    match clock:
        case NoClock():
            return "No clock"
        case PerMove(period=period):
            return f"{say_duration(period)} for every move"
        case Bank():
            return _say_bank(clock)


def _say_bank(clock: Bank) -> str:
    start, cap = say_duration(clock.start), say_duration(clock.cap)
    words = f"{start}, +{say_duration(clock.increment)} a move"
    if clock.cap == clock.start:
        return words
    return f"Bank: {words}, at most {_shortened(cap, start)}"


def _shortened(cap: str, start: str) -> str:
    """The bare number where its unit, and nothing else, has just been said."""
    number, *units = cap.split()
    said = [word.rstrip("s") for word in start.split()[1:]]
    return number if [word.rstrip("s") for word in units] == said and len(said) == 1 else cap
