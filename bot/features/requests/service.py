"""What one player asks and the others grant: the parts that undo and draws have in common.

A request belongs to the ply at which it was made. Whatever is written to the log next, a move,
somebody leaving, another request that is granted, makes it lapse, so that two things asked at once
always end in one.
"""

import abc
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter

from sqlalchemy import Connection

from bot.core import matches, outbox
from bot.core.actor import Actor
from bot.core.clocks import FORGIVE_WITHIN
from bot.core.part import Part, Prune
from bot.core.posting import NO_REPOST, Post, PostKind, Sent, Wanted
from bot.features.requests import storage, values
from bot.features.requests.storage import NewRequest, Request
from bot.features.requests.values import MatchRequest
from data.ids import MatchId, RequestId
from data.states import EntryKind, MessageKind, RequestKind, RequestState
from data.transactions import reads, writes

MOST_A_PLY = 3
"""How often one person may ask for the same until something happens in the match."""


class RequestService(matches.StoreService, abc.ABC):
    """Asking, granting, declining and withdrawing. Every no is a ServiceError.

    A click that comes twice is answered twice alike. Whatever changes is shown on the request's
    card by the outbox.
    """

    kind: RequestKind
    entry: EntryKind
    asking_agrees = False
    """Whether to ask while another's request is pending is to grant that."""

    @writes
    def ask(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        expected_ply: int | None = None,
        wish: str = "",
    ) -> MatchRequest:
        """Ask the others; asked twice it is one request. ``wish`` says what, where that can differ.

        Where only engines play on, nobody has to be asked, and it is done.
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
        """Agree; with the last agreement it is done.

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
        """Say no, which ends the request. Raises as ``grant`` does."""
        request = self._read(connection, request_id)
        _check_answer(request, actor)
        return self._close(connection, request, RequestState.DECLINED, actor)

    @writes
    def withdraw(self, connection: Connection, actor: Actor, request_id: RequestId) -> MatchRequest:
        """Take it back. Raises UnknownRequest, NotYourMatch, NotYourRequest or RequestClosed."""
        request = self._read(connection, request_id)
        matches.seat_of(request.match, actor.id)
        if request.asker_id != actor.id:
            raise values.NotYourRequest
        return self._close(connection, request, RequestState.WITHDRAWN, actor)

    @reads
    def pending(self, connection: Connection, match_id: MatchId) -> MatchRequest | None:
        """What is asked in this match now and not answered yet; raises UnknownMatch."""
        match = self._store.read(connection, match_id)
        made = storage.made_at(connection, match_id, self.kind, match.ply)
        found = _first(made, RequestState.OPEN)
        return None if found is None else MatchRequest(found, match)

    def _asked_in(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int | None
    ) -> matches.MatchState:
        """The match, locked, for somebody who may ask in it."""
        match = self._store.open_for(connection, match_id, actor.id, expected_ply, lock=True)
        if matches.seat_of(match, actor.id) in match.left:
            raise matches.AlreadyLeft(match)
        return match

    def _entry(self, request: MatchRequest, actor: Actor) -> matches.NewEntry:
        seat = matches.seat_of(request.match, request.asker_id)
        return matches.NewEntry(self.entry, request.stored.text, seat, request.asker_id, actor.key)

    @abc.abstractmethod
    def _text(self, match: matches.MatchState, actor: Actor, wish: str) -> str:
        """What the log will say when it is granted; raises a ServiceError if it cannot be asked."""

    def _repeated(self, connection: Connection, actor: Actor) -> MatchRequest | None:
        """What came of asking when it came for the first time; None if this is that."""
        asked = storage.with_key(connection, actor.key)
        if asked is not None:
            return MatchRequest(asked, self._store.read(connection, asked.match_id))
        after = self._store.already_written(connection, actor.key)
        if after is None:
            return None
        # it was the last agreement to what another had asked
        made = storage.made_at(connection, after.id, self.kind, after.ply - 1)
        granted = _first(made, RequestState.GRANTED)
        return None if granted is None else MatchRequest(granted, after)

    def _add(
        self, connection: Connection, match: matches.MatchState, actor: Actor, text: str
    ) -> MatchRequest:
        place, now = (match.id, self.kind, match.ply), self._now()
        new = NewRequest(*place, actor.id, text, actor.key, created_at=now)
        request_id = storage.add(connection, new)
        asked = replace(match, match=replace(match.match, asked=True))
        request = MatchRequest(_stored(connection, request_id), asked)
        if not request.awaiting:
            return self._done(connection, request, actor)
        note_card(connection, request_id, match.id, now)
        return request

    def _done(self, connection: Connection, request: MatchRequest, actor: Actor) -> MatchRequest:
        """The request, which nobody has to agree to any more, with what comes of it."""
        storage.change(connection, request.id, state=RequestState.GRANTED)
        after = self._store.append(connection, request.match, self._entry(request, actor))
        return MatchRequest(_stored(connection, request.id), after)

    def _grant(self, connection: Connection, request: MatchRequest, actor: Actor) -> MatchRequest:
        storage.grant(connection, request.id, actor.id)
        agreed = MatchRequest(_stored(connection, request.id), request.match)
        # before what comes of it, so that the card stands before the board
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
        # what was read before the match was ours alone may have changed meanwhile
        return MatchRequest(_stored(connection, request_id), match)


def note_card(
    connection: Connection, request_id: RequestId, match_id: MatchId, now: datetime
) -> None:
    """Note that the request's card has to show how it stands then."""
    outbox.add(connection, outbox.of_match(MessageKind.REQUEST, match_id, request_id), now)


def lapse_requests(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Let go of whatever was asked in a match that went on, and show it on the cards."""
    for request_id in storage.lapse(connection, change.after.id):
        note_card(connection, request_id, change.after.id, now)


def requests_part(store: matches.MatchStore) -> Part:
    """Requests have a card where their match is played, and lapse when it goes on."""

    def load(connection: Connection, due: outbox.Due) -> Post[MatchRequest] | None:
        stored = storage.get(connection, RequestId(due.subject_id))
        if stored is None:
            return None
        request = MatchRequest(stored, store.read(connection, stored.match_id))
        wanted = Wanted.SHOWN if stored.state is RequestState.OPEN else Wanted.CHANGED
        return Post(request, (request.match.where,), request.card, wanted)

    def remember(connection: Connection, request: MatchRequest, message: Sent) -> None:
        channel_id, message_id = message
        storage.change(connection, request.id, channel_id=channel_id, message_id=message_id)

    kind = MessageKind.REQUEST
    return Part(
        changed=(
            matches.Hook(lapse_requests, matches.SINCE_BEGUN, attrgetter("before.match.asked")),
        ),
        posts=(PostKind(kind=kind, load=load, remember=remember, edited=NO_REPOST, waits=True),),
        prune=(Prune("requests", timedelta(days=30), storage.prune),),
    )


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
    """Going back to before a timeout, with the time that the clock has for it.

    One opponent's word is enough where there is one; else the others have to agree. To say it while
    another's word waits for that is to agree. Asking raises NothingToForgive, OwnTimeout or
    TooLateToForgive.
    """

    kind = RequestKind.FORGIVE
    entry = EntryKind.FORGIVE
    asking_agrees = True

    @reads
    def check(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int
    ) -> matches.MatchState:
        """The match, if the actor may let somebody play on in it; raises as ``ask`` does."""
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
