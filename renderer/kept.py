"""What is made once and kept for pictures to come, within bounds."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by key. Several threads may share one; beyond ``most`` the longest unused go."""

    def __init__(self, most: int, size: Callable[[Value], int] = lambda _: 1) -> None:
        """``most``: in bytes if ``size`` gives a value's bytes, else how many values."""
        self._lock = threading.Lock()
        self._values: LRUCache[Key, Value] = LRUCache(most, getsizeof=size)

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value that is kept, or what ``make`` gives, which another thread may make too."""
        with self._lock:
            known = self._values.get(key)
        if known is not None:
            return known
        made = make()
        with self._lock:
            return self._values.setdefault(key, made)

    @property
    def values(self) -> tuple[Value, ...]:
        with self._lock:
            return tuple(self._values.values())

    @property
    def size(self) -> int:
        """How many bytes or values are kept."""
        return round(self._values.currsize)
