"""Values come back from SQLite as they went in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, insert, select
from sqlalchemy.exc import StatementError

from data.columns import DetourText, Instant, OutcomeJson, WordOf
from data.states import Detour, DetourReason, MatchState
from rules.game import Outcome, Reason


def there_and_back(kind: object, value: object) -> object:
    table = Table("t", MetaData(), Column("id", Integer, primary_key=True), Column("v", kind))
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        table.create(connection)
        connection.execute(insert(table).values(v=value))
        found = connection.execute(select(table.c.v)).scalar_one()
    engine.dispose()
    return found


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Instant(), datetime(2026, 3, 29, 1, 30, 0, 123456, tzinfo=UTC)),
        (WordOf(MatchState), MatchState.ANNULLED),
        (OutcomeJson(), Outcome(((0, 2), (1,)), Reason.SCORE, (18, 15, 18))),
        (OutcomeJson(), Outcome(((1,), (0,)), Reason.LEFT)),
        (DetourText(), Detour(DetourReason.GONE)),
        (DetourText(), Detour(DetourReason.FORBIDDEN, "create_public_threads")),
        (Instant(), None),
        (WordOf(MatchState), None),
        (OutcomeJson(), None),
        (DetourText(), None),
    ],
)
def test_values_come_back(kind: object, value: object) -> None:
    assert there_and_back(kind, value) == value


def test_moments_from_elsewhere_are_the_same_moments() -> None:
    noon_in_tokyo = datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=9)))
    stored = there_and_back(Instant(), noon_in_tokyo)
    assert stored == noon_in_tokyo
    assert isinstance(stored, datetime)
    assert stored.tzinfo is UTC


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(StatementError, match="time zone"):
        there_and_back(Instant(), datetime(2026, 1, 1))  # noqa: DTZ001 - that is the point


def test_an_unknown_word_is_refused() -> None:
    with pytest.raises(StatementError, match="no_such_state"):
        there_and_back(WordOf(MatchState), "no_such_state")
