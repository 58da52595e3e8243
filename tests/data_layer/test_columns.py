"""Values come back as they went in."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, insert, select
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.types import TypeEngine

from bot.core.outbox import BOARD_MESSAGE
from data.columns import ENGINE, ENGINES, FALLBACK, Instant, WordOf
from data.ids import Engine
from data.states import Ending, FallbackReason, MessageKind, ThreadFallback, TimerKind

pytestmark = pytest.mark.both_databases


async def there_and_back(url: str, kind: TypeEngine[Any], value: object) -> object:
    table = Table("t", MetaData(), Column("id", Integer, primary_key=True), Column("v", kind))
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(table.create)
            await connection.execute(insert(table).values(v=value))
            return (await connection.execute(select(table.c.v))).scalar_one()
    finally:
        await engine.dispose()


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Instant(), datetime(2026, 3, 29, 1, 30, 0, 123456, tzinfo=UTC)),
        (WordOf(Ending), Ending.ANNULLED),
        (ENGINE, Engine(3)),
        (ENGINES, (Engine(2), Engine(4))),
        (ENGINES, ()),
        (FALLBACK, ThreadFallback(FallbackReason.GONE)),
        (FALLBACK, ThreadFallback(FallbackReason.FORBIDDEN, "create_public_threads")),
        (Instant(), None),
        (WordOf(Ending), None),
        (ENGINE, None),
        (FALLBACK, None),
    ],
)
async def test_values_come_back(empty_url: str, kind: TypeEngine[Any], value: object) -> None:
    assert await there_and_back(empty_url, kind, value) == value


async def test_moments_from_elsewhere_are_the_same_moments(empty_url: str) -> None:
    noon_in_tokyo = datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=9)))
    stored = await there_and_back(empty_url, Instant(), noon_in_tokyo)
    assert stored == noon_in_tokyo
    assert isinstance(stored, datetime)
    assert stored.utcoffset() == timedelta(0)


async def test_a_moment_without_a_zone_is_refused(empty_url: str) -> None:
    with pytest.raises(StatementError, match="time zone"):
        await there_and_back(empty_url, Instant(), datetime(2026, 1, 1))  # noqa: DTZ001 - the point


async def test_an_unknown_word_is_refused(empty_url: str) -> None:
    with pytest.raises(StatementError, match="no_such_state"):
        await there_and_back(empty_url, WordOf(Ending), "no_such_state")


def test_a_kind_is_declared_once() -> None:
    with pytest.raises(ValueError, match="board is declared twice"):
        MessageKind("board")
    assert MessageKind.read("board") is BOARD_MESSAGE


def test_no_word_is_too_long_for_its_column() -> None:
    words = (*MessageKind.known, *TimerKind.known)
    assert [word for word in words if len(word) > 16] == []
