"""Calling it a draw, where the game knows draws."""

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import MatchState
from bot.services.requests.errors import EnginesAgreeToNoDraw, NoDrawsHere
from bot.services.requests.models import MatchRequest
from bot.services.requests.service import RequestService, others_in
from data.states import EntryKind, RequestKind


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
