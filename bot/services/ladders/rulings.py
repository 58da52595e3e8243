"""Rulings replay a ladder from the match that they are about."""

from collections.abc import Iterable

from bot.services.ladders.entries import Annulled, Corrected, Ended, Entry, Reopened
from data.ids import MatchId


def as_ruled(entries: Iterable[Entry]) -> list[Entry | None]:
    """The history as it would have been with the last word on each match from the start.

    Entry for entry: a corrected result counts when the match ended, an annulled match never had
    one, and the end of a match that was reopened is None. The rulings stay where they were.
    """
    told: list[Entry | None] = []
    ends: dict[MatchId, Ended | Annulled] = {}
    index: dict[MatchId, int] = {}
    for entry in entries:
        match entry:
            case Ended() | Annulled() if entry.match_id not in ends:
                ends[entry.match_id], index[entry.match_id] = entry, len(told)
            case Annulled() | Corrected() if entry.match_id in ends:
                told[index[entry.match_id]] = _instead(entry, ends[entry.match_id])
            case Reopened() if entry.match_id in ends:
                del ends[entry.match_id]
                told[index[entry.match_id]] = None
        told.append(entry)
    return told


def _instead(ruling: Annulled | Corrected, end: Ended | Annulled) -> Entry:
    """What the ruling makes of the end of the match, at its time."""
    if isinstance(ruling, Annulled):
        return Annulled(end.at, ruling.match_id)
    return Ended(end.at, ruling.match_id, ruling.winner_id)
