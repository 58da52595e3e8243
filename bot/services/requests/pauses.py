"""Letting the clocks stand still for some days, which both agree on and either may end."""

import re
from datetime import timedelta

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.clocks import LONGEST_PAUSE, SHORTEST_PAUSE
from bot.services.matches import AlreadyLeft, MatchState, NewEntry, seat_of
from bot.services.requests.errors import (
    AlreadyPaused,
    BadPause,
    NoTimeToPause,
    NotPaused,
    RequestPending,
)
from bot.services.requests.models import MatchRequest
from bot.services.requests.service import RequestService
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
