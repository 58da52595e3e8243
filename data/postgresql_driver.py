"""The driver for PostgreSQL, which those who use SQLite need not have."""

from __future__ import annotations

from importlib.util import find_spec

from data.errors import OpeningError

TIMEOUT = 10.0
"""Seconds to wait for a server that does not answer."""


def check_driver() -> None:
    """Raise OpeningError where the driver is not installed."""
    if find_spec("asyncpg") is None:
        raise OpeningError(
            "PostgreSQL needs a driver: install the project with its extra, quintet[postgres]."
        )
