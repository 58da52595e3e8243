"""The demo with time that passes quickly: two people see everything that clocks do."""

import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.app.settings import Settings, SettingsError
from bot.demo.demo import heart_at
from bot.demo.pages import index_page
from bot.demo.simulated import SimulatedDiscord
from tests.kit.demo import place, running
from tests.kit.passing_time import sound_sleep
from tests.kit.play import in_match
from tests.kit.shown import Shown, posted
from tests.kit.world import new_client

SPEED = 600
A_DAY = 86_400 / SPEED
"""Seconds before the screen."""
ROUNDS = 100


class Visitors:
    """Ada and Ben, each in a browser."""

    def __init__(self, discord: SimulatedDiscord) -> None:
        self.discord = discord
        self.ada, self.ben = (discord._members[name] for name in ("Ada", "Ben"))
        self.games = place(discord, "#games")

    async def watch(self, seconds: float) -> None:
        """Sit before the screen for so long, as the demo counts it."""
        now = self.discord._env.now
        until = now() + timedelta(seconds=seconds * SPEED)
        with sound_sleep():
            for _ in range(ROUNDS):
                if now() >= until:
                    return

                left = (until - now()).total_seconds() / SPEED
                self.discord._at = time.monotonic() - min(left, 30.0)
                await self.discord.live()
        raise AssertionError("time does not pass")

    def seen(self, thread: Any) -> str:
        return "\n".join(each.text for each in self.shown(thread))

    def shown(self, thread: Any) -> list[Shown]:
        return posted(self.discord._env.backend, thread.id)


@pytest.fixture
async def visitors(tmp_path: Path) -> AsyncIterator[Visitors]:
    client = new_client(tmp_path / "demo.db", now=lambda: discord.now(), heart=heart_at(SPEED))
    discord = SimulatedDiscord(client, tmp_path / "discord.pickle", speed=SPEED)
    async with running(client, discord):
        yield Visitors(discord)


async def begin(visitors: Visitors) -> Any:
    """A match with a day for every move; its thread."""
    options = {"game": "apart", "opponent": visitors.ben, "first_move": "first", "clock": "1d"}
    await visitors.ada.slash(visitors.games, "challenge", **options)
    await visitors.watch(0.1)
    await visitors.ben.click(visitors.games.last_message, label="Accept")
    await visitors.watch(0.1)
    return place(visitors.discord, "Apart")


@pytest.mark.night
async def test_two_people_see_all_that_clocks_do_within_minutes(visitors: Visitors) -> None:
    ada, ben, watch = visitors.ada, visitors.ben, visitors.watch
    thread = await begin(visitors)
    await watch(0.55 * A_DAY)
    assert "waits for your move" in visitors.seen(thread)
    clocks = await in_match(ben, thread, "Clocks")
    await ben.click(clocks.response, label="Give 1 day")
    await watch(0.1)
    assert "1 day more" in visitors.seen(thread)
    asking = await in_match(ada, thread, "Clocks")
    await ada.click(asking.response, label="Pause 7 days")
    await watch(0.1)
    await ben.click(thread.last_message, label="Agree")
    await watch(2 * A_DAY)
    assert "ran out of time" not in visitors.seen(thread)
    await watch(5.1 * A_DAY)
    await ada.slash(thread, "vacation", days=2)
    await watch(0.1)
    assert "goes on vacation" in visitors.seen(thread)
    await watch(2.1 * A_DAY)
    assert "is back from vacation" in visitors.seen(thread)
    assert "ran out of time" not in visitors.seen(thread)
    await watch(1.6 * A_DAY)
    assert f"\u2068{ada.name}\u2069 ran out of time." in visitors.seen(thread)
    asked = await ben.click(thread.last_message, label="Let them play on")
    await ben.click(asked.response, label="Let them play on")
    await watch(0.1)
    assert "Move" in visitors.shown(thread)[-1].buttons
    assert (await ada.slash(thread, "move", text="b2-b4")).response is not None
    await watch(0.1)
    assert f"<@{ben.id}>" in visitors.shown(thread)[-1].text


async def test_time_goes_on_from_where_it_was(tmp_path: Path) -> None:
    moments = []
    for _ in range(2):
        client = new_client(tmp_path / "demo.db", now=lambda: discord.now())  # noqa: B023
        discord = SimulatedDiscord(client, tmp_path / "discord.pickle", speed=SPEED)
        async with running(client, discord):
            moments.append(discord._env.now())
            await Visitors(discord).watch(A_DAY / 2)
            moments.append(discord._env.now())
    assert moments == sorted(moments)
    assert (moments[1] - moments[0]).total_seconds() == pytest.approx(A_DAY * SPEED / 2, rel=0.01)


def test_a_wrong_speed_is_told() -> None:
    assert Settings.from_environment({"QUINTET_DEMO_SPEED": "600"}).demo_speed == SPEED
    for wrong in ("0", "fast", "-1", "1e3", "99999"):
        with pytest.raises(SettingsError, match="QUINTET_DEMO_SPEED is"):
            Settings.from_environment({"QUINTET_DEMO_SPEED": wrong})


def test_the_first_page_tells_how_long_a_day_is() -> None:
    assert "a day takes 2:24 minutes" in index_page([], SPEED)
    assert "Time passes" not in index_page([])
