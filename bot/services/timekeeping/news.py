"""What players hear of when somebody has done something about the time of a match."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.services.clocks import LedgerLine
from bot.services.clocks import storage as clocks
from bot.services.matches import MatchState, MatchStore
from bot.services.outbox import storage as outbox
from bot.services.outbox.storage import Due
from bot.services.posting import Post, PostKind
from data.ids import MatchId
from data.states import MessageKind


@dataclass(frozen=True, slots=True)
class ClockNews:
    """A line of the ledger, with its number, and the match as it is now."""

    id: int
    match: MatchState
    line: LedgerLine


def note_news(connection: Connection, line: int, match_id: MatchId, now: datetime) -> None:
    """Note that players have to hear of a change of their time, by its number."""
    outbox.add(connection, outbox.of_match(MessageKind.CLOCK, match_id, line, 0), now)


def clock_posts(store: MatchStore) -> PostKind[ClockNews]:
    """News of clocks: posted where the match is played, and left as they are."""

    def load(connection: Connection, due: Due) -> Post[ClockNews] | None:
        found = clocks.line(connection, due.subject_id)
        if found is None:
            return None
        match_id, line = found
        match = store.read(connection, match_id)
        return Post(ClockNews(due.subject_id, match, line), (match.where,))

    return PostKind(kind=MessageKind.CLOCK, load=load, once=True)
