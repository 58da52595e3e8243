"""Of which entries people hear besides the standings."""

from bot.services.ladders.entries import (
    Annulled,
    Closed,
    Corrected,
    Declined,
    Ended,
    Entry,
    Expired,
    Frozen,
    Moved,
    Noticed,
    Removed,
    Reopened,
    Thawed,
)
from bot.services.ladders.models import Subjects
from bot.services.ladders.places import Standings

ALWAYS = (Noticed, Moved, Removed, Frozen, Thawed, Closed)


def is_news(entry: Entry, before: Standings, after: Standings, subjects: Subjects) -> bool:
    """Whether the entry has a message of its own.

    Matches tell their players themselves what their end has moved, except who is off.
    """
    if isinstance(entry, ALWAYS):
        return True
    if isinstance(entry, Declined | Expired | Corrected | Reopened):
        return before.order != after.order
    if isinstance(entry, Annulled):
        return before.order != after.order and subjects.player_id is not None
    if isinstance(entry, Ended):
        return len(after.order) < len(before.order)
    return False
