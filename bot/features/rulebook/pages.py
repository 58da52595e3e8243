"""The rules of a game as pages. A button's id names the page that it shows."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from bot.core.errors import ServiceError
from bot.core.matches import game_of
from bot.screen.buttons import RulesAction, RulesButton, games_row
from bot.screen.ids import CourseButton
from bot.screen.page import Accent, Button, Menu, Option, Page, Picture, Row, Style
from bot.screen.words import PLAY_ME
from renderer import Illustration, illustrations
from rules import GAMES
from rules.game import Game, GameInfo
from rules.puzzles import lessons
from rules.rulebook import sections, told
from rules.texts import Plain, Text, Whole, labelled, lines, sentences

PREVIOUS, NEXT = Text("◀ Previous", "button"), Text("Next ▶", "button")
JUMP = Text("Go to a page")
TRY = Text("Try it", "button")
WHICH = Text("### Rules\nWhich game? Each has rules with pictures, a board to try it and puzzles.")
IN_ENGLISH = Text("-# This page has not been translated yet.")


class RulesMissing(ServiceError):
    """The text of a game's rules is not where the program looks for it."""

    says = Text(
        "The rules of {name} were not installed with this bot. Please tell the person who runs it."
    )

    info: GameInfo


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


def games_page() -> Page:
    games = games_row(lambda game: RulesButton(game, 0, RulesAction.SHOW))
    return Page(WHICH, games, accent=Accent.TEAL)


def page_layout(game: str, pages: tuple[RulesPage, ...], number: int) -> Page:
    page, title, last = pages[number], Plain("{number}. {title}"), len(pages) - 1
    shown = page.illustration
    names = tuple(
        Option(title.of(number=at + 1, title=each.title), str(at), chosen=at == number)
        for at, each in enumerate(pages)
    )

    def to(page: int, action: RulesAction = RulesAction.SHOW) -> RulesButton:
        return RulesButton(game, page, action)

    return Page(
        page_text(GAMES[game].info, page, number, len(pages)),
        Picture(shown.alt) if shown is not None else None,
        Plain("-# {caption}", caption=shown.caption) if shown is not None else None,
        Menu(to(number, RulesAction.JUMP), names, JUMP),
        Row(
            Button(PREVIOUS, to(number - 1)) if number > 0 else None,
            Button(NEXT, to(number + 1), Style.PRIMARY) if number < last else None,
            Button(TRY, to(number, RulesAction.TRY), Style.SUCCESS),
            Button(PLAY_ME, to(number, RulesAction.PLAY)),
            Button(Text("Puzzles", "button"), CourseButton(game)) if lessons(game) else None,
        ),
        accent=Accent.TEAL,
    )


def page_text(info: GameInfo, page: RulesPage, number: int, pages: int) -> Text:
    """A page's heading and text, in English if its translation is not complete."""
    heading = Plain("### {named}", named=labelled(info.name, page.title))
    where = Text("Page {number} of {pages}", "rules", number=number + 1, pages=pages)
    if number == 0:
        credit = Text("By {designer}, {year}.", designer=info.designer, year=info.year)
        where = sentences(credit, where)
    below = lines(Plain("-# {where}", where=where), page.text, None if number else info.balance)
    return Whole(lines(heading, below), IN_ENGLISH)
