"""The histories of ladders: replayed into standings with rulings applied, and written on."""

import secrets
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
from bot.features.ladders.entries import Annulled, Ended, LadderEntry, OfEnd, Reopened, RuledLater
from bot.features.ladders.errors import UnknownLadder
from bot.features.ladders.places import LadderChallenge, MutableStandings, Standings, played_in
from bot.features.ladders.storage import LADDER_TIMER
from bot.features.ladders.values import HistoryMark, Ladder, LadderState, Movement
from bot.features.ratings import FinishedMatch
from bot.features.ratings import storage as results
from bot.features.timekeeping import freeze
from data.database import run_in_thread
from data.ids import ChallengeId, Key, LadderId, MatchId, PlayerId
from data.states import ChallengeState, Ending, EntryKind

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
    if isinstance(entry, Annulled):
        return played_in(known.challenges.values(), entry.match_id) is None
    return isinstance(entry, RuledLater)


def dropped_challenges(
    before: Standings, entry: LadderEntry, after: Standings
) -> tuple[LadderChallenge, ...]:
    """Challenges that an entry removed from the ladder without being about them.

    Those that waited for an answer have to be recorded as Voided, so that no ruling brings them
    back. Matches go on without being about a place.
    """
    gone = [each for each in before.challenges.values() if each.id not in after.challenges]
    match entry:
        case entries.OfChallenge(challenge_id=known):
            return tuple(each for each in gone if each.id != known)
        case entries.OfMatch(match_id=played):
            return tuple(each for each in gone if each.match_id != played)
    return tuple(gone)


def as_ruled(history: Iterable[LadderEntry]) -> list[LadderEntry | None]:
    """The history with the last ruling about each match applied where the match ended.

    It has one item for each entry. The end of a match that was corrected or annulled later is
    replaced, and the end of one that was reopened is None. The rulings stay where they were.
    """
    ruled: list[LadderEntry | None] = []
    ends: dict[MatchId, OfEnd] = {}
    index: dict[MatchId, int] = {}
    for entry in history:
        match entry:
            case OfEnd() if entry.match_id not in ends:
                ends[entry.match_id], index[entry.match_id] = entry, len(ruled)
            case Annulled() if entry.match_id in ends:
                annulled = Annulled(ends[entry.match_id].at, entry.match_id)
                ruled[index[entry.match_id]] = annulled
            case entries.Corrected() if entry.match_id in ends:
                ended = Ended(ends[entry.match_id].at, entry.match_id, entry.winner_id)
                ruled[index[entry.match_id]] = ended
            case Reopened() if entry.match_id in ends:
                del ends[entry.match_id]
                ruled[index[entry.match_id]] = None
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
            events = storage.events_from(connection, ladder.id)
            told = [event.entry for event in events]
            found = run_in_thread(connection, lambda: standings(told))
            state = LadderState(ladder, found, events[-1].mark if events else NOTHING)
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
        ladder = before.ladder
        if is_ruling(before.standings, entry):
            told = [event.entry for event in storage.events_from(connection, ladder.id)]
            after = standings((*told, entry))
        else:
            after = apply(before.standings, entry)
        known = key or Key(f"ladder:{secrets.token_urlsafe(KEY_BYTES)}")
        player, opponent = (
            Movement(who, before.standings.place_of(who), after.place_of(who))
            for who in _subjects(connection, before.standings, entry)
        )
        number = storage.add_entry(connection, ladder.id, known, entry, (player, opponent))
        if _is_news(entry, before.standings, after, player.player_id):
            storage.STANDINGS.queue_news(connection, ladder.id, number, self._now())
        state = LadderState(ladder, after, (number, known))
        for challenge in dropped_challenges(before.standings, entry, after):
            if challenge.waiting:
                state = self._write(connection, state, entries.Voided(entry.at, challenge.id), None)
                self.close(connection, challenge.id, ChallengeState.VOID)
        return state


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
        if is_ruling(found, event.entry):
            return None
        found = apply(found, event.entry)
    return LadderState(ladder, found, added[-1].mark)


BUSY = timedelta(seconds=1)
"""Retry delay while another transaction holds a match."""

TWO = 2


def end_of(
    connection: Connection, match_id: MatchId, challenge: LadderChallenge | None, at: datetime
) -> OfEnd:
    """The entry for a match that is over; ``challenge`` is the one played, if it still counts."""
    match = results.result_of(connection, match_id)
    if match is None:
        return Annulled(at, match_id)
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
) -> OfEnd:
    """The entry for a match that is over; whether it is rated does not matter.

    A match counts as played once both have moved. A player who calls a match off loses it if any
    move was made. Before the first move it counts as declined by the opponent, or withdrawn by the
    challenger. A draw agreed before both have moved counts as declined too. ``aborted_by`` is who
    called it off, None if nobody did or it was called off for idleness.
    """
    if len(match.people) != TWO or len(match.seats) != TWO:
        return Annulled(at, match.match_id)
    moves = [seat.moves for seat in match.seats]
    if match.ending is Ending.ABORTED and aborted_by in match.people:
        if max(moves):
            winner = next(player for player in match.people if player != aborted_by)
            kind = entries.Ended if min(moves) else entries.Forfeited
            return kind(at, match.match_id, winner)
        if challenge is not None and aborted_by == challenge.challenger_id:
            return entries.Retracted(at, match.match_id)
        return entries.Refused(at, match.match_id)
    if any(seat.place is None for seat in match.seats):
        return Annulled(at, match.match_id)
    if match.ending is Ending.AGREED and not min(moves):
        return entries.Refused(at, match.match_id)
    ranked = sorted(match.seats, key=lambda seat: seat.place or 0)
    first, last = ranked[0], ranked[-1]
    if first.place == last.place:
        return entries.Ended(at, match.match_id, None)
    timed_out = last.player_id if match.ending is Ending.TIMED_OUT else None
    kind = entries.Ended if min(moves) else entries.Forfeited
    return kind(at, match.match_id, first.player_id, timed_out)


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
