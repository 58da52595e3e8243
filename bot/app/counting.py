"""Counting what happens in matches and in the database, once it has happened."""

from datetime import datetime

from sqlalchemy import Connection, event

from bot.measures import DATABASE, ENTRIES
from bot.services.matches import SINCE_BEGUN, Change, Hook
from bot.services.part import Part


def count_entry(connection: Connection, change: Change, now: datetime) -> None:  # noqa: ARG001
    # the signature is that of every listener
    """Count the entry that a change has written, when its transaction is committed."""
    last = change.after.last
    if last is not None:
        counter = ENTRIES.labels(last.kind.value)
        event.listen(connection, "commit", lambda _: counter.inc(), once=True)


PART = Part(changed=(Hook(count_entry, SINCE_BEGUN),))


def time_transaction(kind: str, seconds: float, _raised: BaseException | None) -> None:
    """Note how long a transaction took."""
    DATABASE.labels(kind).observe(seconds)
