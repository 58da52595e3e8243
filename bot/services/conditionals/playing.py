"""Prepared moves are played, or let go of, in the transaction of what has happened."""

from dataclasses import replace
from datetime import datetime
from operator import attrgetter

from sqlalchemy import Connection

from bot.services.conditionals import storage
from bot.services.conditionals.models import followed
from bot.services.conditionals.storage import Conditional
from bot.services.matches import MatchState, NewEntry, When
from bot.services.matches.entries_storage import Entry
from bot.services.part import Part
from data.ids import Key
from data.states import EntryKind
from rules.errors import MoveError

PREPARED = "prepared"
"""How the keys of moves that were played like this begin."""

_UNMOVED = (EntryKind.PLACE, EntryKind.PAUSE, EntryKind.RESUME)


def play_prepared(connection: Connection, match: MatchState, now: datetime) -> NewEntry | None:
    """The answer that somebody has prepared to what was just played, if there is one.

    Lines that were left are forgotten, and so is everything once the match ends or goes back.
    """
    if match.last is None:
        return None
    answer, left = None, 0
    for kept in storage.of_match(connection, match.id):
        after = _after(kept, match, match.last)
        if after is None:
            storage.drop(connection, match.id, kept.player_id)
            continue
        left += 1
        storage.put(connection, match.id, after, now)
        if match.to_move_player == kept.player_id and match.last.kind is EntryKind.MOVE:
            answer = _answer(match, after)
            if answer is None:  # it is not legal any more
                storage.drop(connection, match.id, kept.player_id)
                left -= 1
    if not left:
        storage.mark(connection, match.id, prepared=False)
    return answer


def was_prepared(entry: Entry | None) -> bool:
    """Whether a move was prepared before it was played."""
    return entry is not None and entry.key.startswith(f"{PREPARED}:")


def _after(kept: Conditional, match: MatchState, entry: Entry) -> Conditional | None:
    """What is left of what somebody had prepared; None if nothing is."""
    seat = match.seat_of(kept.player_id)
    if not match.is_running or kept.ply != match.ply - 1 or seat is None or seat in match.left:
        return None
    if entry.kind in _UNMOVED:
        return replace(kept, ply=match.ply)
    if entry.kind is not EntryKind.MOVE:
        return None
    lines = followed(kept.lines, entry.text)
    return replace(kept, ply=match.ply, lines=lines, draft=(), taken=()) if lines else None


def _answer(match: MatchState, kept: Conditional) -> NewEntry | None:
    try:
        text = str(match.position.parse(kept.lines[0][0]))
    except MoveError:
        return None
    key = Key(f"{PREPARED}:{match.id}:{match.ply + 1}")
    return NewEntry(EntryKind.MOVE, text, match.to_move, kept.player_id, key)


PART = Part(follow_up=(When(attrgetter("match.conditional"), play_prepared),))
