"""Calling it a draw, where the game knows draws."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.matches.errors import NoDrawsHere
from bot.services.matches.models import RequestView
from bot.services.matches.store import Page
from bot.services.requests.service import RequestService, request_view
from data.ids import InteractionId, PlayerId
from data.requests import Request
from data.states import EntryKind, RequestKind


class DrawService(RequestService):
    """Offering a draw. To offer one while another player's offer is pending is to accept it.

    Asking raises NoDrawsHere where the game cannot be drawn.
    """

    kind = RequestKind.DRAW
    entry = EntryKind.DRAW

    def _text(self, page: Page, player_id: PlayerId) -> str:  # noqa: ARG002 - anybody may offer
        info = page.standing.position.info
        if not info.draws:
            raise NoDrawsHere(info)
        return ""

    async def _cross(
        self,
        connection: AsyncConnection,
        page: Page,
        pending: Request,
        player_id: PlayerId,
        interaction_id: InteractionId,
    ) -> RequestView:
        if player_id in pending.granted:
            return request_view(pending, page)
        return await self._grant(connection, page, pending, player_id, interaction_id)
