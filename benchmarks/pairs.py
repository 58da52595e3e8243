"""Pairs who play: matches that were thought out beforehand, and the moments of each move."""

import asyncio
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.busy_discord import BusyDiscord
from rules import GAMES
from tests.kit.friend import Action, Friend
from tests.kit.rules import random_match
from tests.kit.shown import look, posted
from tests.kit.waiting import until

PAIRS_IN_A_SERVER = 20
TIMEOUT = 120.0
"""Seconds after which a board that did not come ends the benchmark."""
CASES = [
    (game, variant.id)
    for game in GAMES
    for variant in GAMES[game].info.variants
    if variant.seats == 2 and not variant.seeded
]


@dataclass(frozen=True, slots=True)
class Script:
    """A match from the first move to the last."""

    game: str
    variant: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Timing:
    """A move's milliseconds from being sent to what came of it."""

    acknowledged: float
    answered: float
    posted: float


class Pair:
    """Two people and their channel; they begin another match when one has ended."""

    def __init__(self, discord: BusyDiscord, number: int, server_id: int) -> None:
        self._discord = discord
        self._number = number
        self._channel_id = discord.backend.create_channel(server_id, f"games-{number}").id
        self._people = tuple(
            Friend.joining(discord, server_id, f"{name} {number}") for name in ("Ada", "Ben")
        )
        self._scripts: Iterator[Script] = iter(())
        self._texts: Iterator[tuple[int, str]] = iter(())
        self._next: tuple[int, str] | None = None
        self._thread_id = 0
        self.begun = 0

    @property
    def thread_id(self) -> int:
        """Where they play."""
        return self._thread_id

    def think(self, moves: int) -> None:
        """Think out matches with at least so many moves."""
        thought, scripts = 0, []
        for round_number in itertools.count():
            if thought >= moves:
                break
            scripts.append(_script(self._number, round_number))
            thought += len(scripts[-1].texts)
        self._scripts = iter(scripts)

    async def be_ready(self) -> None:
        """Have a match in which a move can be made."""
        if self._next is None:
            await self._begin(next(self._scripts))

    async def _begin(self, script: Script) -> None:
        first, second = self._people
        known = set(self._discord.backend.messages.get(self._channel_id, ()))
        first.slash(
            self._channel_id,
            "challenge",
            game=script.game,
            variant=script.variant,
            first_move="first",
            clock="none",
        )
        card, accept = await until(lambda: self._card(known))
        there = self._discord.expect_board(card)  # a thread has the id of its message
        second.press(self._channel_id, card, accept)
        async with asyncio.timeout(TIMEOUT):
            await there
        self._thread_id = card
        self._texts = enumerate(script.texts)
        self._next = next(self._texts)
        self.begun += 1

    def _card(self, known: set[int]) -> tuple[int, str] | None:
        for shown in posted(self._discord.backend, self._channel_id):
            if shown.id not in known and "Accept" in shown.buttons:
                return shown.id, shown.custom_ids[shown.buttons.index("Accept")]
        return None

    def prepare(self) -> Action:
        """The next move, not sent yet."""
        assert self._next is not None
        ply, text = self._next
        self._next = next(self._texts, None)
        return self._people[ply % 2].command(self._thread_id, "move", text=text)

    async def send(self, action: Action, sent: float) -> Timing:
        """What comes of the move, which counts as sent at the moment ``sent``."""
        posted = self._discord.expect_board(self._thread_id)
        record = action.send()
        try:
            async with asyncio.timeout(TIMEOUT):
                there = await posted
        except TimeoutError:
            raise RuntimeError(f"no board came; the answer was {self._answer(record)}") from None
        answered = await until(lambda: self._discord.answered.pop(record.token, None))
        acknowledged = self._discord.acknowledged.pop(record.id)
        return Timing(*((moment - sent) * 1000 for moment in (acknowledged, answered, there)))

    async def move_unseen(self) -> asyncio.Future[float]:
        """Make a move and see it acknowledged; the moment when its board will be there."""
        posted = self._discord.expect_board(self._thread_id)
        record = self.prepare().send()
        await until(lambda: self._discord.answered.pop(record.token, None))
        return posted

    def _answer(self, record: object) -> str:
        number = getattr(record, "message_id", None)
        if number is None:
            return "missing"
        return look(self._discord.backend.get_message(self._thread_id, number)).text


def seat_pairs(discord: BusyDiscord, number: int) -> list[Pair]:
    """So many pairs, in servers of their own for every few of them."""
    pairs: list[Pair] = []
    for first in range(0, number, PAIRS_IN_A_SERVER):
        server = discord.backend.create_guild(f"Club {first}")
        several = range(first, min(first + PAIRS_IN_A_SERVER, number))
        pairs += [Pair(discord, each, server.id) for each in several]
    return pairs


def _script(pair: int, number: int) -> Script:
    game, variant = CASES[(pair + number) % len(CASES)]
    seed = 10_000 * pair + number
    texts = tuple(str(move) for _, move, _ in random_match(game, variant, seed))
    return Script(game, variant, texts)
