"""All that players ask of each other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.clocks import LONGEST_PAUSE, SHORTEST_PAUSE
from bot.services.matches import AlreadyLeft, MatchState, MatchStore, NewEntry, Now, seat_of
from bot.services.requests.models import (
    AlreadyPaused,
    BadPause,
    EnginesAgreeToNoDraw,
    MatchRequest,
    NoDrawsHere,
    NothingToUndo,
    NoTimeToPause,
    NotPaused,
    RequestPending,
)
from bot.services.requests.service import ForgivenessService, RequestService, others_in
from data.database import Database
from data.ids import MatchId
from data.states import EntryKind, RequestKind


class PauseService(RequestService):
    """Asking for a pause of the days that are wished.

    Asking raises NoTimeToPause where nobody's time runs, AlreadyPaused, BadPause for days that
    nobody can agree on, and RequestPending while another player's request waits.
    """

    kind = RequestKind.PAUSE
    entry = EntryKind.PAUSE

    async def end(self, actor: Actor, match_id: MatchId) -> MatchState:
        """Let the time run again; the match after it.

        The same interaction again gives the same answer. Raises UnknownMatch, NotYourMatch,
        MatchOver, AlreadyLeft or NotPaused.
        """

        def end(connection: Connection) -> MatchState:
            told = self._store.repeated(connection, actor.key)
            if told is not None:
                return told
            match = self._store.open_for(connection, match_id, actor.id, lock=True)
            seat = seat_of(match, actor.id)
            if seat in match.left:
                raise AlreadyLeft(match)
            if match.match.paused_until is None:
                raise NotPaused(match)
            entry = NewEntry(EntryKind.RESUME, "", seat, actor.id, actor.key)
            return self._store.append(connection, match, entry)

        after = await self._database.write(end)
        self._store.remember(after)
        return after

    def _text(self, match: MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - for all
        if not match.match.is_timed:
            raise NoTimeToPause(match)
        if match.match.paused_until is not None:
            raise AlreadyPaused(match)
        if (
            not re.fullmatch("[0-9]{1,2}", wish)
            or not SHORTEST_PAUSE <= _days(wish) <= LONGEST_PAUSE
        ):
            raise BadPause(SHORTEST_PAUSE.days, LONGEST_PAUSE.days)
        return str(int(wish))

    def _answer_by_asking(
        self,
        connection: Connection,  # noqa: ARG002 - part of what every kind is given
        pending: MatchRequest,
        actor: Actor,  # noqa: ARG002 - the same
    ) -> MatchRequest:
        raise RequestPending(pending)


def _days(wish: str) -> timedelta:
    return timedelta(days=int(wish))


class UndoService(RequestService):
    """Back to before the asker's last move that stands, whatever others did since.

    Asking raises NothingToUndo if there is none, and RequestPending while another player's request
    waits: the two would go back to different plies, so that one has to be answered first.
    """

    kind = RequestKind.UNDO
    entry = EntryKind.UNDO

    def _text(self, match: MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - one undo
        seat = seat_of(match, actor.id)
        own = [made for made in match.moves if made.seat == seat]
        if not own:
            raise NothingToUndo(match)
        return str(own[-1].ply - 1)

    def _answer_by_asking(
        self,
        connection: Connection,  # noqa: ARG002 - part of what every kind is given
        pending: MatchRequest,
        actor: Actor,  # noqa: ARG002 - the same
    ) -> MatchRequest:
        raise RequestPending(pending)


class DrawService(RequestService):
    """Offering a draw. To offer one while another player's offer is pending is to accept it.

    Asking raises NoDrawsHere where the game cannot be drawn, and EnginesAgreeToNoDraw where only
    engines could agree.
    """

    kind = RequestKind.DRAW
    entry = EntryKind.DRAW

    def _text(
        self,
        match: MatchState,
        actor: Actor,
        wish: str,  # noqa: ARG002 - one draw
    ) -> str:
        if not match.info.draws:
            raise NoDrawsHere(match.info)
        if not others_in(match, actor):
            raise EnginesAgreeToNoDraw(match)
        return ""

    def _answer_by_asking(
        self, connection: Connection, pending: MatchRequest, actor: Actor
    ) -> MatchRequest:
        return pending if actor.id in pending.granted else self._grant(connection, pending, actor)


@dataclass(frozen=True, slots=True)
class Requests:
    """One service for each kind of request."""

    undo: UndoService
    draws: DrawService
    pauses: PauseService
    forgiveness: ForgivenessService

    @classmethod
    def on(cls, database: Database, store: MatchStore, now: Now) -> Requests:
        """The services on an open database."""
        return cls(
            UndoService(database, store, now),
            DrawService(database, store, now),
            PauseService(database, store, now),
            ForgivenessService(database, store, now),
        )

    def of(self, kind: RequestKind) -> RequestService:
        """The service for this kind of request."""
        return {
            RequestKind.UNDO: self.undo,
            RequestKind.DRAW: self.draws,
            RequestKind.PAUSE: self.pauses,
            RequestKind.FORGIVE: self.forgiveness,
        }[kind]
