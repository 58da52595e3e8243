"""Names are what people make of them; in our messages they are harmless."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.common.names import ISOLATE, KEPT, LONGEST, POP, Names, harmless, plain

HOSTILE = ("@everyone", "<@123456789012345678>", "**bold**", "`code`", "||gone||", "_x_")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_neither_pings_nor_formats(name: str) -> None:
    shown = harmless(name)
    assert name not in shown
    assert shown.startswith(ISOLATE)
    assert shown.endswith(POP)


def test_a_name_that_turns_the_line_round_is_kept_in() -> None:
    assert harmless("\u202eevil\u202c\u2069") == f"{ISOLATE}evil{POP}"


@pytest.mark.parametrize("name", ["", "   ", "\u200f", "\x00"])
def test_a_name_of_nothing_is_somebody(name: str) -> None:
    assert harmless(name) == f"{ISOLATE}somebody{POP}"
    assert plain(name) == "somebody"


@given(st.text(max_size=200))
def test_any_name_is_one_short_line(name: str) -> None:
    assert len(plain(name)) <= LONGEST
    assert "\n" not in plain(name)
    assert "\n" not in harmless(name)
    assert len(discord.utils.remove_markdown(harmless(name))) <= 2 * LONGEST + 2


def test_a_long_name_of_pictures_is_cut() -> None:
    assert plain("🎲" * 100) == "🎲" * (LONGEST - 1) + "…"


class Directory:
    """A Discord that knows everybody but remembers nobody; it can be slow, or fail."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.slow: set[int] = set()
        self.broken: set[int] = set()

    def get_guild(self, _: int) -> None:
        return None

    def get_user(self, _: int) -> None:
        return None

    async def fetch_user(self, player_id: int) -> Any:
        self.asked.append(player_id)
        if player_id in self.broken:
            raise OSError
        if player_id in self.slow:
            await asyncio.Event().wait()
        return SimpleNamespace(display_name=f"friend {player_id}")


async def test_a_name_is_asked_for_once_and_not_kept_for_ever() -> None:
    directory = Directory()
    names = Names(directory)  # type: ignore[arg-type]
    assert [await names.of(7), await names.of(7)] == ["friend 7"] * 2
    assert directory.asked == [7]
    for other in range(KEPT):
        await names.of(100 + other)
    await names.of(7)
    assert directory.asked.count(7) == 2


async def test_names_that_do_not_come_in_time_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.chat.common.names.IN_TIME", 0.01)
    directory = Directory()
    directory.slow, directory.broken = {2}, {3}
    names = Names(directory)  # type: ignore[arg-type]
    assert await names.in_time([1, 2, 3], None) == {1: "friend 1"}
    assert await names.in_time([], None) == {}
