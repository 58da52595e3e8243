"""Column types that hold the project's own values, the same on SQLite and PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from operator import attrgetter
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import BigInteger, DateTime, Dialect, Integer, String
from sqlalchemy.types import TypeDecorator, TypeEngine

from data.errors import UnreadableError
from data.ids import Engine
from data.states import FallbackReason, ThreadFallback
from data.states import Kind as OpenKind

Word = TypeVar("Word", bound=StrEnum)
Declared = TypeVar("Declared", bound=OpenKind)

_MICROSECOND = timedelta(microseconds=1)

BIG = BigInteger().with_variant(Integer, "sqlite")
"""An id of ours: SQLite counts rows up only in a plain INTEGER."""
Kind = TypeVar("Kind")


class Instant(TypeDecorator[datetime]):
    """A moment in UTC. SQLite does not store the zone, so it is added when read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; raises ValueError for a moment without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored moment needs a time zone")
        moment = value if value.tzinfo is UTC else value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or dialect.name != "sqlite":
            return value
        return value.replace(tzinfo=UTC)


class Converted(TypeDecorator[Kind], Generic[Kind]):
    """A column of values converted by ``write`` and ``read``; NULL is ``absent``."""

    impl: TypeEngine[Any] | type[TypeEngine[Any]] = String
    cache_ok = True

    def __init__(
        self,
        impl: TypeEngine[Any],
        write: Callable[[Kind], object],
        read: Callable[[Any], Kind],
        absent: Kind | None = None,
    ) -> None:
        super().__init__()
        self.impl, self.write, self.read, self.absent = impl, write, read, absent

    def process_bind_param(self, value: Kind | None, dialect: Dialect) -> object:
        return None if value is None else self.write(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Kind | None:
        """The value; raises UnreadableError if ``read`` raises ValueError."""
        try:
            return self.absent if value is None else self.read(value)
        except ValueError as error:
            raise UnreadableError(str(error)) from None


class KindOf(Converted[Declared]):
    """A kind that a feature declares."""

    cache_ok = True

    def __init__(self, kinds: type[Declared]) -> None:
        super().__init__(String(16), str, kinds.read)
        self.kinds = kinds


class WordOf(Converted[Word]):
    """A member of a string enumeration."""

    cache_ok = True

    def __init__(self, words: type[Word]) -> None:
        super().__init__(String(16), lambda value: words(value).value, words)
        self.words = words


def _fallback(text: str) -> ThreadFallback:
    reason, _, permission = text.partition(":")
    return ThreadFallback(FallbackReason(reason), permission or None)


DURATION = Converted[timedelta](
    BigInteger(), lambda length: length // _MICROSECOND, lambda number: number * _MICROSECOND
)
"""A length of time, to the microsecond; it may be negative."""
ENGINE = Converted[Engine](Integer(), attrgetter("level"), Engine)
"""An engine, stored as its level."""
ENGINES = Converted[tuple[Engine, ...]](
    String(16),
    lambda engines: ",".join(str(engine.level) for engine in engines) or None,
    lambda text: tuple(Engine(int(level)) for level in text.split(",")),
    absent=(),
)
"""Several engines, stored as their levels: ``2,3``; NULL for none."""
FALLBACK = Converted[ThreadFallback](
    String(64), lambda why: ":".join(filter(None, (why.reason, why.permission))), _fallback
)
"""Why a match is not in a thread: ``gone``, ``forbidden`` or ``forbidden:send_messages``."""


@contextmanager
def readable() -> Iterator[None]:
    """Turn ValueError and DecodeError into UnreadableError."""
    try:
        yield
    except (msgspec.DecodeError, ValueError) as error:
        raise UnreadableError(str(error)) from None


def typed(stored: Any, kind: type[Kind]) -> Kind:
    """Decoded JSON as a value of ``kind``; raises UnreadableError."""
    with readable():
        return msgspec.convert(stored, kind)
