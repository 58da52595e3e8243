"""``/rules``: the rules of a game, page by page."""

from discord.ext import commands

from bot.core.pictures import PictureService
from bot.features.challenges.screen import play
from bot.features.practice.screen import open_practice
from bot.features.rulebook.pages import games_page, page_layout, rules_pages
from bot.screen.buttons import RulesAction, RulesButton
from bot.screen.interaction import AnyGame, Click, Handler, Interaction, Screen, command
from bot.screen.interaction.command_options import BEGINNER


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


SCREEN = Screen(cogs=(Rulebook,), handlers=(Handler(RulesButton, on_rules, defer=False),))
