"""Divides the rules of a game into pages."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from bot.core.errors import ServiceError
from bot.core.matches import game_of
from renderer import Illustration, illustrations
from rules.game import Game, GameInfo
from rules.rulebook import sections, told
from rules.texts import Text, labelled


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page with its heading ``title``; ``text`` is Markdown, None if there is only a picture."""

    title: Text
    text: Text | None
    illustration: Illustration | None = None


def rules_pages(game: str) -> tuple[RulesPage, ...]:
    """The pages of a game's rules; raises UnknownGame or RulesMissing.

    Each section begins with a page of its text and first picture; further pictures have their own
    pages.
    """
    return _pages(game_of(game))


@functools.cache
def _pages(game: Game) -> tuple[RulesPage, ...]:
    try:
        found = tuple(sections(game))
    except FileNotFoundError:
        raise RulesMissing(game.info) from None
    return tuple(page for title, text in found for page in _illustrated(game, title, text))


def _illustrated(game: Game, title: str, text: str) -> Iterator[RulesPage]:
    shown = [each for each in illustrations(game.info.id) if each.section == title]
    heading = Text.of_file(title, game.info.id)
    yield RulesPage(heading, told(text, game), shown[0] if shown else None)
    for further in shown[1:]:
        named = labelled(heading, further.title or "")
        yield RulesPage(named, None, further)


class RulesMissing(ServiceError):
    """The text of a game's rules is not where the program looks for it."""

    says = Text(
        "The rules of {name} were not installed with this bot. Please tell the person who runs it."
    )

    info: GameInfo
