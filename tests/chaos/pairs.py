"""Pairs of people who play on, whatever happens, and remember what they were told."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from rules import GAMES
from tests.chaos.failing_discord import FailingDiscord
from tests.kit.friend import Action, Friend
from tests.kit.rules import random_match
from tests.kit.shown import look, posted

LOOK_EVERY = 0.1
GIVE_UP_AFTER = 8.0
"""Seconds after which somebody who saw nothing happen tries again."""
TWICE = 0.03
"""How many clicks Discord tells of twice."""
CLOCK = "1d+1h/2d"
"""What every other pair plays with: nobody's time runs out while nobody is robbed of any."""
FOR_TWO = [
    (game, variant.id)
    for game in GAMES
    for variant in GAMES[game].info.variants
    if variant.seats == 2 and not variant.seeded
]


@dataclass
class Played:
    """A match as its players know it: what they want to play, and which plies were told."""

    thread_id: int
    texts: tuple[str, ...]
    told: set[int] = field(default_factory=set)


class Pair:
    """Two people in a channel of their own, who begin another match when one has ended."""

    def __init__(self, discord: FailingDiscord, server_id: int, number: int) -> None:
        self._discord = discord
        self._number = number
        self.server_id = server_id
        self._chance = Random(number)
        self._channel_id = discord.backend.create_channel(server_id, f"games-{number}").id
        self._people = [
            Friend.joining(discord, server_id, f"{name} {number}") for name in ("Ada", "Ben")
        ]
        self.matches: list[Played] = []
        self.actions: list[Action] = []

    async def play(self, enough: asyncio.Event) -> None:
        """Play until it is enough."""
        for round_number in itertools.count():
            game, variant = FOR_TWO[(self._number + round_number) % len(FOR_TWO)]
            seed = 1000 * self._number + round_number
            texts = tuple(str(move) for _, move, _ in random_match(game, variant, seed))
            match = await self._begin(game, variant, texts, enough)
            if match is None:
                return
            self.matches.append(match)
            while (ply := self._ply(match)) < len(texts):
                if enough.is_set():
                    return
                await self._move(match, ply)
            self._people.reverse()

    async def _begin(
        self, game: str, variant: str, texts: tuple[str, ...], enough: asyncio.Event
    ) -> Played | None:
        known = {shown.id for shown in posted(self._discord.backend, self._channel_id)}
        first, second = self._people
        while not enough.is_set():
            if self._open_card(known) is None:
                options = {"game": game, "variant": variant, "seat": "first"}
                if self._number % 2:
                    options["clock"] = CLOCK
                self._do(first.command(self._channel_id, "challenge", **options))
                await self._wait(lambda: self._open_card(known))
            card = self._open_card(known)
            if card is None:
                continue
            self._do(second.click(self._channel_id, *card))
            begun = Played(card[0], texts)
            if await self._wait(partial(self._is_begun, begun)):
                return begun
        return None

    async def _move(self, match: Played, ply: int) -> None:
        who = self._people[ply % 2]
        record = self._do(who.command(match.thread_id, "move", text=match.texts[ply]))
        await self._wait(lambda: self._ply(match) > ply)
        for _ in range(5):  # the answer may come after the board
            if not record.loading:
                break
            await asyncio.sleep(LOOK_EVERY)
        if self._answer(match, record).startswith("Played."):
            match.told.add(ply + 1)

    def _do(self, action: Action) -> Any:
        self.actions.append(action)
        action.send()
        if self._discord.rate and self._chance.random() < TWICE:
            seconds = self._chance.choice([0.0, 0.5, 60.0])
            self._discord.send_again("INTERACTION_CREATE", action.payload, seconds)
        return action.record

    async def _wait(self, condition: Any) -> Any:
        for _ in range(int(GIVE_UP_AFTER / LOOK_EVERY)):
            found = condition()
            if found:
                return found
            await asyncio.sleep(LOOK_EVERY)
        return None

    def _ply(self, match: Played) -> int:
        """Up to which ply there are boards, -1 for none."""
        boards = self._discord.witness.boards.get(match.thread_id, ())
        return max((ply for _, ply in boards), default=-1)

    def _is_begun(self, match: Played) -> bool:
        return self._ply(match) >= 0

    def _open_card(self, known: set[int]) -> tuple[int, str] | None:
        for shown in posted(self._discord.backend, self._channel_id):
            if shown.id not in known and "Accept" in shown.buttons:
                return shown.id, shown.custom_ids[shown.buttons.index("Accept")]
        return None

    def _answer(self, match: Played, record: Any) -> str:
        if record.message_id is None:
            return ""
        return look(self._discord.backend.get_message(match.thread_id, record.message_id)).text
