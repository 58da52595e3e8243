"""Names are what people make of them; in our messages they are harmless, and all is seen."""

import asyncio
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.screen.names import ISOLATE, KEPT, LONGEST, POP, SOMEBODY, Names, harmless, plain
from rules.texts import Text
from tests.kit.examples import examples


def test_a_name_is_kept_in_and_cut_and_one_of_nothing_is_somebody() -> None:
    assert harmless("\u202eevil\u202c\u2069") == f"{ISOLATE}evil{POP}"
    assert plain("🎲" * 100) == "🎲" * (LONGEST - 1) + "…"
    for name in ("", "   ", "\u200f", "\x00"):
        assert harmless(name) == plain(name) == SOMEBODY


@examples(40)
@given(st.text(max_size=200))
def test_any_name_is_one_short_line(name: str) -> None:
    shown, bare = harmless(name), plain(name)
    if isinstance(shown, Text) or isinstance(bare, Text):
        assert shown == bare == SOMEBODY
        return
    assert (shown[0], shown[-1]) == (ISOLATE, POP)
    assert len(bare) <= LONGEST
    assert "\n" not in bare
    assert "\n" not in shown
    assert len(discord.utils.remove_markdown(shown)) <= 2 * LONGEST + 2


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


async def test_names_that_do_not_come_in_time_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screen.names.TIME_LIMIT", 0.01)
    directory = Directory()
    directory.slow, directory.broken = {2}, {3}
    names = Names(directory)  # type: ignore[arg-type]
    assert await names.in_time([1, 2, 3], None) == {1: "friend 1"}
    assert await names.in_time([], None) == {}


DATA = Path(__file__).parents[1] / "data"
HOSTILE = (DATA / "hostile_names.txt").read_text(encoding="utf-8").splitlines()
PIECES = st.sampled_from(
    (*HOSTILE, *"[]()<>@#:/.`|*_~-!\\ 1ax", "https:", "//", "](", "\u200b", "ü")
)
NAMES = st.one_of(st.lists(PIECES, max_size=12).map("".join), st.text(max_size=60))
SENTENCES = ("{}", "### {}", "{} against {}", "- **{}** beats **{}**", "*{}* {}", "{}{}")


# A plain reading of Discord's Markdown, which knows nothing of how names are escaped. It reads
# more than Discord does where its clients differ: what shapes nothing here shapes nothing there.
ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("link", re.compile(r"<?(?:https?|steam|discord)://[^\s<>]+>?", re.I)),
    ("masked link", re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*[^\s)]+[^)]*\)", re.S)),
    ("invitation", re.compile(r"(?:discord\.gg|discord(?:app)?\.com/invite)/\w+", re.I)),
    ("bare domain", re.compile(r"\b[a-z0-9-]+\.(?:com|org|net|gg|io|xyz)\b", re.I)),
    ("address", re.compile(r"<?[\w.+-]+@[\w-]+\.\w+>?")),
    ("mention", re.compile(r"<(?:@[!&]?|#|/[^>:]*:|id:)\w+>")),
    ("everybody", re.compile(r"@(?:everyone|here)")),
    ("emoji", re.compile(r"<a?:\w+:\d+>|:[^\s:]+?:")),
    ("time", re.compile(r"<t:-?\d+(?::\w)?>")),
    ("code", re.compile(r"(`+)[^`]+?\1")),
    ("bold", re.compile(r"\*\*.+?\*\*", re.S)),
    ("underline", re.compile(r"__.+?__", re.S)),
    ("italics", re.compile(r"\*[^\s*][^*]*?\*|_[^_]+?_", re.S)),
    ("struck", re.compile(r"~~.+?~~", re.S)),
    ("spoiler", re.compile(r"\|\|.+?\|\|", re.S)),
)
AT_THE_START = re.compile(r"[ \u2068\u200b]*(?:#{1,3} |-# |>{1,3}(?: |$)|[-*] |\d+\. )")


@dataclass(frozen=True, slots=True)
class Read:
    """What is seen, without what has no width, and what kinds of shapes there are."""

    seen: str
    shapes: tuple[str, ...]


def read(text: str) -> Read:
    """The text as a client reads it, sign by sign."""
    seen: list[str] = []
    shapes: list[str] = []
    at, is_start = 0, True
    while at < len(text):
        if is_start and AT_THE_START.match(text, at):
            shapes.append("start of a line")
        is_start = text[at] == "\n"
        escaped = ESCAPED.match(text, at)
        if escaped is not None:
            seen.append(escaped[1])
            at = escaped.end()
            continue
        before = text[at - 1] if at else " "
        shapes += [
            name
            for name, shape in SHAPES
            if shape.match(text, at) and (name not in WORDS or not before.isalnum())
        ]
        seen.append(text[at])
        at += 1
    return Read("".join(seen).translate(WITHOUT_WIDTH), tuple(shapes))


WORDS = {"bare domain", "address"}
"""Shapes that begin where a word does."""
WITHOUT_WIDTH = dict.fromkeys(map(ord, "\u2068\u2069\u200b"))


def test_the_plain_reading_sees_what_is_meant_and_nothing_of_it_as_a_name() -> None:
    for name in HOSTILE:
        assert read(name).shapes, name
        assert not read(str(harmless(name))).shapes, name


@given(NAMES, NAMES, st.sampled_from(SENTENCES))
@example("[a", "](https://x.gg)", "{}{}")
@example("||", "||", "{} against {}")
@example("<@", "1>", "{}{}")
def test_no_names_shape_a_message(one: str, other: str, sentence: str) -> None:
    usual = read(sentence.format("name", "name"))
    shown = read(sentence.format(*(str(harmless(each)) for each in (one, other))))
    assert shown.shapes == usual.shapes


@given(NAMES)
def test_a_second_reader_finds_no_link_either(name: str) -> None:
    reader = MarkdownIt("commonmark", {"linkify": True}).enable("linkify")
    for block in reader.parse(f"Won by {harmless(name)!s} today"):
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
    seen = read(str(harmless(name))).seen
    if seen != "somebody":
        assert seen == visible(name).replace("\u200b", "")


def test_usual_names_stay_as_they_are() -> None:
    usual = ["Jörg_der.Große", "anna-lena", "O'Brien", "x.y_z", "🎲 Ben 👩‍👩‍👧‍👦"]
    usual += ["¯\\_(ツ)_/¯", "50% & more!", "Ω≈ç"]
    assert [read(str(harmless(name))).seen for name in usual] == usual
