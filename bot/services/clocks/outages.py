"""When the bot was away, and when so many would lose on time that it must have been."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.services.clocks.ledger import OutageId

SHORTEST_OUTAGE = timedelta(seconds=60)
"""What is not longer than this is made good in live matches alone."""

FEW = 5
FEW_PER_CENT = 10


@dataclass(frozen=True, slots=True)
class Outage:
    """The bot was away, or cut off from Discord, between two instants.

    ``live_only``: not for long enough to be made good where a match takes days.
    """

    id: OutageId
    began: datetime
    ended: datetime
    live_only: bool = False

    @property
    def length(self) -> timedelta:
        """How long it lasted."""
        return self.ended - self.began


def too_many_timeouts(due: int, running: int) -> bool:
    """Whether one sweep would end more of the ``running`` clocks than can be believed."""
    return due > FEW and due * 100 > running * FEW_PER_CENT
