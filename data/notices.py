"""Telling the program, after a commit, what a transaction has left for others to do.

A transaction says ``give(connection, "outbox")``; whoever subscribed to that subject is called once
it is committed, and never for one that was taken back.
"""

from collections.abc import Callable
from typing import TypeAlias

import structlog
from sqlalchemy import Connection

logger = structlog.get_logger(__name__)

Subscriber: TypeAlias = Callable[[], None]

_KEY = "notices"


def notify(connection: Connection, subject: str) -> None:
    """Tell the subscribers of ``subject`` when this transaction is committed."""
    connection.info.setdefault(_KEY, set()).add(subject)


def take(connection: Connection) -> frozenset[str]:
    """The subjects of which notice was given since the last time."""
    return frozenset(connection.info.pop(_KEY, ()))


class Subscribers:
    """Who wants to know of what."""

    def __init__(self) -> None:
        self._by_subject: dict[str, list[Subscriber]] = {}

    def add(self, subject: str, subscriber: Subscriber) -> None:
        """Have ``subscriber`` called for ``subject`` from now on."""
        self._by_subject.setdefault(subject, []).append(subscriber)

    def tell(self, subjects: frozenset[str]) -> None:
        """Call everybody who wants to know of a subject, and log what they raise."""
        for subject in sorted(subjects):
            for subscriber in self._by_subject.get(subject, ()):
                try:
                    subscriber()
                except Exception:
                    logger.exception("subscriber failed", subject=subject)

    def tell_all(self) -> None:
        """Call everybody, for whom it is not known what they have missed."""
        self.tell(frozenset(self._by_subject))
