"""Column types that hold the project's own values, the same on SQLite and PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import BigInteger, DateTime, Dialect, Integer, String
from sqlalchemy.types import TypeDecorator

from data.errors import UnreadableError
from data.ids import Engine
from data.states import FallbackReason, ThreadFallback

Word = TypeVar("Word", bound=StrEnum)

_MICROSECOND = timedelta(microseconds=1)

BIG = BigInteger().with_variant(Integer, "sqlite")
"""An id of ours: SQLite counts rows up only in a plain INTEGER."""
Kind = TypeVar("Kind")


class Instant(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the zone, so it is put back when read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Only moments that know their zone are stored; raises ValueError for others."""
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


class Duration(TypeDecorator[timedelta]):
    """A length of time, to the microsecond; it may be negative."""

    impl = BigInteger()
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        return None if value is None else value // _MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        return None if value is None else value * _MICROSECOND


class WordOf(TypeDecorator[Word], Generic[Word]):
    """One of the words of an enumeration."""

    impl = String(16)
    cache_ok = True

    def __init__(self, words: type[Word]) -> None:
        super().__init__()
        self.words = words

    def process_bind_param(self, value: Word | None, dialect: Dialect) -> str | None:
        return None if value is None else self.words(value).value

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Word | None:
        """The word; raises UnreadableError for one that is unknown."""
        try:
            return None if value is None else self.words(value)
        except ValueError as error:
            raise UnreadableError(str(error)) from None


class EngineLevels(TypeDecorator[tuple[Engine, ...]]):
    """Several engines as their levels: ``2,3``; NULL for none."""

    impl = String(16)
    cache_ok = True

    def process_bind_param(self, value: tuple[Engine, ...] | None, dialect: Dialect) -> str | None:
        return ",".join(str(engine.level) for engine in value or ()) or None

    def process_result_value(self, value: Any | None, dialect: Dialect) -> tuple[Engine, ...]:
        with readable():
            return tuple(Engine(int(level)) for level in (value or "").split(",") if level)


class EngineLevel(TypeDecorator[Engine]):
    """An opponent that is a program, by its level."""

    impl = Integer()
    cache_ok = True

    def process_bind_param(self, value: Engine | None, dialect: Dialect) -> int | None:
        return None if value is None else value.level

    def process_result_value(self, value: int | None, dialect: Dialect) -> Engine | None:
        return None if value is None else Engine(value)


class FallbackText(TypeDecorator[ThreadFallback]):
    """Why a match is not in a thread: ``gone``, ``forbidden`` or ``forbidden:send_messages``."""

    impl = String(64)
    cache_ok = True

    def process_bind_param(self, value: ThreadFallback | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        return f"{value.reason.value}:{value.permission}" if value.permission else value.reason

    def process_result_value(self, value: str | None, dialect: Dialect) -> ThreadFallback | None:
        if value is None:
            return None
        reason, _, permission = value.partition(":")
        with readable():
            return ThreadFallback(FallbackReason(reason), permission or None)


@contextmanager
def readable() -> Iterator[None]:
    """Raise UnreadableError for a value that cannot be read."""
    try:
        yield
    except (msgspec.DecodeError, ValueError) as error:
        raise UnreadableError(str(error)) from None


def typed(stored: Any, kind: type[Kind]) -> Kind:
    """What was read as JSON, as a value of ``kind``; raises UnreadableError for what is none."""
    with readable():
        return msgspec.convert(stored, kind)
