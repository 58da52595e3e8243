"""Who is away on vacation, as far as ladders need to know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import Connection

from data.ids import PlayerId

Vacations: TypeAlias = Callable[[Connection, Sequence[PlayerId], datetime], frozenset[PlayerId]]
"""Those of the people who are on vacation at that time."""


def nobody(
    _connection: Connection, _people: Sequence[PlayerId], _now: datetime
) -> frozenset[PlayerId]:
    """Where there are no vacations, nobody is on one."""
    return frozenset()
