"""Matches without a clock in which nobody moves."""

from dataclasses import dataclass
from datetime import datetime, timedelta

NUDGE_AFTER = timedelta(days=14)
NUDGE_AGAIN_AFTER = timedelta(days=7)
CALL_OFF_AFTER = timedelta(days=60)
NUDGES_BEFORE = 2
NOTICE_AFTER = timedelta(days=120)
NOTICE = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Idleness:
    """Nothing has happened in a match since ``since``, but for these nudges."""

    since: datetime
    nudges: tuple[datetime, ...] = ()

    @property
    def nudge_from(self) -> datetime:
        """From when on the opponent may nudge."""
        quiet = self.since + NUDGE_AFTER
        return max(quiet, self.nudges[-1] + NUDGE_AGAIN_AFTER) if self.nudges else quiet

    @property
    def call_off_from(self) -> datetime | None:
        """From when on either may call the match off; None before enough nudges."""
        if len(self.nudges) < NUDGES_BEFORE:
            return None
        return max(self.since + CALL_OFF_AFTER, self.nudges[NUDGES_BEFORE - 1])

    @property
    def notice_at(self) -> datetime:
        """When both are told that the match will be called off by itself."""
        return self.since + NOTICE_AFTER

    @property
    def called_off_at(self) -> datetime:
        """When it is, unless somebody touches it."""
        return self.notice_at + NOTICE
