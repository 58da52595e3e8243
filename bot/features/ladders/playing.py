"""The matches of a ladder: what their ends mean, and how they stand still with it."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core import timers
from bot.core.matches import IDLE, entries_storage
from bot.features.ladders import entries, storage
from bot.features.ladders.entries import Annulled, OfEnd
from bot.features.ladders.places import LadderChallenge, played_in
from bot.features.ladders.store import LadderStore
from bot.features.ladders.values import LadderState
from bot.features.ratings import FinishedMatch
from bot.features.ratings import results_storage as results
from bot.features.timekeeping import stand_still
from data.ids import MatchId, PlayerId
from data.states import Ending, EntryKind, TimerKind

BUSY = timedelta(seconds=1)
"""After so long it is looked again whether a match is free in which somebody acts."""

TWO = 2


def end_of(
    connection: Connection, match_id: MatchId, challenge: LadderChallenge | None, at: datetime
) -> OfEnd:
    """The entry for a match that is over; ``challenge`` is what was played, if it still counts."""
    match = results.get(connection, match_id)
    if match is None:
        return Annulled(at, match_id)
    by = None
    if match.ending is Ending.ABORTED:
        abort = entries_storage.of_kind(connection, match_id, EntryKind.ABORT)[-1]
        by = None if abort.text == IDLE else abort.author_id
    return ladder_end(match, challenge, at, by)


def ladder_end(
    match: FinishedMatch,
    challenge: LadderChallenge | None,
    at: datetime,
    aborted_by: PlayerId | None = None,
) -> OfEnd:
    """The entry for a match; whether it is rated does not matter.

    A match in which not both have moved was not played. Who calls such a match off loses it once a
    move was made; before that, the challenged player has declined, and the challenger has taken the
    challenge back. To agree on a draw then is to decline too. ``aborted_by`` is who called it off,
    None for nobody who loses by that.
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
    """Let the clocks of the ladder's matches stand still if it is frozen, and run if it is not.

    ``by`` is the manager who lets them run. Where somebody acts in a match, it is done a moment
    later.
    """
    still = state.is_frozen and not state.standings.closed_at
    running = storage.running(connection, state.ladder.id)
    occasion = f"ladder:{state.last[0]}"
    if not stand_still(connection, running, now, still=still, occasion=occasion, by=by):
        timers.set_timer(connection, TimerKind.LADDER, state.ladder.id, now + BUSY)


def catch_up(
    connection: Connection, store: LadderStore, state: LadderState, now: datetime
) -> LadderState:
    """Count, in order, the matches that ended while the ladder was frozen, and tell of each."""
    playing = [each.match_id for each in state.standings.challenges.values() if each.match_id]
    for match_id in results.in_order(connection, playing):
        challenge = played_in(state.standings.challenges.values(), match_id)
        entry = end_of(connection, match_id, challenge, now)
        state = store.append(connection, state, entry)
        storage.note_news(connection, state.last[0], state.ladder.id, now)
    return state
