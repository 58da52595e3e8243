"""All that players ask of each other."""

import re

from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.core.clocks import LONGEST_PAUSE, SHORTEST_PAUSE
from bot.core.matches import MatchState, MatchStore, NewEntry, Now, check_free, seat_of
from bot.features.requests import values
from bot.features.requests.service import ForgivenessService, RequestService
from data.database import Database
from data.ids import MatchId
from data.states import EntryKind, RequestKind


class PauseService(RequestService):
    """Asking for a pause of the days that are wished.

    Asking raises MovesStand, NoTimeToPause where nobody's time runs, AlreadyPaused, BadPause for
    days that nobody can agree on, and RequestPending while another player's request waits.
    """

    kind = RequestKind.PAUSE
    entry = EntryKind.PAUSE

    async def end(self, actor: Actor, match_id: MatchId) -> MatchState:
        """Let the time run again; the match after it.

        The same interaction again gives the same answer. Raises UnknownMatch, NotYourMatch,
        MatchOver, AlreadyLeft or NotPaused.
        """
        return await self._written(self._end, actor, match_id)

    def _end(self, connection: Connection, actor: Actor, match_id: MatchId) -> MatchState:
        told = self._store.already_written(connection, actor.key)
        if told is not None:
            return told
        match = self._asked_in(connection, actor, match_id, None)
        if match.match.paused_until is None:
            raise values.NotPaused(match)
        seat = seat_of(match, actor.id)
        entry = NewEntry(EntryKind.RESUME, "", seat, actor.id, actor.key)
        return self._store.append(connection, match, entry)

    def _text(self, match: MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - for all
        check_free(match)
        if not match.match.is_timed:
            raise values.NoTimeToPause(match)
        if match.match.paused_until is not None:
            raise values.AlreadyPaused(match)
        shortest, longest = SHORTEST_PAUSE.days, LONGEST_PAUSE.days
        if not re.fullmatch("[0-9]{1,2}", wish) or not shortest <= int(wish) <= longest:
            raise values.BadPause(shortest, longest)
        return str(int(wish))


class UndoService(RequestService):
    """Back to before the asker's last move that stands, whatever others did since.

    Asking raises MovesStand, NothingToUndo if there is none, and RequestPending while another
    player's request waits: the two would go back to different plies, so one is answered first.
    """

    kind = RequestKind.UNDO
    entry = EntryKind.UNDO

    def _text(self, match: MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - one undo
        check_free(match)
        seat = seat_of(match, actor.id)
        own = [made for made in match.moves if made.seat == seat]
        if not own:
            raise values.NothingToUndo(match)
        return str(own[-1].ply - 1)


class DrawService(RequestService):
    """Offering a draw. To offer one while another player's offer is pending is to accept it.

    Asking raises NoDrawsHere where the game cannot be drawn, and EnginesAgreeToNoDraw where only
    engines could agree.
    """

    kind = RequestKind.DRAW
    entry = EntryKind.DRAW
    asking_agrees = True

    def _text(self, match: MatchState, actor: Actor, wish: str) -> str:  # noqa: ARG002 - one draw
        if not match.info.draws:
            raise values.NoDrawsHere(match.info)
        if not match.others_than(actor.id):
            raise values.EnginesAgreeToNoDraw(match)
        return ""


class Requests:
    """One service for each kind of request."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        self.undo = UndoService(database, store, now)
        self.draws = DrawService(database, store, now)
        self.pauses = PauseService(database, store, now)
        self.forgiveness = ForgivenessService(database, store, now)

    def of(self, kind: RequestKind) -> RequestService:
        """The service for this kind of request."""
        each = (self.undo, self.draws, self.pauses, self.forgiveness)
        return next(service for service in each if service.kind is kind)
