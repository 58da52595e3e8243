"""The rules of a game, page by page, for one reader. Each button says which page it leads to."""

from collections.abc import Iterator

from discord.ext import commands

from bot.chat.common.buttons import RulesAction, RulesButton
from bot.chat.common.ids import ANY_GAME
from bot.chat.common.page import Accent, Button, Menu, Option, Page, Picture, Row, Style, options
from bot.chat.interaction import AnyGame, ChatPart, Click, Interaction, command, handles
from bot.chat.interaction.game_options import BEGINNER
from bot.chat.opponents import play
from bot.chat.practice import open_practice
from bot.chat.puzzles.layouts import learn_button
from bot.services.rulebook import RulesMissing, RulesPage, rules_pages
from rules import GAMES
from rules.game import GameInfo
from rules.puzzles import lessons
from rules.texts import Plain, Text, Whole, labelled, lines, sentences

PREVIOUS, NEXT = Text("◀ Previous", "button"), Text("Next ▶", "button")
JUMP = Text("Go to a page")
TRY = Text("Try it", "button")
PLAY = Text("Play against me")
FIRST_MATCH = Text("First match, against me")
ANOTHER = Text("Choose a game")
WHICH_GAME = Text("Which game against me, at level 1? `/practice` has other levels.")
READ = Text("Read how a game is played")


def page_text(info: GameInfo, page: RulesPage, number: int, pages: int) -> Text:
    """A page's heading and text; the first says whose game it is, and whose side is ahead.

    A page that a language does not know whole is English.
    """
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
    """Show the page that was asked for, a board to try the game on, or begin a first match.

    What was pressed makes room for the page, unless the rules are opened from somewhere else.
    """
    action, game = click.id.action, click.id.game
    if action is RulesAction.PLAY:
        await play(click, click.value or game, BEGINNER)
        return
    apart = action in (RulesAction.TRY, RulesAction.OPEN, RulesAction.CHOOSE)
    await (click.defer_private() if apart else click.defer_update())
    match action:
        case RulesAction.TRY:
            await open_practice(click, game)
        case RulesAction.CHOOSE:
            choice = choice_of_first_match(ANOTHER)
            await click.show(Page(WHICH_GAME, choice, accent=Accent.TEAL))
        case RulesAction.GAME:
            await show_page(click, click.value, 0)
        case _:
            await show_page(click, game, click.number_or(click.id.page))


async def show_page(interaction: Interaction, game: str, number: int) -> None:
    """Show a page, the last one for a number too high."""
    pages = rules_pages(game)
    number = min(number, len(pages) - 1)
    shown = pages[number].illustration
    picture = None
    if shown is not None:
        theme = await interaction.theme()
        picture = await interaction.services.pictures.illustration(shown, theme)
    await interaction.show(page_layout(game, pages, number), picture)


def choice_of_first_match(asked: Text = FIRST_MATCH) -> Menu:
    games = tuple(
        Option(
            Text("{game} · about {turns} turns each", game=info.name, turns=info.turns),
            info.id,
            info.goal,
        )
        for info in (game.info for game in GAMES.values())
    )
    return Menu(RulesButton(ANY_GAME, 0, RulesAction.PLAY), games, asked)


def choice_of_rules() -> Menu:
    games = options({name: game.info.name for name, game in GAMES.items()})
    return Menu(RulesButton(ANY_GAME, 0, RulesAction.GAME), games, READ)


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
        Row(*_ways(game, number, len(pages))),
        accent=Accent.TEAL,
    )


def _ways(game: str, number: int, pages: int) -> Iterator[Button]:
    if number > 0:
        yield Button(PREVIOUS, RulesButton(game, number - 1, RulesAction.SHOW))
    if number + 1 < pages:
        way = RulesButton(game, number + 1, RulesAction.SHOW)
        yield Button(NEXT, way, Style.PRIMARY)
    yield Button(TRY, RulesButton(game, number, RulesAction.TRY), Style.SUCCESS)
    yield Button(PLAY, RulesButton(game, number, RulesAction.PLAY))
    if lessons(game):
        yield learn_button(game)


class Rulebook(commands.Cog):
    @command(
        "Read how a game is played, with pictures, for you alone",
        everywhere=True,
        game="Which game",
    )
    async def rules(self, interaction: Interaction, game: AnyGame) -> None:
        await show_page(interaction, game, 0)


PART = ChatPart(
    cogs=(Rulebook,),
    handlers=(handles(RulesButton, on_rules, defer=False),),
    refusals={
        RulesMissing: Text(
            "The rules of {name} were not installed with this bot. Please tell the person "
            "who runs it."
        )
    },
)
