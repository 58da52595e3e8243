"""The rules of a game, page by page, for one reader. Each button says which page it leads to."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import IN_LIST, OPTION_LABEL, Button, button
from bot.chat.common.custom_ids import RulesAction, RulesButton
from bot.chat.common.rules_button import ANY_GAME
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.answering import show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.messenger import layouts
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


def _another_game() -> ui.LayoutView:
    games = ui.ActionRow(choice_of_first_match(words.ANOTHER))
    return layouts.layout(ui.TextDisplay(words.WHICH_GAME), games, accent=discord.Colour.teal())


def choice_of_first_match(asked: str = words.FIRST_MATCH) -> ui.Select[ui.LayoutView]:
    """A list of the games, to play one against the bot as a beginner."""
    options = [
        discord.SelectOption(
            label=f"{game.info.name} · about {game.info.turns} turns each",
            value=game.info.id,
            description=game.info.goal[:OPTION_LABEL],
        )
        for game in GAMES.values()
    ]
    custom_id = RulesButton(ANY_GAME, 0, RulesAction.PLAY)
    return ui.Select(custom_id=str(custom_id), placeholder=asked, options=options)


def choice_of_rules() -> ui.Select[ui.LayoutView]:
    """A list of the games, to read the rules of one."""
    options = [
        discord.SelectOption(label=game.info.name, value=game.info.id) for game in GAMES.values()
    ]
    custom_id = RulesButton(ANY_GAME, 0, RulesAction.GAME)
    return ui.Select(custom_id=str(custom_id), placeholder=words.READ, options=options)


def page_layout(game: str, pages: tuple[RulesPage, ...], number: int) -> ui.LayoutView:
    """A page with what leads to the others."""
    page = pages[number]
    items: list[layouts.Item] = [
        ui.TextDisplay(words.page_text(GAMES[game].info, page, number, len(pages)))
    ]
    caption = words.page_caption(page)
    if page.illustration is not None and caption is not None:
        items += [layouts.picture(page.illustration.alt), ui.TextDisplay(caption)]
    items.append(ui.ActionRow(_list_of_pages(game, pages, number)))
    items.append(ui.ActionRow(*_ways(game, number, len(pages))))
    return layouts.layout(*items, accent=discord.Colour.teal())


def _list_of_pages(
    game: str, pages: tuple[RulesPage, ...], number: int
) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=words.page_name(page, at),
            description=(words.page_note(page) or "")[:OPTION_LABEL] or None,
            value=str(at),
            default=at == number,
        )
        for at, page in enumerate(pages[:IN_LIST])
    ]
    custom_id = RulesButton(game, number, RulesAction.JUMP)
    return ui.Select(custom_id=str(custom_id), placeholder=words.JUMP, options=options)


def _ways(game: str, number: int, pages: int) -> list[Button]:
    ways = []
    if number > 0:
        ways.append(button(words.PREVIOUS, RulesButton(game, number - 1, RulesAction.SHOW)))
    if number + 1 < pages:
        style = discord.ButtonStyle.primary
        ways.append(button(words.NEXT, RulesButton(game, number + 1, RulesAction.SHOW), style))
    try_it = RulesButton(game, number, RulesAction.TRY)
    ways.append(button(words.TRY, try_it, discord.ButtonStyle.success))
    ways.append(button(words.PLAY, RulesButton(game, number, RulesAction.PLAY)))
    if lessons(game):
        ways.append(learn_button(game))
    return ways


HANDLERS = (handles(RulesButton, on_rules),)
