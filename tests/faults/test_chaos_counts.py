"""What the chaos calls the same message, when it counts what Discord has refused for good."""

import json
from random import Random

import aiohttp
import pytest

from tests.chaos.failing_discord import MOST_TIMES, FailingDiscord
from tests.kit.redirect import API
from tests.kit.strict.answering import refuse
from tests.kit.strict.documented import POST_MESSAGE


@pytest.mark.parametrize("pictured", [False, True], ids=["words", "picture"])
async def test_only_the_same_message_counts_as_asked_again(pictured: bool) -> None:
    discord = FailingDiscord(Random(1), 0.0)
    channel_id = discord.backend.create_channel(discord.backend.create_guild("Club").id, "a").id
    refuse(discord.backend, POST_MESSAGE, "200000", channel_id)
    async with discord.listening(), aiohttp.ClientSession(discord.address) as session:

        async def post(nonce: str) -> None:
            content = {"content": "Played.", "nonce": nonce}
            form = aiohttp.FormData()
            form.add_field("payload_json", json.dumps(content))
            form.add_field("files[0]", b"a picture", filename="board.png")
            sent = {"data": form} if pictured else {"json": content}
            path = f"/{API}/channels/{channel_id}/messages"
            async with session.post(path, **sent) as answer:
                assert (await answer.json())["code"] == 200000

        for nonce in ("first board", "second board", "third board"):
            await post(nonce)
        assert discord.tried_again == []
        for _ in range(MOST_TIMES):
            await post("first board")
        assert len(discord.tried_again) == 1
        assert "first board" in discord.tried_again[0]
