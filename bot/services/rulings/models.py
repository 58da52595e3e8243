"""What managers did to a match."""

from dataclasses import dataclass
from datetime import datetime

from bot.services.errors import ServiceError
from bot.services.matches import MatchState
from data.ids import PlayerId
from data.states import EntryKind


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: the ply of its entry, what was ruled, by whom, and the reason given."""

    ply: int
    kind: EntryKind
    manager_id: PlayerId | None
    text: str
    reason: str
    created_at: datetime


class BadRanking(ServiceError):
    """The ranking does not name every seat of the match once."""

    view: MatchState
