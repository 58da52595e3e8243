"""How long may be looked for what is certain, where that could take much longer."""

from collections.abc import Callable

_BETWEEN = 1024  # positions between two looks at the clock


class TooLongError(Exception):
    """It takes longer than was allowed."""


class Effort:
    """So many positions may be looked at, as long as it is not late."""

    __slots__ = ("_allowed", "_is_late", "_spent")

    def __init__(self, allowed: int, is_late: Callable[[], bool]) -> None:
        self._allowed = allowed
        self._is_late = is_late
        self._spent = 0

    def spend(self) -> None:
        """One more position; raises TooLongError where that is too many."""
        self._spent += 1
        if self._spent > self._allowed:
            raise TooLongError
        if not self._spent % _BETWEEN and self._is_late():
            raise TooLongError
