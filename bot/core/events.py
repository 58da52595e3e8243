"""Events besides changes of matches, and the features that listen to them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection

Listener: TypeAlias = Callable[..., Any]
"""Called with (connection, event, now), or for a question with (connection, question)."""
Listeners: TypeAlias = Mapping[type[Any], Sequence[Listener]]
"""The listeners for each type of event, in order."""


class Events:
    """Calls the listeners of an event in the transaction in which it happens."""

    def __init__(self) -> None:
        self.listeners: Listeners = {}

    def tell(self, connection: Connection, event: object, now: datetime) -> None:
        """Call the listeners for this type of event; an exception rolls the transaction back."""
        for listener in self.listeners.get(type(event), ()):
            listener(connection, event, now)

    def ask(self, connection: Connection, question: object) -> Iterator[Any]:
        """The answers of the listeners for this type of question."""
        for listener in self.listeners.get(type(question), ()):
            yield listener(connection, question)


NO_LISTENERS = Events()
"""For services that are used alone, as in tests."""
