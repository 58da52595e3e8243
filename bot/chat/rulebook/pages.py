"""The rules of a game, page by page, for one reader. Each button says which page it leads to."""

from __future__ import annotations

import re

import discord
from discord import ui

from bot.chat.common.components import IN_LIST, OPTION_LABEL, Button, button
from bot.chat.common.custom_ids import rules_id
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.messenger import layouts
from bot.chat.practice.buttons import open_practice
from bot.chat.rulebook import text as words
from bot.services.rulebook.pages import RulesPage, rules_pages
from rules import GAMES


async def on_rules(interaction: Interaction, says: re.Match[str]) -> None:
    """Show the page that was asked for, or a board to try the game on."""
    if says["action"] == "try":
        await answers.think(interaction)
        await open_practice(interaction, says["game"])
        return
    await answers.take_over(interaction)
    chosen = next(iter(answers.picked(interaction)), None)
    if says["action"] == "game":
        await show_page(interaction, chosen or "", 0)
        return
    page = chosen if chosen and re.fullmatch(r"[0-9]{1,3}", chosen) else says["page"]
    await show_page(interaction, says["game"], int(page))


async def show_page(interaction: Interaction, game: str, number: int) -> None:
    """Show a page, the last one for a number too high; acknowledged before.

    Raises UnknownGame or RulesMissing.
    """
    pages = rules_pages(game)
    number = min(number, len(pages) - 1)
    shown = pages[number].illustration
    picture = None
    if shown is not None:
        services = answers.services(interaction)
        chosen = await services.settings.of_player(answers.player(interaction))
        picture = await services.pictures.illustration(shown, chosen.theme)
    await answers.show(interaction, page_layout(game, pages, number), picture)


def choice_of_rules() -> ui.Select[ui.LayoutView]:
    """A list of the games, to read the rules of one."""
    options = [
        discord.SelectOption(label=game.info.name, value=game.info.id) for game in GAMES.values()
    ]
    return ui.Select(custom_id=rules_id("any", 0, "game"), placeholder=words.READ, options=options)


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
    return ui.Select(
        custom_id=rules_id(game, number, "jump"), placeholder=words.JUMP, options=options
    )


def _ways(game: str, number: int, pages: int) -> list[Button]:
    ways = []
    if number > 0:
        ways.append(button(words.PREVIOUS, rules_id(game, number - 1, "show")))
    if number + 1 < pages:
        style = discord.ButtonStyle.primary
        ways.append(button(words.NEXT, rules_id(game, number + 1, "show"), style))
    ways.append(button(words.TRY, rules_id(game, number, "try"), discord.ButtonStyle.success))
    return ways
