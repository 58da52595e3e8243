"""The rules of the games as pages."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.services.errors import ServiceError
from bot.services.matches import game_of
from renderer import Illustration, illustrations
from rules.game import Game, GameInfo
from rules.rulebook import rules_text

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page. ``title`` is its heading; ``text`` is Markdown, and may be empty."""

    title: str
    text: str
    illustration: Illustration | None = None


def rules_pages(game: str) -> tuple[RulesPage, ...]:
    """The pages of a game's rules; raises UnknownGame or RulesMissing.

    A section begins with its text and its first picture; each further picture has its own page.
    """
    return _pages(game_of(game))


@functools.cache
def _pages(game: Game) -> tuple[RulesPage, ...]:
    try:
        text = rules_text(game)
    except FileNotFoundError:
        raise RulesMissing(game.info) from None
    return tuple(
        page for title, body in _sections(text) for page in _illustrated(game.info.id, title, body)
    )


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Heading and text of each section; the document begins with the first of them."""
    _, *parts = _HEADING.split(text)
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        yield title.strip(), body.strip()


def _illustrated(game: str, title: str, text: str) -> Iterator[RulesPage]:
    shown = [each for each in illustrations(game) if each.section == title]
    yield RulesPage(title, text, shown[0] if shown else None)
    for further in shown[1:]:
        yield RulesPage(f"{title}: {further.title}", "", further)


class RulesMissing(ServiceError):
    """The text of a game's rules is not where the program looks for it."""

    info: GameInfo
