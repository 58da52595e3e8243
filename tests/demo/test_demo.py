"""The demo as its visitors use it, without the browser."""

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer
from PIL import Image
from simcord.builders import ChannelHandle
from simcord.preview._media import MediaError, MediaWorker

from bot.demo.demo import Stage
from bot.demo.pages import index_page, routes
from bot.demo.simcord_pages import hasten_pictures
from bot.demo.simulated import PEOPLE, SimulatedDiscord, Spot
from bot.features.settings.pages import HEADINGS
from bot.screen.buttons import SettingsTab
from languages import wording
from tests.kit.demo import demo, place, running
from tests.kit.shown import look
from tests.kit.speaking import known
from tests.kit.world import renderer

APART = "Apart · Ada vs Ben · match 1"


def titles(discord: SimulatedDiscord, person: str) -> list[str]:
    return [spot.title for spot in discord.spots() if spot.person == person]


@pytest.fixture
async def discord(tmp_path: Path) -> AsyncIterator[SimulatedDiscord]:
    async with demo(tmp_path) as begun:
        yield begun


def stored(discord: SimulatedDiscord, channel: ChannelHandle) -> list[Any]:
    return list(discord._env.backend.messages[channel.id].values())


def boards(discord: SimulatedDiscord, channel: ChannelHandle) -> list[Any]:
    return [each for each in stored(discord, channel) if each.attachments]


@pytest.fixture
async def browser(discord: SimulatedDiscord) -> AsyncIterator[TestClient[Any, Any]]:
    """Somebody's browser on the demo's pages."""
    pages = TestServer(routes(discord))
    await pages.start_server(access_log=None)  # as the demo does it
    async with TestClient(pages) as opened:
        yield opened


async def live(discord: SimulatedDiscord) -> None:
    for _ in range(3):
        await discord.live()


async def begin(discord: SimulatedDiscord) -> None:
    ada, ben = discord._members["Ada"], discord._members["Ben"]
    channel = place(discord, "#games")
    await ada.slash(channel, "challenge", game="apart", opponent=ben, first_move="first")
    await discord.live()
    await ben.click(channel.last_message, label="Accept")
    await live(discord)


async def test_everybody_can_speak_another_language(tmp_path: Path) -> None:
    with known():
        stage = Stage(tmp_path / "demo.db", tmp_path / "discord.pickle", language="ja")
        client, discord = stage.discord(renderer())
        async with running(client, discord):
            answer = await discord._members["Ada"].slash(place(discord, "#games"), "settings")
            told = HEADINGS[SettingsTab.BOARDS]
            heading = told.said(wording("ja"))
            assert heading != str(told)
            assert look(answer.response).text.startswith(heading)


async def test_a_match_and_its_thread_outlive_the_demo(tmp_path: Path) -> None:
    async with demo(tmp_path) as discord:
        await begin(discord)
        assert APART in titles(discord, "Ada")
        assert f"{APART} (look on)" in titles(discord, "Chloe")
    async with demo(tmp_path) as discord:
        assert APART in titles(discord, "Ada")
        ada = discord._members["Ada"]
        thread = place(discord, "Apart")
        page = await discord.open_page("Ada", thread.id)
        assert page.startswith("http://127.0.0.1:")
        assert len(boards(discord, thread)) == 1
        await ada.slash(thread, "move", text="b2-b4")
        await live(discord)
        assert len(boards(discord, thread)) == 2
        assert APART in titles(discord, "Ben")  # whom the board mentions


async def test_everything_is_one_page_with_a_list_of_places_and_a_link_a_person(
    discord: SimulatedDiscord, browser: Any
) -> None:
    await begin(discord)
    games, thread = place(discord, "#games").id, place(discord, "Apart").id
    assert titles(discord, "Ada") == ["#games", "direct messages", APART]
    first = await (await browser.get("/")).text()
    assert f"<a href='/as/Ada/{games}'>Open #games</a>" in first
    page = await (await browser.get(f"/as/Chloe/{games}")).text()
    for person in PEOPLE:
        kind = "channel here" if person == "Chloe" else "channel"
        assert f"<a class='{kind}' href='/as/{person}/{games}'>{person}</a>" in page
    assert f"<a class='channel here' href='/as/Chloe/{games}'>#games</a>" in page
    title = f"{APART} (look on)"
    assert f"<a class='thread' href='/as/Chloe/{thread}'>{title}</a>" in page
    assert page.index(title) < page.index(">direct messages</a>")
    assert f"<iframe src='/at/Chloe/{games}'" in page
    inside = await browser.get(f"/at/Chloe/{games}", allow_redirects=False)
    async with aiohttp.ClientSession() as elsewhere:
        shown = await elsewhere.get(inside.headers["Location"])
        assert shown.status == 200
        assert "X-Frame-Options" not in shown.headers
        assert "frame-ancestors http://demo" in shown.headers["Content-Security-Policy"]
    for wrong in ("/as/Nobody/1", "/as/Ada/1", "/as/Ada/x", "/at/Ada/1", "/at/Ada/x"):
        assert (await browser.get(wrong, allow_redirects=False)).status == 404


async def test_there_is_another_server_to_play_against(
    discord: SimulatedDiscord, browser: Any
) -> None:
    await begin(discord)
    assert titles(discord, "Eve") == ["#harbour", "direct messages"]
    harbour = place(discord, "#harbour").id
    assert (await browser.get(f"/at/Eve/{harbour}", allow_redirects=False)).status == 302
    page = await (await browser.get(f"/as/Eve/{harbour}")).text()
    assert "#games" not in page


def test_names_cannot_break_the_page() -> None:
    for here in (None, 1):
        spots = [Spot("<b>", 1, "<script>alert(1)</script>")]
        assert "<script>alert" not in index_page(spots, person="<b>", here=here)


async def script_of(discord: SimulatedDiscord, who: str, where: str) -> tuple[str, Any]:
    """The script of somebody's page of a channel, and the headers that it comes with."""
    page = await discord.open_page(who, place(discord, where).id)
    async with aiohttp.ClientSession() as browser:
        got = await browser.get(f"{page.split('#')[0]}app.js")
        return await got.text(), got.headers


async def test_links_in_messages_lead_to_the_same_person_here(discord) -> None:
    script, _ = await script_of(discord, "Ben", "#games")
    assert "https://discord.com/channels/" in script
    assert 'window.open("http://demo/as/Ben/" + (' in script
    assert '"_top"' in script


async def test_a_picture_of_the_bots_is_served_as_it_is() -> None:
    hasten_pictures()
    with io.BytesIO() as file:
        Image.new("RGB", (300, 200)).save(file, "PNG")
        drawn = file.getvalue()
    served = await MediaWorker().validate("drawn", drawn)
    assert served.normalized is drawn
    assert (served.width, served.height) == (300, 200)
    with pytest.raises(MediaError):
        await MediaWorker().validate("broken", drawn[:20])


async def test_what_the_bot_refuses_is_no_error_of_its_own(discord) -> None:
    games = place(discord, "#games")
    before = discord._env.error_cursor
    await discord._members["Ada"].slash(games, "resign")
    *_, answer = stored(discord, games)
    assert "You have no match to play" in str(answer.components)
    assert discord._env.errors_since(before) == ()


async def test_a_right_click_opens_the_menus_of_the_bot(discord) -> None:
    await begin(discord)
    script, headers = await script_of(discord, "Chloe", "Apart")
    assert "connect-src 'self' http://demo blob:" in headers["Content-Security-Policy"]
    assert f'fetch("http://demo/menu/Chloe/{place(discord, "Apart").id}"' in script
    for menu in (
        '["Challenge to a match", "Show profile", "Head to head", "Block or unblock"]',
        '["Show this match"]',
    ):
        assert menu in script


async def test_what_is_chosen_in_a_menu_is_done(discord: SimulatedDiscord, browser: Any) -> None:
    await begin(discord)
    thread = place(discord, "Apart")
    (board,) = boards(discord, thread)
    for told, status in (
        ({"name": "Show profile", "person": "Ben"}, 204),
        ({"name": "Show this match", "message": f"{board.id}"}, 204),
        ({"name": "Show profile", "person": "Nobody"}, 404),
        ({"name": "No such entry"}, 404),
    ):
        answer = await browser.post(f"/menu/Chloe/{thread.id}", json=told)
        assert answer.status == status
    profile, match = (str(each.components) for each in stored(discord, thread)[-2:])
    assert "No match finished yet." in profile
    assert "Follow" in match
