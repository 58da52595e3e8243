"""Decorators for methods that are one transaction each.

Such a method takes a ``Connection`` after ``self``; callers leave it out:

    class Settings:
        _database: Database

        @writes
        def choose(self, connection: Connection, player_id: PlayerId, theme: str) -> None: ...

    await settings.choose(player_id, "wood")
"""

from collections.abc import Callable, Coroutine
from functools import partial, update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from data.database import Database


class _HasDatabase(Protocol):
    _database: Database


Given = ParamSpec("Given")
Found = TypeVar("Found")
Owner = TypeVar("Owner", bound=_HasDatabase)
Work = Callable[Concatenate[Owner, Connection, Given], Found]
Method = Callable[Concatenate[Owner, Given], Coroutine[Any, Any, Found]]


def reads(work: Work[Owner, Given, Found]) -> Method[Owner, Given, Found]:
    """Run the method by ``Database.read``."""

    async def method(self: Owner, /, *args: Given.args, **options: Given.kwargs) -> Found:
        return await self._database.read(partial(work, self), *args, **options)

    update_wrapper(method, work)
    return method


def writes(work: Work[Owner, Given, Found]) -> Method[Owner, Given, Found]:
    """Run the method by ``Database.write``."""

    async def method(self: Owner, /, *args: Given.args, **options: Given.kwargs) -> Found:
        return await self._database.write(partial(work, self), *args, **options)

    update_wrapper(method, work)
    return method
