"""What people have done that is still being answered: no timeout overtakes what came before it."""

from collections.abc import Hashable
from datetime import datetime, timedelta

AT_MOST = timedelta(minutes=1)
"""How long something that is being answered is waited for."""


class Hearing:
    """Notes what is being answered in this process, and when that reached Discord."""

    def __init__(self) -> None:
        self._answering: dict[Hashable, tuple[datetime, datetime]] = {}

    def begin(self, task: Hashable, arrived: datetime, now: datetime) -> None:
        """Something that reached Discord when it ``arrived`` is being answered from ``now`` on."""
        self._answering[task] = arrived, now

    def end(self, task: Hashable) -> None:
        """It has been answered."""
        self._answering.pop(task, None)

    def is_waiting(self, deadline: datetime, now: datetime) -> bool:
        """Whether something from before the ``deadline`` is being answered; it may be a move."""
        return any(
            arrived < deadline and now - since < AT_MOST
            for arrived, since in tuple(self._answering.values())
        )
