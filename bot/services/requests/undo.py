"""Taking moves back, if everybody else agrees."""

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import MatchState, seat_of
from bot.services.requests.errors import NothingToUndo, RequestPending
from bot.services.requests.models import MatchRequest
from bot.services.requests.service import RequestService
from data.states import EntryKind, RequestKind


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
