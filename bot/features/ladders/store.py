"""Reads the standings of ladders from their histories, and writes these entry by entry."""

import secrets
import threading
from dataclasses import dataclass
from typing import TypeAlias

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.core import timers
from bot.core.actor import Actor
from bot.core.events import NO_LISTENERS, Events
from bot.core.matches import Now
from bot.features.challenges import storage as challenges
from bot.features.ladders import due, entries, history, storage
from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.errors import UnknownLadder
from bot.features.ladders.places import Standings, played_in
from bot.features.ladders.values import HistoryMark, Ladder, LadderState, Movement
from data.ids import ChallengeId, Key, LadderId, PlayerId
from data.states import ChallengeState, TimerKind
from data.transactions import run_in_thread

ALWAYS_NEWS = (
    entries.Noticed,
    entries.Shifted,
    entries.Expelled,
    entries.Frozen,
    entries.Thawed,
    entries.Closed,
)
"""Kinds of entries that always have a message of their own."""
REMEMBERED = 64
"""How many standings the cache holds."""
KEY_BYTES = 12


@dataclass(frozen=True, slots=True)
class FirstChanged:
    """An event: another player is first on a ladder."""

    ladder: Ladder


NOTHING: HistoryMark = (0, "")
"""The mark of an empty history."""
Subjects: TypeAlias = tuple[PlayerId | None, PlayerId | None]


class LadderStore:
    """Reads and writes the histories of ladders.

    Standings are cached, and continued from the last entry that they include, as long as the
    history still has it. Several threads call this at once.
    """

    def __init__(self, now: Now, events: Events = NO_LISTENERS) -> None:
        self._now = now
        self._events = events
        self._lock = threading.Lock()
        self._states: LRUCache[LadderId, LadderState] = LRUCache(REMEMBERED)

    def read(
        self, connection: Connection, ladder_id: LadderId, *, lock: bool = False
    ) -> LadderState:
        """The ladder with its standings. Raises UnknownLadder.

        ``lock``: nobody else changes it until this transaction ends.
        """
        ladder = storage.get(connection, ladder_id, lock=lock)
        if ladder is None:
            raise UnknownLadder
        return self.standing(connection, ladder)

    def of(
        self, connection: Connection, actor: Actor, ladder_id: LadderId, *, lock: bool = False
    ) -> LadderState:
        """The ladder with its standings; raises UnknownLadder if it is of another server."""
        server_id = actor.place.server_id
        ladder = storage.of_server(connection, server_id, ladder_id, lock=lock)
        return self.standing(connection, ladder)

    def standing(self, connection: Connection, ladder: Ladder) -> LadderState:
        """A ladder, whose row was just read, with its standings."""
        with self._lock:
            known = self._states.get(ladder.id)
        state = _continued(connection, ladder, known) or _rebuilt(connection, ladder)
        with self._lock:
            self._states[ladder.id] = state
        return state

    def append(
        self,
        connection: Connection,
        before: LadderState,
        entry: LadderEntry,
        key: Key | None = None,
    ) -> LadderState:
        """Write the next entry of a ladder that this transaction has locked.

        Challenges that the entry removes become void, the edit of the ladder's message is queued,
        and the timer is set.
        """
        after = self._write(connection, before, entry, key)
        self.set_timer(connection, after)
        self.queue_standings(connection, after.ladder)
        if before.standings.order[:1] != after.standings.order[:1]:
            self._events.tell(connection, FirstChanged(after.ladder), self._now())
        return after

    def queue_standings(self, connection: Connection, ladder: Ladder) -> None:
        """Queue an edit of the standings in the channel."""
        if ladder.channel_id is not None:
            storage.queue_standings(connection, ladder.id, self._now(), ladder.shown_at)

    def close(
        self,
        connection: Connection,
        challenge_id: ChallengeId,
        state: ChallengeState,
        by: PlayerId | None = None,
    ) -> None:
        """End the ordinary challenge, and queue an edit of its card."""
        challenges.close(connection, challenge_id, state, by)
        challenges.note_card(connection, challenge_id, self._now())

    def set_timer(self, connection: Connection, state: LadderState) -> None:
        """Set the ladder's timer, and when its open challenges expire."""
        standings = state.standings
        vacations = storage.vacations_of(connection, standings)
        self._set_expiries(connection, standings, vacations)
        coming = due.next_due(standings, vacations)
        if coming is None:
            timers.cancel(connection, TimerKind.LADDER, state.ladder.id)
        else:
            timers.set_timer(connection, TimerKind.LADDER, state.ladder.id, coming.at)

    def _write(
        self, connection: Connection, before: LadderState, entry: LadderEntry, key: Key | None
    ) -> LadderState:
        ladder = before.ladder
        if history.is_ruling(before.standings, entry):
            told = [event.entry for event in storage.events_from(connection, ladder.id)]
            after = history.standings((*told, entry))
        else:
            after = history.apply(before.standings, entry)
        known = key or Key(f"ladder:{secrets.token_urlsafe(KEY_BYTES)}")
        player, opponent = (
            Movement(who, before.standings.place_of(who), after.place_of(who))
            for who in _subjects(connection, before.standings, entry)
        )
        number = storage.add_entry(connection, ladder.id, known, entry, (player, opponent))
        if _is_news(entry, before.standings, after, player.player_id):
            storage.queue_news(connection, number, ladder.id, self._now())
        state = LadderState(ladder, after, (number, known))
        for challenge in history.dropped_challenges(before.standings, entry, after):
            if challenge.waiting:
                state = self._write(connection, state, entries.Voided(entry.at, challenge.id), None)
                self.close(connection, challenge.id, ChallengeState.VOID)
        return state

    def _set_expiries(
        self, connection: Connection, standings: Standings, vacations: due.Vacations
    ) -> None:
        waiting = [each for each in standings.challenges.values() if each.waiting]
        ends = {each.id: due.answer_due(each, vacations).at for each in waiting}
        for challenge_id, known in challenges.expiries(connection, ends).items():
            if known != ends[challenge_id]:
                challenges.change(connection, challenge_id, expires_at=ends[challenge_id])
                challenges.note_card(connection, challenge_id, self._now())


def _is_news(
    entry: LadderEntry, before: Standings, after: Standings, player_id: PlayerId | None
) -> bool:
    """Whether an entry has a message of its own; the board shows the end of a match itself."""
    match entry:
        case entries.TurnedDown() | entries.RuledLater() | entries.Refused() | entries.Retracted():
            return before.order != after.order
        case entries.Annulled():
            return before.order != after.order and player_id is not None
        case entries.Ended():
            return len(after.order) < len(before.order)
    return isinstance(entry, ALWAYS_NEWS)


def _subjects(connection: Connection, before: Standings, entry: LadderEntry) -> Subjects:
    """The players whom an entry is about: one, or the challenger and the opponent."""
    match entry:
        case entries.OfPlayer():
            return entry.player_id, None
        case entries.Challenged():
            return entry.player_id, entry.opponent_id
        case entries.OfChallenge():
            challenge = before.challenges.get(entry.challenge_id)
        case entries.OfMatch():
            challenge = played_in(before.challenges.values(), entry.match_id)
            if challenge is None:
                told = storage.events_of_match(connection, entry.match_id)
                return (told[0].player_id, told[0].opponent_id) if told else (None, None)
        case _:
            return None, None
    return (None, None) if challenge is None else challenge.players


def _continued(
    connection: Connection, ladder: Ladder, known: LadderState | None
) -> LadderState | None:
    """Cached standings with the entries added since; None if they cannot be continued."""
    if known is None or known.ladder.rewritten != ladder.rewritten:
        return None
    added = storage.events_from(connection, ladder.id, known.last[0])
    if not added or added[0].mark != known.last:
        return None
    found = known.standings
    for event in added[1:]:
        if history.is_ruling(found, event.entry):
            return None
        found = history.apply(found, event.entry)
    return LadderState(ladder, found, added[-1].mark)


def _rebuilt(connection: Connection, ladder: Ladder) -> LadderState:
    events = storage.events_from(connection, ladder.id)
    told = [event.entry for event in events]
    found = run_in_thread(connection, lambda: history.standings(told))
    return LadderState(ladder, found, events[-1].mark if events else NOTHING)
