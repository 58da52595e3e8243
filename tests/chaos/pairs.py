"""Pairs of people who play on, whatever happens, and remember what they were told."""

import asyncio
import itertools
from typing import Any, ClassVar

from tests.chaos.acting import FOR_TWO, Acting, Played, some_match
from tests.chaos.failing_discord import FailingDiscord

CLOCK = "1d+1h/2d"
"""What every other pair plays with: nobody's time runs out while nobody is robbed of any."""


class Two(Acting):
    """Two people who play one match after another at random, each their own way."""

    NAME = "games"
    OPTIONS: ClassVar[dict[str, Any]] = {}

    def __init__(self, discord: FailingDiscord, server_id: int, number: int) -> None:
        super().__init__(discord, server_id, number, self.NAME)
        self.people = [self.joining(f"{name} {self.NAME}") for name in ("Ada", "Ben")]

    async def play(self, enough: asyncio.Event) -> None:
        for round_number in itertools.count():
            game, variant = FOR_TWO[(self.number + round_number) % len(FOR_TWO)]
            texts = some_match(game, variant, 1000 * self.number + round_number)
            thread = await self.begin(
                enough, *self.people, game=game, variant=variant, **self.OPTIONS
            )
            if thread is None:
                return
            match = Played(thread, texts)
            self.matches.append(match)
            while self.ply(thread) < len(texts) and not self.is_over(thread):
                if enough.is_set():
                    return
                await self.turn(enough, match, self.ply(thread))
            self.people.reverse()

    async def turn(self, enough: asyncio.Event, match: Played, ply: int) -> None:
        raise NotImplementedError


class Pair(Two):
    """Two people who do nothing but play; every other pair has a clock."""

    def __init__(
        self, discord: FailingDiscord, server_id: int, number: int, thinking: float = 0.0
    ) -> None:
        """``thinking``: seconds between two moves, on average."""
        super().__init__(discord, server_id, number)
        self._thinking = thinking
        if number % 2:
            self.OPTIONS = {"clock": CLOCK}  # type: ignore[misc]

    async def turn(self, enough: asyncio.Event, match: Played, ply: int) -> None:
        await self.rest(enough, self.chance.uniform(0, 2 * self._thinking))
        await self.move(self.people[ply % 2], match, ply)
