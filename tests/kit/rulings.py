"""Each kind of ruling by its own name, with the arguments that it takes."""

from bot.core.actor import Actor
from bot.core.matches import MatchState, write_ranking
from bot.features.rulings.service import RulingService
from data.ids import ChannelId, MatchId
from data.states import EntryKind
from rules.game import Seat


class Rulings:
    def __init__(self, service: RulingService) -> None:
        self._rule, self.check, self.of = service.rule, service.check, service.of

    async def decide(
        self, actor: Actor, match_id: MatchId, ranking: tuple[tuple[Seat, ...], ...], reason: str
    ) -> MatchState:
        return await self._rule(actor, match_id, EntryKind.DECIDE, write_ranking(ranking), reason)

    async def annul(self, actor: Actor, match_id: MatchId, reason: str) -> MatchState:
        return await self._rule(actor, match_id, EntryKind.ANNUL, "", reason)

    async def forgive(self, actor: Actor, match_id: MatchId, reason: str) -> MatchState:
        return await self._rule(actor, match_id, EntryKind.FORGIVE, "", reason)

    async def move_elsewhere(
        self, actor: Actor, match_id: MatchId, channel_id: ChannelId, reason: str
    ) -> MatchState:
        return await self._rule(actor, match_id, EntryKind.PLACE, str(channel_id), reason)
