"""Requests that one player makes and the others grant: undo, draw, pause, forgiving a timeout.

A request belongs to the ply at which it was made, and lapses with the next entry of the log. So of
two requests at one ply only one can be granted.
"""

import abc
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches, outbox
from bot.core.actor import Actor
from bot.core.clocks import FORGIVE_WITHIN, LONGEST_PAUSE, SHORTEST_PAUSE
from bot.features.requests import storage, values
from bot.features.requests.storage import NewRequest, Request
from bot.features.requests.values import MatchRequest
from data.database import Database, reads, writes
from data.ids import MatchId, PlayerId, RequestId
from data.states import EntryKind, MessageKind, RequestKind, RequestState

RECENT_SHOWN = 10
"""The number of ended matches in an inbox."""
MOST_A_PLY = 3
"""The most requests of one kind by one person at one ply."""


class RequestService(matches.StoreService, abc.ABC):
    """Makes, grants, declines and withdraws requests of one kind. Refusals are ServiceErrors.

    A repeated interaction returns the same answer. Every change queues the request's card.
    """

    kind: RequestKind
    entry: EntryKind
    asking_agrees = False
    """Whether asking while another player's request is open grants that request."""

    @writes
    def ask(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        expected_ply: int | None = None,
        wish: str = "",
    ) -> MatchRequest:
        """Make a request; asking again returns the open one. ``wish`` is its content, if any.

        If no other people play, it is granted at once.
        Raises UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard, AlreadyLeft, RequestRefused,
        AskedTooOften, and what the kind of request adds.
        """
        told = self._repeated(connection, actor)
        if told is not None:
            return told
        match = self._asked_in(connection, actor, match_id, expected_ply)
        text = self._text(match, actor, wish)
        made = storage.made_at(connection, match_id, self.kind, match.ply)
        pending = _first(made, RequestState.OPEN)
        if pending is None:
            _check_asking([each for each in made if each.player_id == actor.id])
            return self._add(connection, match, actor, text)
        request = MatchRequest(pending, match)
        if pending.player_id == actor.id:
            return request
        if not self.asking_agrees:
            raise values.RequestPending(request)
        return (
            request
            if actor.id in request.stored.granted
            else self._grant(connection, request, actor)
        )

    @writes
    def grant(self, connection: Connection, actor: Actor, request_id: RequestId) -> MatchRequest:
        """Agree to a request; the last agreement carries it out.

        Raises UnknownRequest, NotYourMatch, OwnRequest, AlreadyLeft or RequestClosed.
        """
        request = self._read(connection, request_id)
        _check_answer(request, actor)
        if actor.id in request.stored.granted:
            return request
        _check_open(request)
        return self._grant(connection, request, actor)

    @writes
    def decline(self, connection: Connection, actor: Actor, request_id: RequestId) -> MatchRequest:
        """Decline a request, which closes it. Raises as ``grant`` does."""
        request = self._read(connection, request_id)
        _check_answer(request, actor)
        return self._close(connection, request, RequestState.DECLINED, actor)

    @writes
    def withdraw(self, connection: Connection, actor: Actor, request_id: RequestId) -> MatchRequest:
        """Withdraw it. Raises UnknownRequest, NotYourMatch, NotYourRequest or RequestClosed."""
        request = self._read(connection, request_id)
        matches.seat_of(request.match, actor.id)
        if request.asker_id != actor.id:
            raise values.NotYourRequest
        return self._close(connection, request, RequestState.WITHDRAWN, actor)

    @reads
    def pending(self, connection: Connection, match_id: MatchId) -> MatchRequest | None:
        """The open request in this match, or None; raises UnknownMatch."""
        match = self._store.read(connection, match_id)
        made = storage.made_at(connection, match_id, self.kind, match.ply)
        found = _first(made, RequestState.OPEN)
        return None if found is None else MatchRequest(found, match)

    def _asked_in(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int | None
    ) -> matches.MatchState:
        """The match, locked, if the actor may make requests in it."""
        match = self._store.open_for(connection, match_id, actor.id, expected_ply, lock=True)
        if matches.seat_of(match, actor.id) in match.left:
            raise matches.AlreadyLeft(match)
        return match

    def _entry(self, request: MatchRequest, actor: Actor) -> matches.NewEntry:
        seat = matches.seat_of(request.match, request.asker_id)
        return matches.NewEntry(self.entry, request.stored.text, seat, request.asker_id, actor.key)

    @abc.abstractmethod
    def _text(self, match: matches.MatchState, actor: Actor, wish: str) -> str:
        """The text of the log's entry once granted; raises a ServiceError if it cannot be asked."""

    def _repeated(self, connection: Connection, actor: Actor) -> MatchRequest | None:
        """The result of the same interaction before; None if it is new."""
        asked = storage.with_key(connection, actor.key)
        if asked is not None:
            return MatchRequest(asked, self._store.read(connection, asked.match_id))
        after = self._store.already_written(connection, actor.key)
        if after is None:
            return None
        # by asking, the actor agreed as the last to another player's request
        made = storage.made_at(connection, after.id, self.kind, after.ply - 1)
        granted = _first(made, RequestState.GRANTED)
        return None if granted is None else MatchRequest(granted, after)

    def _add(
        self, connection: Connection, match: matches.MatchState, actor: Actor, text: str
    ) -> MatchRequest:
        now = self._now()
        new = NewRequest(match.id, self.kind, match.ply, actor.id, text, actor.key, created_at=now)
        request_id = storage.add(connection, new)
        asked = replace(match, match=replace(match.match, asked=True))
        request = MatchRequest(_stored(connection, request_id), asked)
        if not request.awaiting:
            return self._done(connection, request, actor)
        note_card(connection, request_id, match.id, now)
        return request

    def _done(self, connection: Connection, request: MatchRequest, actor: Actor) -> MatchRequest:
        """Carry out a request to which all have agreed; the request with the match after it."""
        storage.change(connection, request.id, state=RequestState.GRANTED)
        after = self._store.append(connection, request.match, self._entry(request, actor))
        return MatchRequest(_stored(connection, request.id), after)

    def _grant(self, connection: Connection, request: MatchRequest, actor: Actor) -> MatchRequest:
        storage.grant(connection, request.id, actor.id)
        agreed = MatchRequest(_stored(connection, request.id), request.match)
        # queued before the entry, so that the card is posted before the board
        note_card(connection, request.id, request.match.id, self._now())
        return agreed if agreed.awaiting else self._done(connection, agreed, actor)

    def _close(
        self, connection: Connection, request: MatchRequest, state: RequestState, actor: Actor
    ) -> MatchRequest:
        if request.state is state:
            return request
        _check_open(request)
        by = None if state is RequestState.WITHDRAWN else actor.id
        storage.change(connection, request.id, state=state, closed_by=by)
        note_card(connection, request.id, request.match.id, self._now())
        return MatchRequest(_stored(connection, request.id), request.match)

    def _read(self, connection: Connection, request_id: RequestId) -> MatchRequest:
        request = storage.get(connection, request_id)
        if request is None or request.kind is not self.kind:
            raise values.UnknownRequest
        match = self._store.read(connection, request.match_id, lock=True)
        # read again, since it may have changed before the match was locked
        return MatchRequest(_stored(connection, request_id), match)


def note_card(
    connection: Connection, request_id: RequestId, match_id: MatchId, now: datetime
) -> None:
    """Queue the request's card in its current state."""
    outbox.add(connection, outbox.of_match(MessageKind.REQUEST, match_id, request_id), now)


def lapse_requests(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Close the open requests of a match that has changed, and queue their cards."""
    for request_id in storage.lapse(connection, change.after.id):
        note_card(connection, request_id, change.after.id, now)


def _check_answer(request: MatchRequest, actor: Actor) -> None:
    seat = matches.seat_of(request.match, actor.id)
    if actor.id == request.asker_id:
        raise values.OwnRequest
    if seat in request.match.left:
        raise matches.AlreadyLeft(request.match)


def _check_open(request: MatchRequest) -> None:
    if request.state is not RequestState.OPEN:
        raise values.RequestClosed(request)


def _first(made: tuple[Request, ...], state: RequestState) -> Request | None:
    return next((each for each in made if each.state is state), None)


def _check_asking(made_before: Sequence[Request]) -> None:
    if any(each.state is RequestState.DECLINED for each in made_before):
        raise values.RequestRefused
    if len(made_before) >= MOST_A_PLY:
        raise values.AskedTooOften(MOST_A_PLY)


def _stored(connection: Connection, request_id: RequestId) -> Request:
    request = storage.get(connection, request_id)
    if request is None:
        raise values.UnknownRequest
    return request


class ForgivenessService(RequestService):
    """Requests to undo a timeout, so that its player goes on with the time of a new turn.

    All other players must agree; with one opponent their word is enough. Asking while another
    player's request is open grants that. Asking raises NothingToForgive, OwnTimeout or
    TooLateToForgive.
    """

    kind = RequestKind.FORGIVE
    entry = EntryKind.FORGIVE
    asking_agrees = True

    @reads
    def check(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int
    ) -> matches.MatchState:
        """The match, if the actor may forgive its timeout; raises as ``ask`` does."""
        match = self._asked_in(connection, actor, match_id, expected_ply, lock=False)
        self._text(match, actor, "")
        return match

    def _asked_in(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        expected_ply: int | None,
        *,
        lock: bool = True,
    ) -> matches.MatchState:
        match = self._store.read(connection, match_id, lock=lock)
        seat = matches.seat_of(match, actor.id)
        if expected_ply is not None and expected_ply != match.ply:
            raise matches.OutdatedBoard(match)
        if seat in match.left and seat != match.timed_out:
            raise matches.AlreadyLeft(match)
        return match

    def _text(self, match: matches.MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - for all
        if match.timed_out is None or match.last is None:
            raise matches.NothingToForgive(match)
        if matches.seat_of(match, actor.id) == match.timed_out:
            raise values.OwnTimeout(match)
        if self._now() - match.last.created_at > FORGIVE_WITHIN:
            raise values.TooLateToForgive(match)
        return str(match.timed_out)

    def _entry(self, request: MatchRequest, actor: Actor) -> matches.NewEntry:
        seat = request.match.timed_out
        return matches.NewEntry(self.entry, "", seat, request.asker_id, actor.key)

    def _grant(self, connection: Connection, request: MatchRequest, actor: Actor) -> MatchRequest:
        self._text(request.match, actor, "")
        return super()._grant(connection, request, actor)


class PauseService(RequestService):
    """Requests for a pause; ``wish`` is its length in days.

    Asking raises MovesStand, NoTimeToPause, AlreadyPaused, BadPause, and RequestPending while
    another player's request is open.
    """

    kind = RequestKind.PAUSE
    entry = EntryKind.PAUSE

    async def end(self, actor: Actor, match_id: MatchId) -> matches.MatchState:
        """End the pause; the match after it.

        A repeated interaction returns the same match. Raises UnknownMatch, NotYourMatch,
        MatchOver, AlreadyLeft or NotPaused.
        """
        return await self._written(self._end, actor, match_id)

    def _end(self, connection: Connection, actor: Actor, match_id: MatchId) -> matches.MatchState:
        told = self._store.already_written(connection, actor.key)
        if told is not None:
            return told
        match = self._asked_in(connection, actor, match_id, None)
        if match.match.paused_until is None:
            raise values.NotPaused(match)
        seat = matches.seat_of(match, actor.id)
        entry = matches.NewEntry(EntryKind.RESUME, "", seat, actor.id, actor.key)
        return self._store.append(connection, match, entry)

    def _text(self, match: matches.MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - for all
        matches.check_free(match)
        if not match.match.is_timed:
            raise values.NoTimeToPause(match)
        if match.match.paused_until is not None:
            raise values.AlreadyPaused(match)
        shortest, longest = SHORTEST_PAUSE.days, LONGEST_PAUSE.days
        if not re.fullmatch("[0-9]{1,2}", wish) or not shortest <= int(wish) <= longest:
            raise values.BadPause(shortest, longest)
        return str(int(wish))


class UndoService(RequestService):
    """Requests to take the match back to before the asker's last move.

    Asking raises MovesStand, NothingToUndo, and RequestPending while another player's request is
    open, as the two would go back to different plies.
    """

    kind = RequestKind.UNDO
    entry = EntryKind.UNDO

    def _text(self, match: matches.MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - one undo
        matches.check_free(match)
        seat = matches.seat_of(match, actor.id)
        own = [made for made in match.moves if made.seat == seat]
        if not own:
            raise values.NothingToUndo(match)
        return str(own[-1].ply - 1)


class DrawService(RequestService):
    """Draw offers. Offering while another player's offer is open accepts that.

    Asking raises NoDrawsHere if the game has no draws, and EnginesAgreeToNoDraw if only engines
    could agree.
    """

    kind = RequestKind.DRAW
    entry = EntryKind.DRAW
    asking_agrees = True

    def _text(self, match: matches.MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - one draw
        if not match.info.draws:
            raise values.NoDrawsHere(match.info)
        if not match.others_than(actor.id):
            raise values.EnginesAgreeToNoDraw(match)
        return ""


class Requests:
    """The services of all kinds of requests."""

    def __init__(self, database: Database, store: matches.MatchStore, now: matches.Now) -> None:
        self.undo = UndoService(database, store, now)
        self.draws = DrawService(database, store, now)
        self.pauses = PauseService(database, store, now)
        self.forgiveness = ForgivenessService(database, store, now)

    def of(self, kind: RequestKind) -> RequestService:
        """The service of this kind of request."""
        each = (self.undo, self.draws, self.pauses, self.forgiveness)
        return next(service for service in each if service.kind is kind)


class InboxService(matches.Service):
    """Reads the inboxes of players."""

    async def read(self, player_id: PlayerId, recent: int = RECENT_SHOWN) -> values.Inbox:
        """The player's matches in all servers, with at most ``recent`` ended ones."""
        return await self._database.read(_inbox_of, player_id, recent)


def _inbox_of(connection: Connection, player_id: PlayerId, recent: int) -> values.Inbox:
    damaged = list[MatchId]()
    found = matches.storage.running_of(connection, player_id, damaged)
    running = matches.storage.most_urgent_first(found)
    return values.Inbox(
        waiting=tuple(each for each in running if each.to_move_player == player_id),
        others=tuple(each for each in running if each.to_move_player != player_id),
        recent=matches.storage.finished_of(connection, player_id, recent, damaged),
        asked=storage.awaiting(connection, player_id),
        damaged=tuple(damaged),
    )
