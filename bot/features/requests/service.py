"""Requests that one player makes and the others grant: undo, draw, pause, forgiving a timeout.

A request belongs to the ply at which it was made, and lapses with the next entry of the log. So of
two requests at one ply only one can be granted.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches, outbox
from bot.core.actor import Actor
from bot.core.clocks import FORGIVE_WITHIN, LONGEST_PAUSE, SHORTEST_PAUSE
from bot.core.matches import MatchState, MatchSummary, MoveMade
from bot.core.posting import Sent, sent_or_none
from bot.features.requests import errors, storage
from bot.features.requests.storage import REQUEST_MESSAGE, NewRequest, Request
from data.club_tables import match_places
from data.database import reads, writes
from data.ids import Key, MatchId, PlayerId, RequestId
from data.statements import row_of
from data.states import EntryKind, RequestKind, RequestState

RECENT_SHOWN = 10
"""The number of ended matches in an inbox."""
ASKING_AGREES = (RequestKind.DRAW, RequestKind.FORGIVE)
"""Who asks for one of these agrees to another player's open request of the same kind."""


@dataclass(frozen=True, slots=True)
class MatchRequest(Request):
    """A request, and its match as it is now."""

    match: MatchState

    @property
    def awaiting(self) -> tuple[PlayerId, ...]:
        """The players who have not agreed yet."""
        others = self.match.others_than(self.player_id)
        return tuple(each for each in others if each not in self.granted)

    @property
    def return_to(self) -> int | None:
        """The ply to which an undo goes back; None for other requests."""
        return int(self.text) if self.kind is RequestKind.UNDO else None

    @property
    def forgiven(self) -> PlayerId | None:
        """The player whose timeout is to be forgiven; None for other requests."""
        if self.kind is not RequestKind.FORGIVE:
            return None
        holder = self.match.players[int(self.text)]
        return holder if isinstance(holder, int) else None

    @property
    def taken_back(self) -> tuple[MoveMade, ...]:
        """The moves that an open undo would take back, in order."""
        ply = self.return_to
        return () if ply is None else tuple(made for made in self.match.moves if made.ply > ply)

    @property
    def card(self) -> Sent | None:
        """The message of the request's card, once posted."""
        return sent_or_none(self.channel_id, self.message_id)


class Requests(matches.StoreService):
    """Makes, grants, declines and withdraws requests. Refusals are ServiceErrors.

    A repeated interaction returns the same answer. Every change queues the request's card.
    """

    @writes
    def ask(
        self,
        connection: Connection,
        actor: Actor,
        kind: RequestKind,
        match_id: MatchId,
        expected_ply: int | None = None,
        days: str = "",
    ) -> MatchRequest:
        """Make a request, or return the actor's open one. ``days`` is the length of a pause.

        If no other people play, it is granted at once. If another player's request of this kind is
        open, agree to it, or raise RequestPending for an undo or a pause. Raises UnknownMatch,
        NotYourMatch, MatchOver, OutdatedBoard, AlreadyLeft, RequestRefused, AskedTooOften, and
        what ``_checked_text`` does.
        """
        told = self._repeated(connection, kind, actor.key)
        if told is not None:
            return told
        match = self._match_for(connection, actor, kind, match_id, expected_ply, lock=True)
        text = self._checked_text(kind, match, actor, days)
        made = storage.made_at(connection, match_id, kind, match.ply)
        pending = _first(made, RequestState.OPEN)
        if pending is None:
            own = [each.state for each in made if each.player_id == actor.id]
            if RequestState.DECLINED in own:
                raise errors.RequestRefused
            if len(own) >= errors.MOST_A_PLY:
                raise errors.AskedTooOften
            key, now = actor.key, self._now()
            new = NewRequest(match_id, kind, match.ply, actor.id, text, key, created_at=now)
            return self._add(connection, match, actor, new)
        request = request_in(match, pending)
        is_own = request.player_id == actor.id
        if not is_own and kind not in ASKING_AGREES:
            raise errors.RequestPending(request.player_id)
        if is_own or actor.id in request.granted:
            return request
        return self._grant(connection, request, actor)

    @writes
    def grant(self, connection: Connection, actor: Actor, request_id: RequestId) -> MatchRequest:
        """Agree to a request; the last agreement carries it out.

        Raises UnknownRequest, NotYourMatch, OwnRequest, AlreadyLeft or RequestClosed.
        """
        request = self._answered(connection, actor, request_id)
        if actor.id in request.granted:
            return request
        if request.state is not RequestState.OPEN:
            raise errors.RequestClosed
        return self._grant(connection, request, actor)

    @writes
    def decline(self, connection: Connection, actor: Actor, request_id: RequestId) -> MatchRequest:
        """Decline a request, which closes it. Raises as ``grant`` does."""
        request = self._answered(connection, actor, request_id)
        return self._close(connection, request, RequestState.DECLINED, actor.id)

    @writes
    def withdraw(self, connection: Connection, actor: Actor, request_id: RequestId) -> MatchRequest:
        """Withdraw it. Raises UnknownRequest, NotYourMatch, NotYourRequest or RequestClosed."""
        request = self._read(connection, request_id)
        matches.seat_of(request.match, actor.id)
        if request.player_id != actor.id:
            raise errors.NotYourRequest
        return self._close(connection, request, RequestState.WITHDRAWN, None)

    @reads
    def pending(
        self, connection: Connection, match_id: MatchId, kind: RequestKind
    ) -> MatchRequest | None:
        """The open request of a kind in this match, or None; raises UnknownMatch."""
        match = self._store.read(connection, match_id)
        made = storage.made_at(connection, match_id, kind, match.ply)
        found = _first(made, RequestState.OPEN)
        return None if found is None else request_in(match, found)

    @reads
    def check_forgiving(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int
    ) -> MatchState:
        """The match, if the actor may forgive its timeout; raises as ``ask`` does."""
        kind = RequestKind.FORGIVE
        match = self._match_for(connection, actor, kind, match_id, expected_ply, lock=False)
        self._checked_text(kind, match, actor)
        return match

    async def end_pause(self, actor: Actor, match_id: MatchId) -> MatchState:
        """End the pause; the match after it.

        A repeated interaction returns the same match. Raises UnknownMatch, NotYourMatch,
        MatchOver, AlreadyLeft or NotPaused.
        """

        def end(connection: Connection) -> MatchState:
            told = self._store.already_written(connection, actor.key)
            if told is not None:
                return told
            match = self._match_for(connection, actor, RequestKind.PAUSE, match_id, None, lock=True)
            if match.match.paused_until is None:
                raise errors.NotPaused(match)
            seat = matches.seat_of(match, actor.id)
            entry = matches.NewEntry(EntryKind.RESUME, "", seat, actor.id, actor.key)
            return self._store.append(connection, match, entry)

        return await self._written(end)

    def _match_for(
        self,
        connection: Connection,
        actor: Actor,
        kind: RequestKind,
        match_id: MatchId,
        expected_ply: int | None,
        *,
        lock: bool,
    ) -> MatchState:
        """The match, if the actor may ask for this in it: after its end, only to forgive."""
        if kind is not RequestKind.FORGIVE:
            match = self._store.open_for(connection, match_id, actor.id, expected_ply, lock=lock)
            has_left = matches.seat_of(match, actor.id) in match.left
        else:
            match = self._store.read(connection, match_id, lock=lock)
            seat = matches.seat_of(match, actor.id)
            if expected_ply is not None and expected_ply != match.ply:
                raise matches.OutdatedBoard(match)
            has_left = seat in match.left and seat != match.timed_out
        if has_left:
            raise matches.AlreadyLeft(match)
        return match

    def _checked_text(
        self, kind: RequestKind, match: MatchState, actor: Actor, days: str = ""
    ) -> str:
        """The ``text`` to store with a request; raises if the actor cannot ask for it now.

        - The ply before the actor's last move, for an undo. Raises MovesStand or NothingToUndo.
        - Nothing, for a draw. Raises NoDrawsHere, or EnginesAgreeToNoDraw if nobody else plays.
        - The days of a pause. Raises MovesStand, NoTimeToPause, AlreadyPaused or BadPause.
        - The seat that is forgiven. Raises NothingToForgive, OwnTimeout or TooLateToForgive.
        """
        seat = matches.seat_of(match, actor.id)
        if kind is RequestKind.UNDO:
            matches.check_free(match)
            own = [made for made in match.moves if made.seat == seat]
            if not own:
                raise errors.NothingToUndo(match)
            return str(own[-1].ply - 1)
        if kind is RequestKind.DRAW:
            if not match.info.draws:
                raise errors.NoDrawsHere(match.info)
            if not match.others_than(actor.id):
                raise errors.EnginesAgreeToNoDraw(match)
            return ""
        if kind is RequestKind.PAUSE:
            return _pause(match, days)
        if match.timed_out is None or match.last is None:
            raise matches.NothingToForgive(match)
        if seat == match.timed_out:
            raise errors.OwnTimeout(match)
        if self._now() - match.last.created_at > FORGIVE_WITHIN:
            raise errors.TooLateToForgive(match)
        return str(match.timed_out)

    def _repeated(self, connection: Connection, kind: RequestKind, key: Key) -> MatchRequest | None:
        """The result of the same interaction before; None if it is new."""
        asked = storage.with_key(connection, key)
        if asked is not None:
            return request_in(self._store.read(connection, asked.match_id), asked)
        after = self._store.already_written(connection, key)
        if after is None:
            return None
        # the actor was the last to agree to another player's request, by asking for the same
        made = storage.made_at(connection, after.id, kind, after.ply - 1)
        granted = _first(made, RequestState.GRANTED)
        return None if granted is None else request_in(after, granted)

    def _add(
        self, connection: Connection, match: MatchState, actor: Actor, new: NewRequest
    ) -> MatchRequest:
        request_id = storage.add(connection, new)
        marked = replace(match, match=replace(match.match, asked=True))  # as it is now stored
        request = request_in(marked, _stored(connection, request_id))
        if not request.awaiting:
            return self._carry_out(connection, request, actor)
        note_card(connection, request_id, match, actor.id, new.created_at)
        return request

    def _grant(self, connection: Connection, request: MatchRequest, actor: Actor) -> MatchRequest:
        if request.kind is RequestKind.FORGIVE:  # by now it may be too late to forgive
            self._checked_text(request.kind, request.match, actor)
        storage.grant(connection, request.id, actor.id)
        agreed = request_in(request.match, _stored(connection, request.id))
        # queued before the entry, so that the card is posted before the board
        note_card(connection, request.id, request.match, request.player_id, self._now())
        return agreed if agreed.awaiting else self._carry_out(connection, agreed, actor)

    def _carry_out(
        self, connection: Connection, request: MatchRequest, actor: Actor
    ) -> MatchRequest:
        """Append the entry to which all have agreed; the request with the match after it."""
        storage.change(connection, request.id, state=RequestState.GRANTED)
        match, text = request.match, request.text
        seat = matches.seat_of(match, request.player_id)
        if request.kind is RequestKind.FORGIVE:
            seat, text = int(text), ""
        kind = EntryKind(request.kind.value)  # each kind of request has an entry of its name
        entry = matches.NewEntry(kind, text, seat, request.player_id, actor.key)
        after = self._store.append(connection, match, entry)
        return request_in(after, _stored(connection, request.id))

    def _close(
        self,
        connection: Connection,
        request: MatchRequest,
        state: RequestState,
        by: PlayerId | None,
    ) -> MatchRequest:
        if request.state is state:
            return request
        if request.state is not RequestState.OPEN:
            raise errors.RequestClosed
        storage.change(connection, request.id, state=state, closed_by=by)
        note_card(connection, request.id, request.match, request.player_id, self._now())
        return request_in(request.match, _stored(connection, request.id))

    def _answered(
        self, connection: Connection, actor: Actor, request_id: RequestId
    ) -> MatchRequest:
        """The request, if the actor may answer it."""
        request = self._read(connection, request_id)
        seat = matches.seat_of(request.match, actor.id)
        if actor.id == request.player_id:
            raise errors.OwnRequest
        if seat in request.match.left:
            raise matches.AlreadyLeft(request.match)
        return request

    def _read(self, connection: Connection, request_id: RequestId) -> MatchRequest:
        match_id = _stored(connection, request_id).match_id
        match = self._store.read(connection, match_id, lock=True)
        # read again, since it may have changed before the match was locked
        return request_in(match, _stored(connection, request_id))


def request_in(match: MatchState, stored: Request) -> MatchRequest:
    """The stored request and its match, as one value."""
    return MatchRequest(**row_of(stored), match=match)


def note_card(
    connection: Connection,
    request_id: RequestId,
    match: MatchState,
    player_id: PlayerId,
    now: datetime,
) -> None:
    """Queue the card of a player's request where the others play.

    It shows the request as it is when the card is sent.
    """
    row = outbox.of_match(REQUEST_MESSAGE, match.id, request_id)
    if match.match.beside is not None and match.match.of_player(player_id) is match.match:
        row = replace(row, home=(match_places, match.id))
    outbox.add(connection, row, now)


def lapse_requests(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Close the open requests of a match that has changed, and queue their cards."""
    for request_id, player_id in storage.lapse(connection, change.after.id):
        note_card(connection, request_id, change.after, player_id, now)


def _pause(match: MatchState, days: str) -> str:
    matches.check_free(match)
    if not match.match.is_timed:
        raise errors.NoTimeToPause(match)
    if match.match.paused_until is not None:
        raise errors.AlreadyPaused(match)
    is_number = re.fullmatch("[0-9]{1,2}", days)
    if not is_number or not SHORTEST_PAUSE.days <= int(days) <= LONGEST_PAUSE.days:
        raise errors.BadPause
    return str(int(days))


def _first(made: tuple[Request, ...], state: RequestState) -> Request | None:
    return next((each for each in made if each.state is state), None)


def _stored(connection: Connection, request_id: RequestId) -> Request:
    request = storage.get(connection, request_id)
    if request is None:
        raise errors.UnknownRequest
    return request


@dataclass(frozen=True, slots=True)
class Inbox:
    """A player's matches in all servers: waiting for their move, other running ones, ended ones.

    Running ones are ordered by deadline, then by the longest idle; ended ones from the latest.
    ``asked`` are requests that wait for the player. ``damaged`` are ids of unreadable matches.
    """

    waiting: tuple[MatchSummary, ...]
    others: tuple[MatchSummary, ...]
    recent: tuple[MatchSummary, ...]
    asked: tuple[Request, ...] = ()
    damaged: tuple[MatchId, ...] = ()

    def match(self, match_id: MatchId) -> MatchSummary | None:
        """The match with this number, None if it is not listed."""
        listed = (*self.waiting, *self.others, *self.recent)
        return next((line for line in listed if line.id == match_id), None)


class InboxService(matches.Service):
    """Reads the inboxes of players."""

    @reads
    def read(
        self, connection: Connection, player_id: PlayerId, recent: int = RECENT_SHOWN
    ) -> Inbox:
        """The player's matches in all servers, with at most ``recent`` ended ones."""
        damaged = list[MatchId]()
        found = matches.storage.running_of(connection, player_id, damaged)
        running = matches.storage.most_urgent_first(found)
        return Inbox(
            waiting=tuple(each for each in running if each.to_move_player == player_id),
            others=tuple(each for each in running if each.to_move_player != player_id),
            recent=matches.storage.finished_of(connection, player_id, recent, damaged),
            asked=storage.awaiting(connection, player_id),
            damaged=tuple(damaged),
        )
