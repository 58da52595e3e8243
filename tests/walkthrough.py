"""``make screenshots``: play a short match through the demo's pages, and keep what people see.

It needs a Chromium; Debian's is found by itself (``apt-get install chromium``).
"""

import asyncio
import io
import re
import shutil
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Error, Locator, Page, async_playwright

from bot.demo import run_demo

PORT = 8765
CHROMIUM, LAUNCHED = shutil.which("chromium") or shutil.which("chromium-browser"), 120_000.0
"""The browser, and how many milliseconds it may take to begin on a busy machine."""
PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
FLAGS = ("--disable-gpu", "--disable-quic")
PLACE = """message => {
    message.scrollIntoView({block: "end"});
    const {x, y, width, height} = message.getBoundingClientRect();
    return {x, y, width, height};
}"""
"""Where a message stands on the screen, once it is there."""
LADDER_GAME = "Halves"
"""Of which there is a ladder in a server that lives."""
WIDTH, HEIGHT = 1000, 1450
WIDEST = 700
"""Pixels that a message fills at most; right of them is nothing."""
TIMEOUT, SOON = 30.0, 5.0
LONGEST = 1200.0


class Visitor:
    """One person's browser tabs."""

    def __init__(self, browser: Browser, name: str) -> None:
        self._browser = browser
        self._name = name
        self._page: Page | None = None

    async def go(self, title: str) -> None:
        """Open the place whose link begins with ``title``, as soon as there is one."""
        index = await self._browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        await index.goto(f"http://127.0.0.1:{PORT}/")
        person = index.locator(".people").get_by_role("link", name=self._name, exact=True)
        await index.goto(f"http://127.0.0.1:{PORT}{await person.get_attribute('href')}")
        link = index.locator("nav > a").filter(has_text=title).first
        await link.wait_for(timeout=TIMEOUT * 1000)
        address = await link.get_attribute("href")
        await index.goto(f"http://127.0.0.1:{PORT}{address}".replace("/as/", "/at/"))
        if self._page is not None:  # every open page is told what happens, and slows the others
            await self._page.close()
        self._page = index

    @property
    def page(self) -> Page:
        """The tab where this person is."""
        assert self._page is not None, "somewhere to be comes first"
        return self._page

    async def command(self, name: str, **options: str) -> None:
        """Type a slash command as a person does."""
        composer = self.page.locator("#channel-composer-input")
        await composer.click()
        await composer.type(f"/{name}", delay=20)
        await self.page.wait_for_timeout(400)
        await self._offered()
        await composer.press("Enter")
        for option, value in options.items():
            field = self.page.locator(f"input[data-option={option}]")
            if not await field.count():  # optional ones are behind a button
                suggested = self.page.locator(f".command-suggestion[data-value={option}]")
                if not await suggested.count():
                    await self.page.get_by_text(re.compile(r"^\+\d+ (more|options?)$")).click()
                await suggested.click()
            await field.click(timeout=TIMEOUT * 1000)
            await field.type(value, delay=20)
            await self.page.wait_for_timeout(900)
            await self._offered()
            await field.press("Enter")
            await self.page.wait_for_timeout(300)
        await self.page.locator("#send-message").click()

    async def _offered(self) -> None:
        """Wait for what a list offers, which Enter takes; a busy machine takes its time."""
        await self.page.locator("[role=option]:visible").first.wait_for(timeout=TIMEOUT * 1000)

    async def press(self, label: str) -> None:
        """Press the newest button with this label."""
        await self._button(label).click(timeout=TIMEOUT * 1000)

    async def can_press(self, label: str) -> bool:
        """Whether there is a button with this label, once what was pressed has been answered."""
        await self.page.wait_for_timeout(1500)
        return await self.page.get_by_role("button", name=label, exact=True).count() > 0

    async def pick(self, text: str) -> None:
        """Choose in the newest list."""
        await self.page.locator("#channel-message-list .select-trigger").last.click()
        await self.page.locator(".select-option:visible", has_text=text).first.click()

    async def choose(self) -> None:
        """Take one of the composer's choices: a number, a letter, or parts with their direction."""
        shown = self.page.locator("#channel-message-list")
        choices = shown.get_by_role("button", name=re.compile("^([0-9]+|[A-E]|[←-↙] [0-9+]+)$"))
        with suppress(Error):  # the last choice was answered meanwhile: the next look shows it
            await choices.nth(await choices.count() // 2).click(timeout=SOON * 1000)

    async def sees(self, text: str) -> None:
        """Wait until the text is on the page."""
        await (
            self.page.locator("#channel-message-list")
            .get_by_text(text)
            .last.wait_for(timeout=TIMEOUT * 1000)
        )

    async def keep(
        self, name: str, *, saying: str | None = None, button: str | None = None
    ) -> None:
        """Write the newest message to a picture, or the newest that says this or has a button."""
        message = self.page.locator("#channel-message-list > *")
        if saying is not None:
            await self.sees(saying)
            message = message.filter(has_text=saying)
        if button is not None:
            await self._button(button).wait_for(timeout=TIMEOUT * 1000)
            has = self.page.get_by_role("button", name=button, exact=True)
            message = message.filter(has=has)
        await self.page.wait_for_timeout(2500)  # the picture may come after the words
        await message.last.evaluate(PLACE)
        await self.page.wait_for_timeout(500)  # the page may put itself right
        await self.page.mouse.move(1, 1)  # away from buttons that only a pointer shows
        place = await message.last.evaluate(PLACE)
        place["width"] = min(place["width"], WIDEST)
        with Image.open(io.BytesIO(await self.page.screenshot(clip=place))) as shot:
            shot.convert("RGB").quantize(256).save(PICTURES / f"{name}.png", optimize=True)

    def _button(self, label: str) -> Locator:
        return self.page.get_by_role("button", name=label, exact=True).last


async def walk(browser: Browser) -> None:
    """Ada challenges Ben to Apart, both move, and Ben looks at his matches."""
    ada, ben = (Visitor(browser, name) for name in ("Ada", "Ben"))
    await ada.go("#games")
    await ben.go("#games")
    await ada.command("challenge", game="Apart", opponent="Ben", rated="Rated")
    await ben.sees("challenges")
    await ben.press("Accept")
    await ben.sees("Accepted by")
    await ada.go("Apart")
    await ben.go("Apart")
    await ada.sees("it is your turn")
    first, second = (ada, ben) if await _moves_first(ada, ben) else (ben, ada)
    await _move_both(first, second, "b2-b4", "b7-b5")
    await first.keep("thread", saying="Black jumps b7 to b5")
    await second.sees("it is your turn")
    await _move_both(first, second, "c2-c4", "c7-c5")
    await second.command("resign")
    await second.press("Resign")
    await first.keep("result", button="Rematch")
    await compose(ada, ben, "Glaisher", 2)


async def _move_both(first: Visitor, second: Visitor, *moves: str) -> None:
    turns = (("White", first, second), ("Black", second, first))
    for (side, who, other), move in zip(turns, moves, strict=True):
        await who.command("move", text=move)
        await other.sees(f"{side} jumps {move.replace('-', ' to ')}")


async def compose(ada: Visitor, ben: Visitor, game: str, number: int) -> None:
    """Ada puts the first move of a new match together; the first choice and the last look."""
    await ada.go("#games")
    await ben.go("#games")
    await ada.command("challenge", game=game, opponent="Ben", first_move="I move first")
    await ben.sees(f"Challenge: {game}")
    await ben.press("Accept")
    await ben.sees("Accepted by")
    await ada.go(f"{game} · Ada vs Ben · match {number}")
    await ada.sees("it is your turn")
    await ada.press("Move")
    await ada.sees("you play")
    await ada.keep(f"choose-{game.lower()}")
    while not await ada.can_press("Play this move"):
        await ada.choose()
    await ada.keep(f"confirm-{game.lower()}")
    await ada.press("Play this move")
    await ada.sees("Played.")


async def look_around(browser: Browser) -> None:
    """Ada looks at what there is in a server that lives."""
    ada = Visitor(browser, "Ada")
    await ada.go("#games")
    await ada.command("leaderboard", game=LADDER_GAME)
    await ada.keep("leaderboard", saying="change in 30 days")
    await ada.command("profile", game=LADDER_GAME)
    await ada.keep("profile", saying="By side")
    await ada.command("server")
    await ada.keep("server-settings", saying="Settings of this server")
    await ada.press("People and posts")
    await ada.sees("The Daily:")
    await ada.pick("games")
    await ada.keep("daily", button="Solve it")
    await ada.command("tournament create")
    await ada.keep("tournament-create")
    await ada.go("#ladders")
    await ada.keep("ladder", button="Challenge")


async def _moves_first(ada: Visitor, ben: Visitor) -> bool:
    await ben.sees("it is your turn")
    return "@Ada, it is your turn" in await ada.page.locator("#channel-message-list").inner_text()


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser without a screen; exits with what to install if there is none."""
    if CHROMIUM is None:
        sys.exit("No Chromium is installed; on Debian: apt-get install chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=FLAGS, timeout=LAUNCHED
        )
        try:
            yield browser
        finally:
            await browser.close()


async def _run(walking: Callable[[Browser], Awaitable[None]], *, lively: bool) -> None:
    """Run a demo beside the browser, in a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        async with asyncio.timeout(LONGEST), chromium() as browser, asyncio.TaskGroup() as both:
            demo = both.create_task(run_demo(PORT, Path(folder), lively=lively))
            while not await asyncio.to_thread(_is_open):
                await asyncio.sleep(0.5)
            await walking(browser)
            demo.cancel()


def _is_open() -> bool:
    with socket.socket() as door:
        return door.connect_ex(("127.0.0.1", PORT)) == 0


async def main() -> None:
    await _run(walk, lively=False)
    await _run(look_around, lively=True)


if __name__ == "__main__":
    asyncio.run(main())
