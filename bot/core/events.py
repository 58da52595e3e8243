"""What happens beside changes of matches, told to the features that want to hear of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection

Listener: TypeAlias = Callable[..., Any]
"""Called with a connection and the event, and for what is told with the time."""
Listeners: TypeAlias = Mapping[type[Any], Sequence[Listener]]
"""Who hears of each type of event, in their order."""


class Events:
    """Tells events to whoever hears of their type, in the transaction in which they happen."""

    def __init__(self) -> None:
        self.listeners: Listeners = {}

    def tell(self, connection: Connection, event: object, now: datetime) -> None:
        """Call all who hear of the event; an error of one takes the whole transaction back."""
        for listener in self.listeners.get(type(event), ()):
            listener(connection, event, now)

    def ask(self, connection: Connection, question: object) -> Iterator[Any]:
        """What each of those answers who hear of the question."""
        for listener in self.listeners.get(type(question), ()):
            yield listener(connection, question)


UNHEARD = Events()
"""Nobody hears of anything."""
