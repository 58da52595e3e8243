"""SQLAlchemy on connections to SQLite files, each of which has an engine of its own.

A statement is compiled once for all of them: to compile it takes longer than to run it, and a file
has several connections, each of which would meet every statement for the first time.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import CompiledCacheType, DBAPIConnection
from sqlalchemy.pool import StaticPool
from sqlalchemy.util import LRUCache

_URL = make_url("sqlite://")
_KEPT = 1000
"""Compiled statements, which is more than are in use at the same time."""


def engine_on(raw: Callable[[], Any], begin: str) -> Engine:
    """What runs transactions on one connection; they start with the statement ``begin``."""
    shared = _shared()
    pool = StaticPool(raw, dialect=shared.dialect)
    event.listen(pool, "connect", _add_functions)
    engine = Engine(
        pool, shared.dialect, _URL, execution_options={"compiled_cache": shared.compiled}
    )

    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", begin_transaction)
    return engine


class _Shared(NamedTuple):
    dialect: Dialect
    compiled: CompiledCacheType


@cache
def _shared() -> _Shared:
    engine = create_engine(_URL)
    with engine.connect():
        pass  # the dialect asks the first connection what it speaks with
    engine.dispose()
    return _Shared(engine.dialect, LRUCache(_KEPT))


def _add_functions(raw: DBAPIConnection, _record: object) -> None:
    add = _shared().dialect.on_connect()
    if add is not None:
        add(raw)
