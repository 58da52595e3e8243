"""Taking moves back, if everybody else agrees."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.matches.errors import NothingToUndo, RequestPending
from bot.services.matches.models import RequestView
from bot.services.matches.store import Page
from bot.services.requests.service import RequestService, request_view
from data.ids import InteractionId, PlayerId
from data.requests import Request
from data.states import EntryKind, RequestKind


class UndoService(RequestService):
    """Back to before the asker's last move that stands, whatever others did since.

    Asking raises NothingToUndo if there is none, and RequestPending while another player's request
    waits: the two would go back to different plies, so that one has to be answered first.
    """

    kind = RequestKind.UNDO
    entry = EntryKind.UNDO

    def _text(self, page: Page, player_id: PlayerId) -> str:
        seat = page.seat_of(player_id)
        own = [made for made in page.standing.moves if made.seat == seat]
        if not own:
            raise NothingToUndo(page.view)
        return str(own[-1].ply - 1)

    async def _cross(
        self,
        connection: AsyncConnection,  # noqa: ARG002 - part of what every kind is given
        page: Page,
        pending: Request,
        player_id: PlayerId,  # noqa: ARG002 - the same
        interaction_id: InteractionId,  # noqa: ARG002 - the same
    ) -> RequestView:
        raise RequestPending(request_view(pending, page))
