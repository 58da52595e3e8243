"""The demo as its visitors use it, without the browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from aiohttp.test_utils import TestClient, TestServer
from simcord.builders import ChannelHandle

from bot.sandbox.pages import index_page, routes
from bot.sandbox.simulated import PEOPLE, SimulatedDiscord, Spot
from tests.kit.world import new_client


@asynccontextmanager
async def demo(folder: Path) -> AsyncIterator[SimulatedDiscord]:
    client = new_client(folder / "demo.db")
    discord = SimulatedDiscord(client, folder / "discord.pickle")
    await discord.start()
    services = client.services
    try:
        yield discord
    finally:
        await discord.stop()
        await services.aclose()


def titles(discord: SimulatedDiscord, person: str) -> list[str]:
    return [spot.title for spot in discord.spots() if spot.person == person]


def place(discord: SimulatedDiscord, channel_id: int) -> ChannelHandle:
    env = discord._env
    return ChannelHandle(env, discord._members["Ada"].guild, env.backend.channels[channel_id])


async def begin(discord: SimulatedDiscord) -> None:
    ada, ben = discord._members["Ada"], discord._members["Ben"]
    spot = next(spot for spot in discord.spots() if spot.title == "#games")
    channel = place(discord, spot.channel_id)
    await ada.slash(channel, "challenge", game="apart", opponent=ben, seat="first")
    await discord.live()
    await ben.click(channel.last_message, label="Accept")
    for _ in range(3):
        await discord.live()


async def test_everybody_has_the_channel_and_direct_messages(tmp_path: Path) -> None:
    async with demo(tmp_path) as discord:
        assert {spot.person for spot in discord.spots()} == set(PEOPLE)
        assert titles(discord, "Ada") == ["#games", "direct messages"]


async def test_a_match_and_its_thread_outlive_the_demo(tmp_path: Path) -> None:
    async with demo(tmp_path) as discord:
        await begin(discord)
        assert "Apart #1 · Ada vs Ben" in titles(discord, "Ben")
        assert "Apart #1 · Ada vs Ben (look on)" in titles(discord, "Chloe")
    async with demo(tmp_path) as discord:
        assert "Apart #1 · Ada vs Ben" in titles(discord, "Ben")
        ada = discord._members["Ada"]
        thread = next(spot for spot in discord.spots() if spot.title.startswith("Apart"))
        page = await discord.open_page("Ada", thread.channel_id)
        assert page.startswith("http://127.0.0.1:")
        stored = discord._env.backend.messages[thread.channel_id]
        boards = [message for message in stored.values() if message.attachments]
        assert len(boards) == 1
        await ada.slash(place(discord, thread.channel_id), "move", text="b2-b4")
        for _ in range(3):
            await discord.live()
        assert len([message for message in stored.values() if message.attachments]) == 2


async def test_a_link_leads_to_a_page_and_a_wrong_one_says_so(tmp_path: Path) -> None:
    async with demo(tmp_path) as discord, aiohttp.ClientSession() as elsewhere:
        pages = TestServer(routes(discord))
        await pages.start_server(access_log=None)  # as the demo does it
        async with TestClient(pages) as browser:
            index = await (await browser.get("/")).text()
            assert "Chloe" in index
            spot = next(iter(discord.spots()))
            link = f"/as/{spot.person}/{spot.channel_id}"
            assert f"href='{link}'" in index
            answer = await browser.get(link, allow_redirects=False)
            page = await elsewhere.get(answer.headers["Location"])
            assert page.status == 200
            for wrong in ("/as/Nobody/1", "/as/Ada/1", "/as/Ada/x"):
                assert (await browser.get(wrong, allow_redirects=False)).status == 404


def test_names_cannot_break_the_first_page() -> None:
    page = index_page([Spot("<b>", 1, "<script>alert(1)</script>")])
    assert "<script>alert" not in page
