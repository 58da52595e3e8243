"""When the bot was away, and when so many would lose on time that it must have been."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.services.clocks.ledger import OutageId

SHORTEST_OUTAGE = timedelta(seconds=60)
"""What is not longer than this is not made good."""

FEW = 5
FEW_PER_CENT = 10


@dataclass(frozen=True, slots=True)
class Outage:
    """The bot was away, or cut off from Discord, between two instants."""

    id: OutageId
    began: datetime
    ended: datetime

    @property
    def length(self) -> timedelta:
        """How long it lasted."""
        return self.ended - self.began


def too_many_timeouts(due: int, running: int) -> bool:
    """Whether one sweep would end more of the ``running`` clocks than can be believed."""
    return due > FEW and due * 100 > running * FEW_PER_CENT
