"""Ladders as they are stored: read from their histories, and written entry by entry."""

import secrets
import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeAlias

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.services.challenges import storage as challenges
from bot.services.ladders import storage
from bot.services.ladders.due import next_due, vacations_of
from bot.services.ladders.entries import (
    Annulled,
    Challenged,
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
    Voided,
)
from bot.services.ladders.errors import UnknownLadder
from bot.services.ladders.models import LadderState, Mark, Subjects
from bot.services.ladders.places import Standings
from bot.services.ladders.snapshots import STEPS, from_plain, from_row, to_plain, to_row
from bot.services.ladders.steps import apply, is_ruling, lapsed, standings
from bot.services.ladders.storage import Ladder, Row, Snapshot
from bot.services.matches import Now
from bot.services.timers import storage as timers
from bot.services.timers.storage import Timer
from data.ids import ChallengeId, Key, LadderId
from data.states import ChallengeState, TimerKind

ALWAYS = (Noticed, Moved, Removed, Frozen, Thawed, Closed)
REMEMBERED = 64
"""Of how many ladders the standings are kept, to save replaying."""
KEY_BYTES = 12
SHOWN_EVERY = timedelta(minutes=2)
"""The standings in a channel are edited at most this often."""
KEPT_EVERY = 100
"""Of so many entries one is followed by a snapshot, and every ruling is."""
FollowsFirst: TypeAlias = Callable[[Connection, Ladder, datetime], None]
"""Takes part in the transaction by which a ladder gets another first."""
NOTHING: Mark = (0, "")
NO_CHALLENGE = ChallengeId(0)


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


class LadderStore:
    """The histories of all ladders.

    What was read once is not replayed again, as long as the history still has the entry up to which
    it was read. Several threads call it at once.
    """

    def __init__(self, now: Now, firsts: tuple[FollowsFirst, ...] = ()) -> None:
        self._now = now
        self._firsts = firsts
        self._lock = threading.Lock()
        self._states: LRUCache[LadderId, LadderState] = LRUCache(REMEMBERED)

    def read(
        self, connection: Connection, ladder_id: LadderId, *, lock: bool = False
    ) -> LadderState:
        """The ladder now. Raises UnknownLadder.

        ``lock``: nobody else changes it until this transaction ends.
        """
        ladder = storage.get(connection, ladder_id, lock=lock)
        if ladder is None:
            raise UnknownLadder(ladder_id)
        return self.standing(connection, ladder)

    def standing(self, connection: Connection, ladder: Ladder) -> LadderState:
        """The ladder, whose row was just read, with its standings."""
        with self._lock:
            known = self._states.get(ladder.id)
        state = (
            self._continued(connection, ladder, known)
            or self._kept(connection, ladder)
            or self._rebuilt(connection, ladder)
        )
        with self._lock:
            self._states[ladder.id] = state
        return state

    def append(
        self, connection: Connection, before: LadderState, entry: Entry, key: Key | None = None
    ) -> LadderState:
        """Write the next entry of a ladder that this transaction has locked, and what follows.

        Challenges that lapse become void, the standings in the channel are noted, the timer is set.
        """
        after = self._write(connection, before, entry, key)
        self._postpone(connection, before.standings, after.standings)
        self.set_timer(connection, after)
        self.note(connection, after.ladder)
        if before.standings.order[:1] != after.standings.order[:1]:
            for follow in self._firsts:
                follow(connection, after.ladder, self._now())
        return after

    def note(self, connection: Connection, ladder: Ladder) -> None:
        """Note that the standings in the channel have to follow."""
        if ladder.channel_id is not None:
            earliest = None if ladder.shown_at is None else ladder.shown_at + SHOWN_EVERY
            storage.note_standings(connection, ladder.id, self._now(), earliest)

    def _write(
        self, connection: Connection, before: LadderState, entry: Entry, key: Key | None
    ) -> LadderState:
        after = self._after(connection, before, entry)
        known, ladder = key or Key(f"ladder:{secrets.token_urlsafe(KEY_BYTES)}"), before.ladder
        subjects = self._subjects(connection, before, entry)
        row = to_row(entry) | subjects.row(before.standings, after)
        number = storage.add_entry(connection, ladder.id, row, known)
        if is_news(entry, before.standings, after, subjects):
            storage.note_news(connection, number, ladder.id, self._now())
        state = LadderState(ladder, after, (number, known))
        if number % KEPT_EVERY == 0 or is_ruling(before.standings, entry):
            storage.keep_snapshot(connection, ladder.id, _snapshot_of(state))
        for challenge in lapsed(before.standings, entry, after):
            if challenge.waiting:
                state = self._write(connection, state, Voided(entry.at, challenge.id), None)
                self.close(connection, challenge.id, ChallengeState.VOID)
        return state

    def _after(self, connection: Connection, before: LadderState, entry: Entry) -> Standings:
        if not is_ruling(before.standings, entry):
            return apply(before.standings, entry)
        rows = storage.entries_from(connection, before.ladder.id, 0)
        return standings((*map(from_row, rows), entry))

    def close(
        self, connection: Connection, challenge_id: ChallengeId, state: ChallengeState
    ) -> None:
        """End the ordinary challenge, whose card follows."""
        challenges.close(connection, challenge_id, state)
        challenges.note_card(connection, challenge_id, self._now())

    def _subjects(self, connection: Connection, before: LadderState, entry: Entry) -> Subjects:
        if isinstance(entry, Challenged):
            return Subjects(entry.player_id, entry.opponent_id)
        known = before.standings.challenges.get(getattr(entry, "challenge_id", NO_CHALLENGE))
        if known is not None:
            return Subjects.of(known)
        if isinstance(entry, Ended | Annulled | Corrected | Reopened):
            return self._players(connection, before, entry)
        return Subjects(getattr(entry, "player_id", None))

    def _players(
        self,
        connection: Connection,
        before: LadderState,
        entry: Ended | Annulled | Corrected | Reopened,
    ) -> Subjects:
        challenge = before.standings.challenge_of(entry.match_id)
        if challenge is not None:
            return Subjects.of(challenge)
        told = storage.entries_of_match(connection, entry.match_id)
        return Subjects(told[0]["player_id"], told[0]["opponent_id"]) if told else Subjects()

    def _postpone(self, connection: Connection, before: Standings, after: Standings) -> None:
        """Let ordinary challenges be open for as long as the ladder lets them."""
        for challenge in after.challenges.values():
            was = before.challenges.get(challenge.id)
            if challenge.waiting and was and was.expires_at != challenge.expires_at:
                challenges.set_expiry(connection, challenge.id, challenge.expires_at)
                challenges.note_card(connection, challenge.id, self._now())

    def set_timer(self, connection: Connection, state: LadderState) -> None:
        """Have the ladder looked at when something will be due on it."""
        due = next_due(state.standings, vacations_of(connection, state.standings))
        if due is None:
            timers.cancel(connection, TimerKind.LADDER, state.ladder.id)
        else:
            timers.set_timer(connection, Timer(TimerKind.LADDER, state.ladder.id, due))

    def _continued(
        self, connection: Connection, ladder: Ladder, known: LadderState | None
    ) -> LadderState | None:
        """What is remembered, with what was added since; None if it does not fit any more."""
        if known is None or known.ladder.rewritten != ladder.rewritten:
            return None
        if known.last == NOTHING:
            return None
        rows = storage.entries_from(connection, ladder.id, known.last[0])
        if not rows or _mark(rows[0]) != known.last:
            return None
        return _folded(ladder, known, rows[1:])

    def _kept(self, connection: Connection, ladder: Ladder) -> LadderState | None:
        """The ladder from its last snapshot on; None if there is none that fits."""
        kept = storage.snapshot(connection, ladder.id)
        if kept is None or kept.steps != STEPS or kept.rewritten != ladder.rewritten:
            return None
        mark = (kept.entry_id, kept.entry_key)
        known = LadderState(ladder, from_plain(kept.standings), mark)
        return self._continued(connection, ladder, known)

    def _rebuilt(self, connection: Connection, ladder: Ladder) -> LadderState:
        rows = storage.entries_from(connection, ladder.id, 0)
        mark = _mark(rows[-1]) if rows else NOTHING
        return LadderState(ladder, standings(map(from_row, rows)), mark)


def _folded(ladder: Ladder, known: LadderState, rows: Iterable[Row]) -> LadderState | None:
    """The ladder some entries later; None if one of them rules over what was before."""
    found, mark = known.standings, known.last
    for row in rows:
        entry = from_row(row)
        if is_ruling(found, entry):
            return None
        found, mark = apply(found, entry), _mark(row)
    return LadderState(ladder, found, mark)


def _snapshot_of(state: LadderState) -> Snapshot:
    return Snapshot(*state.last, state.ladder.rewritten, STEPS, to_plain(state.standings))


def _mark(row: Row) -> Mark:
    return row["id"], row["key"]
