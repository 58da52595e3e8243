"""``/rules``: the rules of a game, page by page. A button's id names the page that it shows."""

from collections.abc import Iterator

from discord.ext import commands

from bot.core.pictures import PictureService
from bot.features.challenges.screen.opponents import play
from bot.features.practice.screen import open_practice
from bot.features.rulebook.service import RulesPage, rules_pages
from bot.screen.buttons import RulesAction, RulesButton, games_row
from bot.screen.ids import CourseButton
from bot.screen.interaction import AnyGame, Click, Handler, Interaction, Screen, command
from bot.screen.interaction.game_options import BEGINNER
from bot.screen.page import Accent, Button, Menu, Option, Page, Picture, Row, Style
from bot.screen.words import PLAY_ME
from rules import GAMES
from rules.game import GameInfo
from rules.puzzles import lessons
from rules.texts import Plain, Text, Whole, labelled, lines, sentences

PREVIOUS, NEXT = Text("◀ Previous", "button"), Text("Next ▶", "button")
JUMP = Text("Go to a page")
TRY = Text("Try it", "button")
WHICH = Text("### Rules\nWhich game? Each has rules with pictures, a board to try it and puzzles.")


def page_text(info: GameInfo, page: RulesPage, number: int, pages: int) -> Text:
    """A page's heading and text, in English if its translation is not complete."""
    heading = Plain("### {named}", named=labelled(info.name, page.title))
    where = Text("Page {number} of {pages}", "rules", number=number + 1, pages=pages)
    if number == 0:
        credit = Text("By {designer}, {year}.", designer=info.designer, year=info.year)
        where = sentences(credit, where)
    below = lines(Plain("-# {where}", where=where), page.text, None if number else info.balance)
    return Whole(lines(heading, below), _ENGLISH)


_ENGLISH = Text("-# This page has not been translated yet.")


def page_caption(page: RulesPage) -> Text | None:
    if page.illustration is None:
        return None
    return Plain("-# {caption}", caption=page.illustration.caption)


async def on_rules(click: Click[RulesButton]) -> None:
    """Show a page, open a practice board, or begin a first match.

    The page replaces the message with the button, unless the button opens the rules from elsewhere.
    """
    action, game = click.id.action, click.id.game
    if action is RulesAction.PLAY:
        await play(click, game, BEGINNER)
        return
    apart = action in (RulesAction.TRY, RulesAction.OPEN)
    await (click.defer_private() if apart else click.defer_update())
    match action:
        case RulesAction.TRY:
            await open_practice(click, game)
        case RulesAction.CHOOSE:
            await play(click)
        case RulesAction.GAMES:
            await click.show(games_page())
        case _:
            await show_page(click, game, click.number_or(click.id.page))


async def show_page(interaction: Interaction, game: str, number: int) -> None:
    """Show a page, at most the last one."""
    pages = rules_pages(game)
    number = min(number, len(pages) - 1)
    shown = pages[number].illustration
    picture = None
    if shown is not None:
        theme = await interaction.theme()
        picture = await interaction.services[PictureService].illustration(shown, theme)
    await interaction.show(page_layout(game, pages, number), picture)


def games_page() -> Page:
    games = games_row(lambda game: RulesButton(game, 0, RulesAction.SHOW))
    return Page(WHICH, games, accent=Accent.TEAL)


def page_layout(game: str, pages: tuple[RulesPage, ...], number: int) -> Page:
    page = pages[number]
    shown, caption, title = page.illustration, page_caption(page), Plain("{number}. {title}")
    names = tuple(
        Option(title.of(number=at + 1, title=each.title), str(at), chosen=at == number)
        for at, each in enumerate(pages)
    )
    return Page(
        page_text(GAMES[game].info, page, number, len(pages)),
        Picture(shown.alt) if shown is not None else None,
        caption,
        Menu(RulesButton(game, number, RulesAction.JUMP), names, JUMP),
        Row(*_buttons(game, number, len(pages))),
        accent=Accent.TEAL,
    )


def _buttons(game: str, number: int, pages: int) -> Iterator[Button]:
    if number > 0:
        yield Button(PREVIOUS, RulesButton(game, number - 1, RulesAction.SHOW))
    if number + 1 < pages:
        way = RulesButton(game, number + 1, RulesAction.SHOW)
        yield Button(NEXT, way, Style.PRIMARY)
    yield Button(TRY, RulesButton(game, number, RulesAction.TRY), Style.SUCCESS)
    yield Button(PLAY_ME, RulesButton(game, number, RulesAction.PLAY))
    if lessons(game):
        yield Button(Text("Puzzles", "button"), CourseButton(game))


class Rulebook(commands.Cog):
    @command(
        "How a game is played: rules, puzzles, a board to try it",
        everywhere=True,
        game="Which game",
    )
    async def rules(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        if game is None:
            await interaction.show(games_page())
        else:
            await show_page(interaction, game, 0)


SCREEN = Screen(
    cogs=(Rulebook,),
    handlers=(Handler(RulesButton, on_rules, defer=False),),
)
