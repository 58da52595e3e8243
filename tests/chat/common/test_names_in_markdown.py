"""No name makes anything of a message, whatever else stands beside it; and all of it is seen."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.chat.common.names import LONGEST, harmless
from tests.kit.discord_markdown import read

HOSTILE = (
    "[.](.)[Nitro](https://x.gg)",
    "https://x.gg",
    "<https://x.gg>",
    "HTTPS://X.gg/a_b",
    "steam://run/1",
    "discord.gg/abc",
    "x.gg",
    "a@b.com",
    "[a](b)",
    "[a](<https://x.gg>)",
    '[a](https://x.gg "b")',
    "<@1>",
    "<@!1>",
    "<@&1>",
    "<#1>",
    "</cmd:1>",
    "<id:guide>",
    "<t:1:R>",
    ":smile:",
    "<a:b:1>",
    "@everyone",
    "@here",
    "# a",
    "### a",
    "-# a",
    "> a",
    ">>> a",
    "- a",
    "1. a",
    "```a```",
    "`a`",
    "||a||",
    "**a**",
    "__a__",
    "_a_",
    "*a*",
    "~~a~~",
    "\\\\[a](b)",
)
PIECES = st.sampled_from(
    (*HOSTILE, *"[]()<>@#:/.`|*_~-!\\ 1ax", "https:", "//", "](", "\u200b", "ü")
)
NAMES = st.one_of(st.lists(PIECES, max_size=12).map("".join), st.text(max_size=60))
SENTENCES = (
    "{}",
    "### {}",
    "{} against {}",
    "- **{}** beats **{}**",
    "*{}* {}",
    "{}{}",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_plain_reading_sees_what_is_meant(name: str) -> None:
    assert read(name).shapes


@given(NAMES, NAMES, st.sampled_from(SENTENCES))
@example("[a", "](https://x.gg)", "{}{}")
@example("||", "||", "{} against {}")
@example("<@", "1>", "{}{}")
def test_no_names_shape_a_message(one: str, other: str, sentence: str) -> None:
    usual = read(sentence.format("name", "name"))
    shown = read(sentence.format(harmless(one), harmless(other)))
    assert shown.shapes == usual.shapes


@given(NAMES)
def test_a_second_reader_finds_no_link_either(name: str) -> None:
    reader = MarkdownIt("commonmark", {"linkify": True}).enable("linkify")
    for block in reader.parse(f"Won by {harmless(name)} today"):
        assert block.type in {"paragraph_open", "inline", "paragraph_close"}
        kinds = {each.type for each in block.children or ()}
        assert kinds <= {"text"}, kinds


def visible(name: str) -> str:
    """What there is to see of a name, in one line of at most LONGEST signs."""
    kept = "".join(
        letter
        for letter in name
        if unicodedata.category(letter) not in {"Cc", "Cs", "Co"}
        and not re.match("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]", letter)
    )
    flat = " ".join(kept.split())
    return flat if len(flat) <= LONGEST else flat[: LONGEST - 1] + "…"


@given(NAMES)
def test_nothing_that_can_be_seen_is_lost(name: str) -> None:
    seen = read(harmless(name)).seen
    if seen != "somebody":
        assert seen == visible(name).replace("\u200b", "")


@pytest.mark.parametrize(
    "name",
    [
        "Jörg_der.Große",
        "anna-lena",
        "O'Brien",
        "x.y_z",
        "🎲 Ben 👩‍👩‍👧‍👦",
        "¯\\_(ツ)_/¯",
        "50% & more!",
        "Ω≈ç",
    ],
)
def test_usual_names_stay_as_they_are(name: str) -> None:
    assert read(harmless(name)).seen == name
