"""Pairs of people who play on, whatever happens, and remember what they were told."""

import asyncio
import itertools
from typing import Any

from tests.chaos.acting import FOR_TWO, Acting, Played, some_match
from tests.chaos.failing_discord import FailingDiscord

CLOCK = "1d+1h/2d"
"""What every other pair plays with: nobody's time runs out while nobody is robbed of any."""


class Pair(Acting):
    """Two people in a channel of their own, who begin another match when one has ended."""

    def __init__(
        self, discord: FailingDiscord, server_id: int, number: int, thinking: float = 0.0
    ) -> None:
        """``thinking``: seconds between two moves, on average."""
        super().__init__(discord, server_id, number)
        self._thinking = thinking
        self.people = [self.joining(name) for name in ("Ada", "Ben")]

    async def play(self, enough: asyncio.Event) -> None:
        """Play until it is enough."""
        for round_number in itertools.count():
            game, variant = FOR_TWO[(self.number + round_number) % len(FOR_TWO)]
            texts = some_match(game, variant, 1000 * self.number + round_number)
            options: dict[str, Any] = {"clock": CLOCK} if self.number % 2 else {}
            thread = await self.begin(enough, *self.people, game=game, variant=variant, **options)
            if thread is None:
                return
            match = Played(thread, texts)
            self.matches.append(match)
            while (ply := self.ply(thread)) < len(texts):
                if enough.is_set():
                    return
                await self.rest(enough, self.chance.uniform(0, 2 * self._thinking))
                await self.move(self.people[ply % 2], match, ply)
            self.people.reverse()
