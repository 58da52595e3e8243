"""The histories of ladders: replayed into standings with rulings applied, and written on."""

import secrets
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.core import timers
from bot.core.actor import Actor
from bot.core.events import NO_LISTENERS, Events
from bot.core.matches import IDLE, Now
from bot.core.matches import storage as matches
from bot.features.challenges import storage as challenges
from bot.features.ladders import entries, rules, storage
from bot.features.ladders.entries import ENDS, RULINGS, HistoryMark, LadderEntry, LadderKind, News
from bot.features.ladders.errors import UnknownLadder
from bot.features.ladders.places import LadderChallenge, MutableStandings, Standings, played_in
from bot.features.ladders.storage import LADDER_TIMER
from bot.features.ladders.values import Ladder, LadderState
from bot.features.ratings import FinishedMatch
from bot.features.ratings import storage as results
from bot.features.timekeeping import freeze
from data.database import run_in_thread
from data.ids import ChallengeId, Key, LadderId, MatchId, PlayerId
from data.states import ChallengeState, Ending, EntryKind

REMEMBERED = 64
"""How many standings the cache holds."""
KEY_BYTES = 12


@dataclass(frozen=True, slots=True)
class FirstChanged:
    """An event: another player is first on a ladder."""

    ladder: Ladder


NO_ENTRY: HistoryMark = (0, "")
"""The mark of an empty history."""
Subjects: TypeAlias = tuple[PlayerId | None, PlayerId | None]


def standings(history: Iterable[LadderEntry]) -> Standings:
    """The standings after a whole history."""
    ladder = MutableStandings(Standings())
    for entry in as_ruled(history):
        if entry:
            entry.apply(ladder)
    return ladder.standings()


def apply(known: Standings, entry: LadderEntry) -> Standings:
    """The standings after one more entry; ValueError for a ruling, which needs them all."""
    if is_ruling(known, entry):
        raise ValueError(f"{entry} is a ruling, which the whole history is needed for")
    ladder = MutableStandings(known)
    entry.apply(ladder)
    return ladder.standings()


def orders(history: list[LadderEntry]) -> Iterator[tuple[datetime, tuple[PlayerId, ...]]]:
    """The order of players, from the top, after each entry, as it counts after all rulings."""
    ladder = MutableStandings(Standings())
    for entry, counted in zip(history, as_ruled(history), strict=True):
        if counted:
            counted.apply(ladder)
        yield entry.at, tuple(ladder.order)


def is_ruling(known: Standings, entry: LadderEntry) -> bool:
    """Whether the entry changes the effect of an earlier one."""
    if entry.kind is entries.ANNULLED:
        return played_in(known.challenges.values(), entry.match_id) is None
    return entry.kind in RULINGS


def dropped_challenges(
    before: Standings, entry: LadderEntry, after: Standings
) -> tuple[LadderChallenge, ...]:
    """Challenges that an entry removed from the ladder without being about them.

    Those that waited for an answer have to be recorded as VOIDED, so that no ruling brings them
    back. Matches go on without being about a place.
    """
    gone = [each for each in before.challenges.values() if each.id not in after.challenges]
    played = played_in(gone, entry.match_id)
    return tuple(each for each in gone if each.id != entry.challenge_id and each != played)


def as_ruled(history: Iterable[LadderEntry]) -> list[LadderEntry | None]:
    """The history with the last ruling about each match applied where the match ended.

    It has one item for each entry. The end of a match that was corrected or annulled later is
    replaced, and the end of one that was reopened is None. The rulings stay where they were.
    """
    ruled: list[LadderEntry | None] = []
    ends: dict[MatchId | None, tuple[int, datetime]] = {}
    for entry in history:
        number = entry.match_id
        if number not in ends:
            if entry.kind in ENDS:
                ends[number] = len(ruled), entry.at
            ruled.append(entry)
            continue
        index, at = ends[number]
        if entry.kind is entries.ANNULLED:
            ruled[index] = LadderEntry(entries.ANNULLED, at, match_id=number)
        elif entry.kind is entries.CORRECTED:
            winner_id = entry.winner_id
            ruled[index] = LadderEntry(entries.ENDED, at, match_id=number, winner_id=winner_id)
        elif entry.kind is entries.REOPENED:
            del ends[number]
            ruled[index] = None
        ruled.append(entry)
    return ruled


class LadderHistories:
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
        state = _continued(connection, ladder, known)
        if state is None:
            told = storage.entries_from(connection, ladder.id)
            found = run_in_thread(connection, lambda: standings(told))
            state = LadderState(ladder, found, told[-1].mark if told else NO_ENTRY)
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
            storage.STANDINGS.queue(connection, ladder.id, self._now(), ladder.shown_at)

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
        now_on = state.standings
        vacations = storage.vacations_of(connection, now_on)
        waiting = [each for each in now_on.challenges.values() if each.waiting]
        ends = {each.id: rules.answer_due(each, vacations).at for each in waiting}
        for challenge_id, known in challenges.expiries(connection, ends).items():
            if known != ends[challenge_id]:
                challenges.change(connection, challenge_id, expires_at=ends[challenge_id])
                challenges.note_card(connection, challenge_id, self._now())
        coming = rules.next_due(now_on, vacations)
        if coming is None:
            timers.cancel(connection, LADDER_TIMER, state.ladder.id)
        else:
            timers.set_timer(connection, LADDER_TIMER, state.ladder.id, coming.at)

    def _write(
        self, connection: Connection, before: LadderState, entry: LadderEntry, key: Key | None
    ) -> LadderState:
        known, ladder = before.standings, before.ladder
        if is_ruling(known, entry):
            after = standings((*storage.entries_from(connection, ladder.id), entry))
        else:
            after = apply(known, entry)
        player_id, opponent_id = _subjects(connection, known, entry)
        written = replace(
            entry,
            ladder_id=ladder.id,
            key=key or Key(f"ladder:{secrets.token_urlsafe(KEY_BYTES)}"),
            player_id=player_id,
            player_before=known.place_of(player_id),
            player_after=after.place_of(player_id),
            opponent_id=opponent_id,
            opponent_before=known.place_of(opponent_id),
            opponent_after=after.place_of(opponent_id),
        )
        number = storage.add_entry(connection, written)
        if _is_news(entry.kind, known, after):
            storage.STANDINGS.queue_news(connection, ladder.id, number, self._now())
        state = LadderState(ladder, after, (number, written.key))
        for challenge in dropped_challenges(known, entry, after):
            if challenge.waiting:
                void = LadderEntry(entries.VOIDED, entry.at, challenge_id=challenge.id)
                state = self._write(connection, state, void, None)
                self.close(connection, challenge.id, ChallengeState.VOID)
        return state


def _is_news(kind: LadderKind, before: Standings, after: Standings) -> bool:
    if kind.news is News.IF_MOVED:
        return before.order != after.order
    if kind.news is News.IF_OFF:
        return len(after.order) < len(before.order)
    return kind.news is News.ALWAYS


def _subjects(connection: Connection, before: Standings, entry: LadderEntry) -> Subjects:
    """The players whom an entry is about: one, or the challenger and the opponent."""
    known = before.challenges.values()
    asked = next((each for each in known if each.id == entry.challenge_id), None)
    challenge = asked or played_in(known, entry.match_id)
    if challenge is not None:
        return challenge.players
    told = [] if entry.match_id is None else storage.entries_of_match(connection, entry.match_id)
    first = told[0] if told else entry
    return first.player_id, first.opponent_id


def _continued(
    connection: Connection, ladder: Ladder, known: LadderState | None
) -> LadderState | None:
    """Cached standings with the entries added since; None if they cannot be continued."""
    if known is None or known.ladder.rewritten != ladder.rewritten:
        return None
    added = storage.entries_from(connection, ladder.id, known.last[0])
    if not added or added[0].mark != known.last:
        return None
    found = known.standings
    for entry in added[1:]:
        if is_ruling(found, entry):
            return None
        found = apply(found, entry)
    return LadderState(ladder, found, added[-1].mark)


BUSY = timedelta(seconds=1)
"""Retry delay while another transaction holds a match."""

PLAYERS = 2


def end_of(
    connection: Connection, match_id: MatchId, challenge: LadderChallenge | None, at: datetime
) -> LadderEntry:
    """The entry for a match that is over; ``challenge`` is the one played, if it still counts."""
    match = results.result_of(connection, match_id)
    if match is None:
        return LadderEntry(entries.ANNULLED, at, match_id=match_id)
    by = None
    if match.ending is Ending.ABORTED:
        abort = matches.entries_of_kind(connection, match_id, EntryKind.ABORT)[-1]
        by = None if abort.text == IDLE else abort.author_id
    return ladder_end(match, challenge, at, by)


def ladder_end(
    match: FinishedMatch,
    challenge: LadderChallenge | None,
    at: datetime,
    aborted_by: PlayerId | None = None,
) -> LadderEntry:
    """The entry for a match that is over; whether it is rated does not matter.

    A match counts as played once both have moved. A player who calls a match off loses it if any
    move was made. Before the first move it counts as declined by the opponent, or withdrawn by the
    challenger. A draw agreed before both have moved counts as declined too. ``aborted_by`` is who
    called it off, None if nobody did or it was called off for idleness.
    """
    annulled = LadderEntry(entries.ANNULLED, at, match_id=match.match_id)
    if len(match.people) != PLAYERS or len(match.seats) != PLAYERS:
        return annulled
    moves = [seat.moves for seat in match.seats]
    played = replace(annulled, kind=entries.ENDED if min(moves) else entries.FORFEITED)
    if match.ending is Ending.ABORTED and aborted_by in match.people:
        if max(moves):
            winner = next(player for player in match.people if player != aborted_by)
            return replace(played, winner_id=winner)
        if challenge is not None and aborted_by == challenge.challenger_id:
            return replace(annulled, kind=entries.RETRACTED)
        return replace(annulled, kind=entries.NOT_PLAYED)
    if any(seat.place is None for seat in match.seats):
        return annulled
    if match.ending is Ending.AGREED and not min(moves):
        return replace(annulled, kind=entries.NOT_PLAYED)
    ranked = sorted(match.seats, key=lambda seat: seat.place or 0)
    first, last = ranked[0], ranked[-1]
    if first.place == last.place:
        return replace(annulled, kind=entries.ENDED)
    timed_out = last.player_id if match.ending is Ending.TIMED_OUT else None
    return replace(played, winner_id=first.player_id, timed_out_id=timed_out)


def hold_clocks(
    connection: Connection, state: LadderState, now: datetime, by: PlayerId | None = None
) -> None:
    """Stop the clocks of the ladder's matches if it is frozen; else start them.

    ``by`` is the manager who froze or unfroze it. If another transaction holds a match, the
    ladder's timer tries again shortly.
    """
    still = state.is_frozen and not state.standings.closed_at
    running = storage.running(connection, state.ladder.id)
    occasion = f"ladder:{state.last[0]}"
    if not freeze(connection, running, now, frozen=still, occasion=occasion, by=by):
        timers.set_timer(connection, LADDER_TIMER, state.ladder.id, now + BUSY)


def catch_up(
    connection: Connection, histories: LadderHistories, state: LadderState, now: datetime
) -> LadderState:
    """Append, in order, the matches that ended while the ladder was frozen, each with its news."""
    playing = [each.match_id for each in state.standings.challenges.values() if each.match_id]
    for match_id in results.in_order(connection, playing):
        challenge = played_in(state.standings.challenges.values(), match_id)
        entry = end_of(connection, match_id, challenge, now)
        state = histories.append(connection, state, entry)
        storage.STANDINGS.queue_news(connection, state.ladder.id, state.last[0], now)
    return state
