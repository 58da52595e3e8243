"""The rules of the games as pages: the written text, with the pictures that go with it."""

from __future__ import annotations

import functools
import re
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.services.matches import game_of
from bot.services.rulebook.errors import RulesMissing
from renderer import Illustration, illustrations

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_TITLE = re.compile(r"\A# .+\n+")
FOLDERS = (
    Path(__file__).resolve().parents[3] / "docs" / "rules",
    Path(sysconfig.get_path("data")) / "share" / "quintet" / "rules",
)
"""Where the texts are: in the project's folder, or where they are installed to."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page. ``title`` is the section's heading; ``text`` is Markdown, and may be empty."""

    title: str
    text: str
    illustration: Illustration | None = None


@functools.cache
def rules_pages(game: str) -> tuple[RulesPage, ...]:
    """The pages of a game's rules; raises UnknownGame or RulesMissing.

    A section begins with its text and its first picture; each further picture has its own page.
    """
    info = game_of(game).info
    found = (folder / f"{game}.md" for folder in FOLDERS)
    path = next((path for path in found if path.is_file()), None)
    if path is None:
        raise RulesMissing(info)
    return tuple(
        page
        for title, text in _sections(path.read_text("utf-8"))
        for page in _illustrated(game, title, text)
    )


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Heading and text of each section; what stands before the first goes with it."""
    introduction, *parts = _HEADING.split(_TITLE.sub("", text))
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        yield title.strip(), f"{introduction.strip()}\n\n{body.strip()}".strip()
        introduction = ""


def _illustrated(game: str, title: str, text: str) -> Iterator[RulesPage]:
    shown = [each for each in illustrations(game) if each.section == title]
    yield RulesPage(title, text, shown[0] if shown else None)
    for further in shown[1:]:
        yield RulesPage(title, "", further)
