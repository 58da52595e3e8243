"""Names are what people make of them; in our messages they are harmless."""

from __future__ import annotations

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.common.names import ISOLATE, LONGEST, POP, harmless, plain

HOSTILE = ("@everyone", "<@123456789012345678>", "**bold**", "`code`", "||gone||", "_x_")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_neither_pings_nor_formats(name: str) -> None:
    shown = harmless(name)
    assert name not in shown
    assert shown.startswith(ISOLATE)
    assert shown.endswith(POP)


def test_a_name_is_no_link() -> None:
    assert harmless("[a](http://b.example)") == f"{ISOLATE}\\[a](http://b.example){POP}"


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
