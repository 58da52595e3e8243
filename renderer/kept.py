"""What is made once and kept for pictures to come, within bounds."""

import threading
import zlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from cachetools import LRUCache

from renderer.palette import Indices

_LATEST, _PACKED, _WHOLE = 4 << 20, 8 << 20, 8 << 20
"""The bytes that a stock keeps: of parts as they are, of packed ones, and of whole pictures."""
_QUICK = 1
"""How hard parts are compressed."""
_KEY = 500
"""The bytes that a key takes beside its part."""

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

    def put(self, key: Key, value: Value) -> None:
        """Keep the value in place of the one that there was."""
        with self._lock:
            self._values[key] = value

    @property
    def values(self) -> tuple[Value, ...]:
        with self._lock:
            return tuple(self._values.values())

    @property
    def size(self) -> int:
        """How many bytes or values are kept."""
        return round(self._values.currsize)


@dataclass(frozen=True, slots=True)
class _Packed:
    """Palette indices, compressed."""

    data: bytes
    shape: tuple[int, ...]

    @classmethod
    def of(cls, part: Indices) -> "_Packed":
        return cls(zlib.compress(part.tobytes(), _QUICK), part.shape)

    @property
    def part(self) -> Indices:
        return np.frombuffer(zlib.decompress(self.data), np.uint8).reshape(self.shape)


class Stock:
    """Parts of pictures that many painters share, by whose they are and what they show.

    Small parts that were asked for lately are kept as they are, ten times as many compressed: to
    unpack one takes a tenth of the time that drawing it takes. Whole pictures are only kept as
    they are, for a painter makes one anew from its parts as quickly as it is unpacked.
    """

    def __init__(self) -> None:
        self._latest: Kept[Hashable, Indices] = Kept(_LATEST, lambda part: part.nbytes)
        self._packed: Kept[Hashable, _Packed] = Kept(_PACKED, lambda part: len(part.data) + _KEY)
        self.whole: Kept[Hashable, Any] = Kept(_WHOLE, lambda part: part.nbytes)

    def get(self, key: Hashable, make: Callable[[], Indices]) -> Indices:
        """The part that is kept, or what ``make`` gives; nobody may write to it."""
        return self._latest.get(key, lambda: self._packed.get(key, lambda: _Packed.of(make())).part)

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return self._latest.size + self._packed.size + self.whole.size
