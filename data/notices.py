"""Notices: calling subscribers after a commit.

A transaction calls ``notify(connection, "outbox")``; the subscribers of that subject are called
after its commit, and never after a rollback.
"""

from collections.abc import Callable
from typing import TypeAlias

import structlog
from sqlalchemy import Connection

logger = structlog.get_logger(__name__)

Subscriber: TypeAlias = Callable[[], None]

_KEY = "notices"


def notify(connection: Connection, subject: str) -> None:
    """Call the subscribers of ``subject`` after this transaction is committed."""
    connection.info.setdefault(_KEY, set()).add(subject)


def take_subjects(connection: Connection) -> frozenset[str]:
    """The subjects of the notices since the last call."""
    return frozenset(connection.info.pop(_KEY, ()))


class Subscribers:
    """The subscribers by subject."""

    def __init__(self) -> None:
        self._by_subject: dict[str, list[Subscriber]] = {}

    def add(self, subject: str, subscriber: Subscriber) -> None:
        """Subscribe to ``subject``."""
        self._by_subject.setdefault(subject, []).append(subscriber)

    def tell(self, subjects: frozenset[str]) -> None:
        """Call the subscribers of these subjects; log what they raise."""
        for subject in sorted(subjects):
            for subscriber in self._by_subject.get(subject, ()):
                try:
                    subscriber()
                except Exception:
                    logger.exception("subscriber failed", subject=subject)

    def tell_all(self) -> None:
        """Call all subscribers, since notices may have been missed."""
        self.tell(frozenset(self._by_subject))
