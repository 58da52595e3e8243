"""Letting somebody play on whose time ran out: their opponents say so, nobody needs to ask."""

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.clocks import FORGIVE_WITHIN
from bot.services.matches import (
    AlreadyLeft,
    MatchState,
    NewEntry,
    NothingToForgive,
    OutdatedBoard,
    seat_of,
)
from bot.services.requests.errors import OwnTimeout, TooLateToForgive
from bot.services.requests.models import MatchRequest
from bot.services.requests.service import RequestService
from data.ids import MatchId
from data.states import EntryKind, RequestKind
from data.transactions import reads


class ForgivenessService(RequestService):
    """Going back to before a timeout, with the time that the clock has for it.

    One opponent's word is enough where there is one; else the others have to agree. To say it while
    another's word waits for that is to agree. Asking raises NothingToForgive, OwnTimeout or
    TooLateToForgive.
    """

    kind = RequestKind.FORGIVE
    entry = EntryKind.FORGIVE

    @reads
    def check(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int
    ) -> MatchState:
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
    ) -> MatchState:
        match = self._store.read(connection, match_id, lock=lock)
        seat = seat_of(match, actor.id)
        if expected_ply is not None and expected_ply != match.ply:
            raise OutdatedBoard(match)
        if seat in match.left and seat != match.timed_out:
            raise AlreadyLeft(match)
        return match

    def _text(self, match: MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - for all
        if match.timed_out is None or match.last is None:
            raise NothingToForgive(match)
        if seat_of(match, actor.id) == match.timed_out:
            raise OwnTimeout(match)
        if self._now() - match.last.created_at > FORGIVE_WITHIN:
            raise TooLateToForgive(match)
        return str(match.timed_out)

    def _entry(self, request: MatchRequest, actor: Actor) -> NewEntry:
        seat = request.match.timed_out
        return NewEntry(self.entry, "", seat, request.asker_id, actor.key)

    def _answer_by_asking(
        self, connection: Connection, pending: MatchRequest, actor: Actor
    ) -> MatchRequest:
        if actor.id in pending.granted:
            return pending
        return self._grant(connection, pending, actor)

    def _grant(self, connection: Connection, request: MatchRequest, actor: Actor) -> MatchRequest:
        self._text(request.match, actor, "")
        return super()._grant(connection, request, actor)
