"""The rules of a game, page by page, for one reader. Each button says which page it leads to."""

from collections.abc import Iterator

from bot.chat.common.page import Accent, Button, Menu, Option, Page, Picture, Row, Style, options
from bot.chat.common.rules_button import ANY_GAME, RulesAction, RulesButton
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.answering import show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.opponents.beginning import play_beginner
from bot.chat.practice.buttons import open_practice
from bot.chat.puzzles.layouts import learn_button
from bot.chat.rulebook import text as words
from bot.services.rulebook import RulesPage, rules_pages
from rules import GAMES
from rules.puzzles import lessons


async def on_rules(click: Click[RulesButton]) -> None:
    """Show the page that was asked for, a board to try the game on, or begin a first match.

    What was pressed makes room for the page, unless the rules are opened from somewhere else.
    """
    interaction = click.interaction
    if click.id.action is RulesAction.TRY:
        await defer_private(interaction)
        await open_practice(interaction, click.id.game)
        return
    if click.id.action is RulesAction.PLAY:
        await play_beginner(interaction, click.value or click.id.game)
        return
    if click.id.action is RulesAction.OPEN:
        await defer_private(interaction)
        await show_page(interaction, click.id.game, click.id.page)
        return
    if click.id.action is RulesAction.CHOOSE:
        await defer_private(interaction)
        await show(interaction, _another_game())
        return
    await defer_update(interaction)
    if click.id.action is RulesAction.GAME:
        await show_page(interaction, click.value, 0)
    else:
        await show_page(interaction, click.id.game, click.number_or(click.id.page))


async def show_page(interaction: Interaction, game: str, number: int) -> None:
    """Show a page, the last one for a number too high; acknowledged before.

    Raises UnknownGame or RulesMissing.
    """
    pages = rules_pages(game)
    number = min(number, len(pages) - 1)
    shown = pages[number].illustration
    picture = None
    if shown is not None:
        chosen = await services(interaction).settings.of_player(player_id(interaction))
        picture = await services(interaction).pictures.illustration(shown, chosen.theme)
    await show(interaction, page_layout(game, pages, number), picture)


def _another_game() -> Page:
    return Page(words.WHICH_GAME, choice_of_first_match(words.ANOTHER), accent=Accent.TEAL)


def choice_of_first_match(asked: str = words.FIRST_MATCH) -> Menu:
    """A list of the games, to play one against the bot as a beginner."""
    games = tuple(
        Option(f"{info.name} · about {info.turns} turns each", info.id, info.goal)
        for info in (game.info for game in GAMES.values())
    )
    return Menu(RulesButton(ANY_GAME, 0, RulesAction.PLAY), games, asked)


def choice_of_rules() -> Menu:
    """A list of the games, to read the rules of one."""
    games = options({name: game.info.name for name, game in GAMES.items()})
    return Menu(RulesButton(ANY_GAME, 0, RulesAction.GAME), games, words.READ)


def page_layout(game: str, pages: tuple[RulesPage, ...], number: int) -> Page:
    """A page with what leads to the others."""
    page = pages[number]
    shown, caption = page.illustration, words.page_caption(page)
    names = tuple(
        Option(words.page_name(each, at), str(at), words.page_note(each) or "", at == number)
        for at, each in enumerate(pages)
    )
    return Page(
        words.page_text(GAMES[game].info, page, number, len(pages)),
        Picture(shown.alt) if shown is not None else None,
        caption,
        Menu(RulesButton(game, number, RulesAction.JUMP), names, words.JUMP),
        Row(*_ways(game, number, len(pages))),
        accent=Accent.TEAL,
    )


def _ways(game: str, number: int, pages: int) -> Iterator[Button]:
    if number > 0:
        yield Button(words.PREVIOUS, RulesButton(game, number - 1, RulesAction.SHOW))
    if number + 1 < pages:
        way = RulesButton(game, number + 1, RulesAction.SHOW)
        yield Button(words.NEXT, way, Style.PRIMARY)
    yield Button(words.TRY, RulesButton(game, number, RulesAction.TRY), Style.SUCCESS)
    yield Button(words.PLAY, RulesButton(game, number, RulesAction.PLAY))
    if lessons(game):
        yield learn_button(game)


HANDLERS = (handles(RulesButton, on_rules),)
