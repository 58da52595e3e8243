"""The driver for PostgreSQL, which those who use SQLite need not have."""

from importlib.util import find_spec

from data.errors import OpeningError

TIMEOUT = 6.0
"""Seconds to wait for a server that does not answer: to reach it, and for each of its answers.

A statement that got none is withdrawn, for which as long is waited again.
"""
POOL_TIMEOUT = 5.0
"""Seconds to wait for a connection while all of them are in use."""
ABANDONED = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
"""How the server notices that a program has vanished: seconds, probes and milliseconds.

It then lets go of that program's locks.
"""
GIVEN_UP = {"idle_in_transaction_session_timeout": "30000", "statement_timeout": "15000"}
"""After how many milliseconds the server ends a transaction that hears of no further statement, and
a statement that waits for others: later than this program has given them up, whatever gets through.

The program itself needs no more than its TIMEOUT to notice that a server has vanished.
"""


def check_driver() -> None:
    """Raise OpeningError where the driver is not installed."""
    if find_spec("asyncpg") is None:
        raise OpeningError(
            "PostgreSQL needs a driver: install the project with its extra, quintet[postgres]."
        )
