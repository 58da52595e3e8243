"""A post whose answer got lost stands there once, of whatever kind."""

import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord.http import HTTPClient

from bot.features.daily.calendar import day_of
from bot.features.help import GreetingService
from bot.features.leaderboards.live import LiveService
from data.ids import ServerId
from data.states import MessageKind
from tests.faults.all_due import all_due
from tests.features.clubs.duel import Duel
from tests.features.ladders.ladder_club import LadderClub
from tests.features.tournaments.cup_club import BOSS, Cup
from tests.kit.club import ADA, Club
from tests.kit.databases import greet_anybody
from tests.kit.discord_rules import forget_nonces
from tests.kit.wired import Wired, founded, wired

NEVER_POSTED = {"champion", "looked_back"}
NOT_HERE = {"absence", "poster"}
"""A direct message while a server is away, and what only 1.0.0 asked for."""


class Lost:
    """Discord carries every post out, but tells so only when it is asked again."""

    def __init__(self, opened: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = opened
        self.posted: Counter[str] = Counter()
        send = HTTPClient.send_message

        async def lose_first(http: Any, channel_id: int, *, params: Any) -> Any:
            answer = await send(http, channel_id, params=params)
            payload = params.payload or json.loads(params.multipart[0]["value"])
            nonce = str(payload["nonce"])
            self.posted[nonce] += 1
            forget_nonces(opened.backend)
            if self.posted[nonce] == 1:
                raise aiohttp.ServerDisconnectedError
            return answer

        monkeypatch.setattr(HTTPClient, "send_message", lose_first)

    async def kinds(self) -> set[str]:
        """The kinds of all that was posted, each message once, and is noted."""
        await self.opened.deliver_for(timedelta(hours=1))
        rows = await self.opened.club.sql("SELECT kind, nonce, message_id FROM outbox WHERE done")
        assert [kind for kind, nonce, _ in rows if self.posted[nonce] > 1] == []
        sought = [(kind, number) for kind, nonce, number in rows if nonce in self.posted]
        assert [kind for kind, number in sought if number is None] == []
        return {kind for kind, _ in sought}


async def begin_all(club: Club) -> None:
    """Let cards and lists of every kind be due that stand somewhere for a long time."""
    await club.database.write(greet_anybody)
    await club.services[GreetingService].greet({ServerId(70): club.clock.now})
    await club.services[LiveService].start(club.actor(BOSS), "apart")
    await LadderClub.open(club, 3)
    await Cup.open(club, 3)
    puzzle = await club.daily.open(club.actor(ADA))
    board = await club.puzzles.open(club.actor(ADA), puzzle.id)
    await club.puzzles.submit(club.actor(ADA), puzzle.id, board.stage, str(puzzle.answer()))
    shared = await club.daily.shared(club.actor(ADA), day_of(club.clock.now))
    await club.daily.share(club.actor(ADA), shared)
    duel = await Duel.agreed(club, 2, 2)
    for side in (0, 1):
        await duel.service.ready(duel.boss(side), duel.id)
    await club.look_around(minutes=3)


async def test_it_is_looked_for_and_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = await all_due(tmp_path)
    with monkeypatch.context() as patch:
        async with kept.again(tmp_path) as opened:
            found = await Lost(opened, patch).kinds()
    async with wired(tmp_path / "begun.db", founded()) as opened:
        lost = Lost(opened, monkeypatch)
        await begin_all(opened.club)
        found |= await lost.kinds()
    assert found == set(MessageKind.known) - NEVER_POSTED - NOT_HERE
