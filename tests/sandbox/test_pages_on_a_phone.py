"""The demo's pages as somebody with a phone has them: in a browser, which is Debian's Chromium."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, async_playwright, expect

from bot.sandbox.simulated import SimulatedDiscord
from tests.kit.demo import demo
from tests.walkthrough import FLAGS

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WIDTH, HEIGHT = 390, 844
WAIT = 30_000.0
"""Milliseconds; so long because a machine may be busy."""
TOOLS = ("Messages", "Refresh", "Capture", "Inspector", "More")
"""What simcord offers to those who test a bot."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[Page]:
    """Ada's page of #games."""
    async with demo(tmp_path) as discord, async_playwright() as playwright:
        living = asyncio.create_task(_live(discord))
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            spot = next(each for each in discord.spots() if each.title == "#games")
            page = await browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.set_default_timeout(WAIT)
            expect.set_options(timeout=WAIT)
            await page.goto(await discord.open_page("Ada", spot.channel_id))
            await expect(page.locator("#channel-composer")).to_be_visible()
            yield page
        finally:
            await browser.close()
            living.cancel()
            with suppress(asyncio.CancelledError):
                await living


async def test_a_command_can_be_sent_however_long_it_is_explained(page: Page) -> None:
    for name in ("/ladder challenge", "/match nudge", "/server settings"):
        await _choose(page, name)
        send = await page.locator("#send-message").bounding_box()
        assert send is not None
        assert send["x"] + send["width"] <= WIDTH, name
        await page.locator(".command-context-close").click()


async def test_pages_show_nothing_of_the_tools_and_say_nothing_while_all_is_well(
    page: Page,
) -> None:
    for tool in TOOLS:
        assert await page.get_by_role("button", name=tool).count() == 0, tool
    status = page.locator("#action-status")
    await expect(status).to_have_text("Viewport updated", timeout=WAIT)
    await expect(status).to_be_hidden()
    await page.evaluate("document.getElementById('action-status').textContent = 'Not done.'")
    await expect(status).to_be_visible()


async def test_the_list_of_puzzles_shows_at_which_one_is(page: Page) -> None:
    await _choose(page, "/learn")
    await page.keyboard.type("halves")
    await page.keyboard.press("Enter")
    await page.locator("#send-message").click()
    shown = page.locator(".select-value")
    await expect(shown).to_have_text("1. Falling apart")
    for number, name in ((2, "2. Which half stays"), (3, "3. The smaller part goes")):
        await expect(page.locator("#channel-message-list img:not([src])")).to_have_count(0)
        await page.locator(".select-trigger").click()
        await page.locator(".select-option:visible").nth(number - 1).click()
        await expect(
            page.locator(".markdown-subtext", has_text=f"Puzzle {number} of 6")
        ).to_be_visible()
        await expect(shown).to_have_text(name)


async def _live(discord: SimulatedDiscord) -> None:
    while True:
        await discord.live()
        await asyncio.sleep(0.1)


def _entries(page: Page) -> Locator:
    return page.locator(".command-entry-title strong")


async def _choose(page: Page, name: str) -> None:
    await page.locator("#channel-composer-input").fill("")
    await page.locator("#channel-composer-input").press_sequentially(name)
    await _entries(page).get_by_text(name, exact=True).click()
