"""The optional driver for PostgreSQL, and its timeouts."""

from importlib.util import find_spec

from data.errors import OpeningError

TIMEOUT = 6.0
"""Seconds to wait for a connection to the server, and for each of its answers.

A statement without an answer is cancelled, which may take as long again.
"""
POOL_TIMEOUT = 5.0
"""Seconds to wait for a connection while all of them are in use."""
KEEPALIVES = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
"""Server settings by which it detects a dead client and releases its locks."""
SERVER_TIMEOUTS = {"idle_in_transaction_session_timeout": "30000", "statement_timeout": "15000"}
"""Server settings, in milliseconds, that end idle transactions and waiting statements.

They are longer than TIMEOUT, after which this program gives up itself.
"""


def check_driver() -> None:
    """Raise OpeningError where the driver is not installed."""
    if find_spec("asyncpg") is None:
        raise OpeningError(
            "PostgreSQL needs a driver: install the project with its extra, quintet[postgres]."
        )
