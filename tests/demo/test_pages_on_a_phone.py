"""The demo's pages as somebody with a phone has them: in a browser, which is Debian's Chromium.

Nothing here is waited for by the clock of a machine that may be busy: a page says when it has come
to rest, and people and the passing of time take turns.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.demo.page_files import QUIET
from bot.demo.simulated import SimulatedDiscord
from renderer.paint import SMALLEST_ON_CELLS
from tests.kit.demo import demo, practise
from tests.kit.waiting import running
from tests.walkthrough import CHROMIUM, chromium

WIDTH, HEIGHT = 390, 844
NARROW, LOW = 360, 700
BESIDE = """button => [...button.closest("[data-message-id]").querySelectorAll("button")]
    .filter(each => each.innerText && !each.closest(".component-gallery"))
    .map(each => [each.innerText, each.getBoundingClientRect().y])"""
"""The buttons of a button's message, and how far down they stand."""
WAIT = 120_000.0
"""Milliseconds; so long because a machine may be busy."""
AT_REST = """async place => {
    for (let before = null; before !== place.scrollTop;) {
        before = place.scrollTop;
        for (let look = 0; look < 4; look += 1) {
            await new Promise(done => setTimeout(done, 150));
            await new Promise(requestAnimationFrame);
        }
    }
    return place.scrollTop;
}"""
"""How far a page is scrolled once several of its looks at what is in sight have changed nothing."""
TOOLS = ("Messages", "Refresh", "Capture", "Inspector", "More")
"""What simcord offers to those who test a bot."""

THERE = """button => {
    button.hidden = false;
    Object.defineProperty(button, "hidden", {get: () => false, set: () => {}});
}"""
"""Whatever the page says when it is drawn anew."""

pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    pytest.mark.timeout(600),
]


@dataclass
class Phone:
    """A page on which nothing is shown yet, and the Discord that it may show."""

    discord: SimulatedDiscord
    page: Page
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Of those who do something on Discord: simcord refuses what overlaps."""

    async def live(self) -> None:
        """Let time pass for ever."""
        while True:
            async with self.turn:
                await self.discord.live()
            await asyncio.sleep(0.1)

    async def practise(self) -> None:
        """Show Ada's page of a match that she has begun against the bot."""
        async with self.turn:
            spot = await practise(self.discord, "Ada", "apart")
            address = await self.discord.open_page(spot.person, spot.channel_id)
        await self.page.goto(address)


@pytest.fixture
async def phone(tmp_path: Path) -> AsyncIterator[Phone]:
    async with demo(tmp_path) as discord, chromium() as browser:
        page = await browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_default_timeout(WAIT)
        expect.set_options(timeout=WAIT)
        opened = Phone(discord, page)
        async with running(opened.live()):
            yield opened


@pytest.fixture
async def page(phone: Phone) -> Page:
    """Ada's page of #games."""
    spot = next(each for each in phone.discord.spots() if each.title == "#games")
    async with phone.turn:
        address = await phone.discord.open_page("Ada", spot.channel_id)
    await phone.page.goto(address)
    await expect(phone.page.locator("#channel-composer")).to_be_visible()
    return phone.page


@pytest.fixture
async def practice(phone: Phone) -> Page:
    """Ada's page of a match that she has begun against the bot."""
    await phone.practise()
    return phone.page


async def test_a_board_and_what_is_asked_about_it_are_seen_at_once(practice: Page) -> None:
    move = practice.get_by_role("button", name="Move", exact=True)
    await expect(move).to_be_in_viewport(ratio=1)
    picture = practice.locator(".gallery-image").last
    await expect(picture).to_be_in_viewport(ratio=1)
    shown = await picture.bounding_box()
    assert shown is not None
    assert shown["width"] * SMALLEST_ON_CELLS / 1000 >= 9, "a word has under nine pixels"
    await practice.mouse.wheel(0, -2000)
    await move.click()
    await expect(practice.get_by_role("button", name="Type instead")).to_be_in_viewport(ratio=1)
    await expect(practice.locator("#channel-message-list img:not([src])")).to_have_count(0)
    await expect(picture).to_be_in_viewport(ratio=0.9)


async def test_rows_of_buttons_are_as_wide_as_the_page(practice: Page) -> None:
    """Whatever the page breaks, it does not leave one button of a row alone in a line."""
    for width in (WIDTH, NARROW):
        await practice.set_viewport_size({"width": width, "height": HEIGHT})
        rows = [["Move", "Hint"], ["View", "More"]]
        assert await _lines(practice, "More") == rows
    await practice.get_by_role("button", name="Move", exact=True).click()
    for width in (NARROW, WIDTH):
        await practice.set_viewport_size({"width": width, "height": HEIGHT})
        *choices, last = await _lines(practice, "Type instead")
        assert [len(line) for line in choices] == [5, 5, 2]
        assert last == ["Type instead"]


async def _lines(page: Page, label: str) -> list[list[str]]:
    """The buttons of the message with this one, line by line as they are seen."""
    last = page.get_by_role("button", name=label, exact=True).last
    await expect(last).to_be_visible()
    found: dict[float, list[str]] = {}
    for text, at in await last.evaluate(BESIDE):
        found.setdefault(at, []).append(text)
    return [found[at] for at in sorted(found)]


async def test_a_command_can_be_sent_however_long_it_is_explained(page: Page) -> None:
    for name in ("/ladder challenge", "/play", "/tournament create"):
        await _choose(page, name)
        send = await page.locator("#send-message").bounding_box()
        assert send is not None
        assert send["x"] + send["width"] <= WIDTH, name
        await page.locator(".command-context-close").click()


async def test_pages_show_nothing_of_the_tools_and_say_nothing_while_all_is_well(
    page: Page,
) -> None:
    assert [len(line) for line in await _lines(page, "Delete this message")] == [2, 2, 2], (
        "none stands alone"
    )
    for tool in TOOLS:
        assert await page.get_by_role("button", name=tool).count() == 0, tool
    status = page.locator("#action-status")
    await expect(status).to_have_text(re.compile("|".join(QUIET)))
    await expect(status).to_be_hidden()
    assert not await status.evaluate(
        """async status => {
            status.textContent = "Not done.";
            await null;  // observers have their turn before the page's next news can come
            return status.hidden;
        }"""
    )


async def test_a_hint_and_what_plays_it_are_seen_at_once(phone: Phone) -> None:
    """Also on a low page, and where there are messages before those that are shown."""
    page = phone.page
    await page.set_viewport_size({"width": WIDTH, "height": LOW})
    await phone.practise()
    await page.get_by_role("button", name="Hint", exact=True).click()
    await expect(page.get_by_role("button", name="Play A")).to_be_in_viewport(ratio=1)
    await expect(page.locator("#channel-message-list img:not([src])")).to_have_count(0)
    await expect(page.locator(".gallery-image").last).to_be_in_viewport(ratio=0.95)
    earlier = page.locator("#history-older")
    await earlier.evaluate(THERE)
    await expect(earlier).to_be_hidden()
    await expect(page.get_by_role("button", name="Play A")).to_be_in_viewport(ratio=1)
    await page.mouse.move(WIDTH / 2, LOW / 2)
    await page.mouse.wheel(0, -5000)
    await expect(earlier).to_be_visible()


async def test_a_press_that_changes_a_picture_out_of_sight_leads_to_it(practice: Page) -> None:
    await _choose(practice, "/resign")
    await practice.locator("#send-message").click()
    await practice.get_by_role("button", name="Resign", exact=True).click()
    await practice.get_by_role("button", name="Replay", exact=True).click()
    replay = practice.locator("[data-message-id]").filter(
        has=practice.get_by_role("button", name="⏮")
    )
    picture = replay.locator(".gallery-image")
    await practice.get_by_role("button", name="Animation", exact=True).click()
    film = replay.locator("xpath=following-sibling::*[@data-message-id]")
    await expect(film.locator("img[src]").last).to_be_visible()
    place = practice.locator("#channel-timeline")
    for button, told, is_away in (
        ("⏭", "Move 1 of 1", True),
        ("⏮", "Start · 1 move in all", False),
        ("⏭", "Move 1 of 1", False),
    ):
        pressed = replay.get_by_role("button", name=button)
        if is_away:
            await practice.mouse.move(WIDTH / 2, HEIGHT / 2)
            await practice.mouse.wheel(0, -1)  # whoever looks around is followed no more
            await pressed.evaluate("each => each.scrollIntoView({block: 'start'})")
            await expect(picture).not_to_be_in_viewport(ratio=0.1)
        before = await place.evaluate(AT_REST)
        await pressed.click()
        await expect(replay.get_by_text(told)).to_be_visible()
        await expect(picture).to_be_in_viewport(ratio=0.95)
        assert (abs(await place.evaluate(AT_REST) - before) > 1) == is_away


def _entries(page: Page) -> Locator:
    return page.locator(".command-entry-title strong")


async def _choose(page: Page, name: str) -> None:
    await page.locator("#channel-composer-input").fill("")
    await page.locator("#channel-composer-input").press_sequentially(name)
    await _entries(page).get_by_text(name, exact=True).click()
