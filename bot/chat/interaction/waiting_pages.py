"""Private messages that wait for a match to be looked back at, as long as they can be changed.

They are kept in memory, as long as Discord lets them be changed from outside; a restart forgets
them, and they show how it stands as soon as they are touched.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from cachetools import FIFOCache

from bot.services.waking import Wakeup
from data.ids import MatchId

MOST = 1000
"""How many are kept in mind; beyond that the oldest wait until they are touched."""


@dataclass(frozen=True, slots=True, eq=False)
class WaitingPage:
    """A message about a match, how it is shown anew, and until when it can be changed."""

    message_id: int
    match_id: MatchId
    until: datetime
    show: Callable[[WaitingPage], Awaitable[None]]


class WaitingPages:
    """What waits, by its messages; the latest state of each."""

    def __init__(self) -> None:
        self._waiting: FIFOCache[int, WaitingPage] = FIFOCache(MOST)
        self.news = Wakeup()
        """Set when something waits, or may have come to an end."""

    def note(self, page: WaitingPage) -> None:
        """Keep in mind that the page waits, in place of what its message showed before."""
        self.forget(page.message_id)
        self._waiting[page.message_id] = page
        self.news.set()

    def forget(self, message_id: int) -> None:
        """The message shows something else, or will."""
        self._waiting.pop(message_id, None)

    def waits(self, page: WaitingPage) -> bool:
        """Whether it still waits, and shows nothing else by now."""
        return self._waiting.get(page.message_id) is page

    def changeable(self, now: datetime) -> list[WaitingPage]:
        """Those that can be changed; the others are forgotten."""
        for page in [each for each in self._waiting.values() if each.until <= now]:
            self.forget(page.message_id)
        return list(self._waiting.values())
