"""Plain English in what was said in a language for trials."""

import re
from collections.abc import Iterator
from typing import Any

from rules import GAMES
from tests.kit.limits import components

SAID = ("content", "label", "placeholder", "description", "title")
NAMES = {"Ada", "Ben", "Chloe", "Dan", "Board", "Club", "Quintet"} | {
    word for game in GAMES.values() for word in game.info.name.split()
}
NOTATION = {"none"}  # a clock as it is typed
_KEPT = re.compile(r"`[^`]*`|<[^>]*>|https?://\S+|\w+\.(?:png|txt|json|gif)|[a-z]\d+")
_WORD = re.compile(r"[A-Za-z]{3,}")


def plain(text: str) -> Iterator[str]:
    """The lines with words outside of what the language for trials has said, without that."""
    depth, left = 0, []
    for sign in _KEPT.sub("§", text):
        depth += sign == "["
        left.append("§" if depth else sign)
        depth -= sign == "]" and depth > 0
    for line in re.sub("§+", "§", "".join(left)).splitlines():
        if {*_WORD.findall(line)} - NAMES - NOTATION:
            yield line


def plain_in(parts: Any) -> Iterator[str]:
    """The same of what stands in a message's or a form's parts."""
    for each in components(parts):
        yield from _said(each)


def _said(part: dict[str, Any]) -> Iterator[str]:
    for text in (part.get(key) for key in SAID):
        if isinstance(text, str):
            yield from plain(text)
    for each in (*part.get("options", ()), *part.get("items", ())):
        yield from _said(each)
