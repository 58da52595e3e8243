"""What one player asks and the others grant: the parts that undo and draws have in common.

A request belongs to the ply at which it was made. Whatever is written to the log next, a move,
somebody leaving, another request that is granted, makes it lapse, so that two things asked at once
always end in one.
"""

from __future__ import annotations

import abc

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.matches.errors import (
    AlreadyLeft,
    NotYourRequest,
    OwnRequest,
    RequestClosed,
    RequestRefused,
    UnknownRequest,
)
from bot.services.matches.models import MatchView, RequestView
from bot.services.matches.service import OnChange
from bot.services.matches.store import Clock, Logbook, NewEntry, Page
from data import requests
from data.database import Database
from data.ids import InteractionId, MatchId, PlayerId, RequestId
from data.requests import NewRequest, Request
from data.states import EntryKind, RequestKind, RequestState


class RequestService(abc.ABC):
    """Asking, granting, declining and taking back. Every no is a ServiceError.

    A click that comes twice is answered twice alike.
    """

    kind: RequestKind
    entry: EntryKind

    def __init__(
        self, database: Database, logbook: Logbook, clock: Clock, on_change: OnChange
    ) -> None:
        self._database = database
        self._logbook = logbook
        self._clock = clock
        self._on_change = on_change

    async def ask(
        self,
        match_id: MatchId,
        player_id: PlayerId,
        interaction_id: InteractionId,
        expected_ply: int | None = None,
    ) -> RequestView:
        """Ask the others; asked twice it is one request.

        Raises UnknownMatch, NotYourMatch, MatchOver, OutdatedBoard, AlreadyLeft, RequestRefused,
        and what the kind of request adds.
        """
        async with self._database.transaction() as connection:
            asked = await requests.asked_by(connection, interaction_id)
            if asked is not None:
                return request_view(asked, await self._logbook.read(connection, match_id))
            page = await self._logbook.open_for(connection, match_id, player_id, expected_ply)
            if page.seat_of(player_id) in page.standing.left:
                raise AlreadyLeft(page.view)
            text = self._text(page, player_id)
            made = await requests.made_at(connection, match_id, self.kind, page.standing.ply)
            pending = next((each for each in made if each.state is RequestState.OPEN), None)
            if pending is not None and pending.player_id == player_id:
                return request_view(pending, page)
            if pending is not None:
                view = await self._cross(connection, page, pending, player_id, interaction_id)
            else:
                _check_not_refused(made, page, player_id)
                new = NewRequest(
                    match_id=match_id,
                    kind=self.kind,
                    ply=page.standing.ply,
                    player_id=player_id,
                    text=text,
                    interaction_id=interaction_id,
                    created_at=self._clock(),
                )
                request_id = await requests.add(connection, new)
                return request_view(await _stored(connection, request_id), page)
        self._tell(view)
        return view

    async def grant(
        self, request_id: RequestId, player_id: PlayerId, interaction_id: InteractionId
    ) -> RequestView:
        """Agree; with the last agreement it is done.

        Raises UnknownRequest, NotYourMatch, OwnRequest, AlreadyLeft or RequestClosed.
        """
        async with self._database.transaction() as connection:
            request, page = await self._read(connection, request_id)
            view = request_view(request, page)
            self._check_answer(view, page, player_id)
            if player_id in request.granted:
                return view
            _check_open(view)
            view = await self._grant(connection, page, request, player_id, interaction_id)
        self._tell(view)
        return view

    async def decline(self, request_id: RequestId, player_id: PlayerId) -> RequestView:
        """Say no, which ends the request. Raises as ``grant`` does."""
        async with self._database.transaction() as connection:
            request, page = await self._read(connection, request_id)
            view = request_view(request, page)
            self._check_answer(view, page, player_id)
            if view.state is RequestState.DECLINED:
                return view
            _check_open(view)
            await requests.close(connection, request_id, RequestState.DECLINED)
            return request_view(await _stored(connection, request_id), page)

    async def withdraw(self, request_id: RequestId, player_id: PlayerId) -> RequestView:
        """Take the request back; raises UnknownRequest, NotYourRequest or RequestClosed."""
        async with self._database.transaction() as connection:
            request, page = await self._read(connection, request_id)
            view = request_view(request, page)
            if request.player_id != player_id:
                raise NotYourRequest(view)
            if view.state is RequestState.WITHDRAWN:
                return view
            _check_open(view)
            await requests.close(connection, request_id, RequestState.WITHDRAWN)
            return request_view(await _stored(connection, request_id), page)

    async def view(self, request_id: RequestId) -> RequestView:
        """The request; raises UnknownRequest."""
        async with self._database.reading() as connection:
            return request_view(*await self._read(connection, request_id))

    async def pending(self, match_id: MatchId) -> RequestView | None:
        """What is asked in this match now and not answered yet; raises UnknownMatch."""
        async with self._database.reading() as connection:
            page = await self._logbook.read(connection, match_id)
            made = await requests.made_at(connection, match_id, self.kind, page.standing.ply)
        open_ones = (each for each in made if each.state is RequestState.OPEN)
        return next((request_view(each, page) for each in open_ones), None)

    @abc.abstractmethod
    def _text(self, page: Page, player_id: PlayerId) -> str:
        """What the log will say when it is granted; raises a ServiceError if it cannot be asked."""

    @abc.abstractmethod
    async def _cross(
        self,
        connection: AsyncConnection,
        page: Page,
        pending: Request,
        player_id: PlayerId,
        interaction_id: InteractionId,
    ) -> RequestView:
        """What happens when the player asks while another's request is pending."""

    async def _grant(
        self,
        connection: AsyncConnection,
        page: Page,
        request: Request,
        player_id: PlayerId,
        interaction_id: InteractionId,
    ) -> RequestView:
        await requests.grant(connection, request.id, player_id)
        request = await _stored(connection, request.id)
        if _awaiting(request, page):
            return request_view(request, page)
        await requests.close(connection, request.id, RequestState.GRANTED)
        seat = page.seat_of(request.player_id)
        entry = NewEntry(self.entry, request.text, seat, request.player_id, interaction_id)
        match = await self._logbook.append(connection, page, entry)
        return _view(await _stored(connection, request.id), page, match)

    async def _read(
        self, connection: AsyncConnection, request_id: RequestId
    ) -> tuple[Request, Page]:
        request = await requests.get(connection, request_id)
        if request is None or request.kind is not self.kind:
            raise UnknownRequest(request_id)
        return request, await self._logbook.read(connection, request.match_id)

    def _check_answer(self, view: RequestView, page: Page, player_id: PlayerId) -> None:
        seat = page.seat_of(player_id)
        if player_id == view.asker_id:
            raise OwnRequest(view)
        if seat in page.standing.left:
            raise AlreadyLeft(page.view)

    def _tell(self, view: RequestView) -> None:
        if view.state is RequestState.GRANTED:
            self._on_change(view.match.id)


def request_view(request: Request, page: Page) -> RequestView:
    """The request, and its match as ``page`` has it."""
    return _view(request, page, page.view)


def _view(request: Request, page: Page, match: MatchView) -> RequestView:
    state = request.state
    if state is RequestState.OPEN and match.ply != request.ply:
        state = RequestState.LAPSED
    return RequestView(
        id=request.id,
        kind=request.kind,
        asker_id=request.player_id,
        state=state,
        granted=request.granted,
        awaiting=_awaiting(request, page),
        return_to=int(request.text) if request.kind is RequestKind.UNDO else None,
        match=match,
    )


def _awaiting(request: Request, page: Page) -> tuple[PlayerId, ...]:
    return tuple(
        player_id
        for seat, player_id in enumerate(page.match.players)
        if player_id != request.player_id
        and player_id not in request.granted
        and seat not in page.standing.left
    )


def _check_open(view: RequestView) -> None:
    if view.state is not RequestState.OPEN:
        raise RequestClosed(view)


def _check_not_refused(made: tuple[Request, ...], page: Page, player_id: PlayerId) -> None:
    for each in made:
        if each.state is RequestState.DECLINED and each.player_id == player_id:
            raise RequestRefused(request_view(each, page))


async def _stored(connection: AsyncConnection, request_id: RequestId) -> Request:
    request = await requests.get(connection, request_id)
    if request is None:
        raise UnknownRequest(request_id)
    return request
