"""The inbox: somebody's matches everywhere, page by page, and the next one to move in."""

from __future__ import annotations

import re
from collections.abc import Iterator

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import inbox_id, match_id
from bot.chat.composer.buttons import open_composer
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.matches import inbox_text as words
from bot.chat.matches.played import next_match
from bot.chat.messenger import layouts
from bot.services.matches.models import Inbox, MatchLine
from data.ids import MatchId, PlayerId

ON_PAGE = 8

Entry = tuple[str, MatchLine]
"""A match and the heading that it stands under."""


async def on_inbox(interaction: Interaction, says: re.Match[str]) -> None:
    """Show a page of the list, or the next match to move in."""
    await answers.take_over(interaction)
    number = int(says["number"])
    if says["action"] == "next":
        await open_next(interaction, MatchId(number))
    else:
        await show_inbox(interaction, number)


async def show_inbox(interaction: Interaction, page: int = 0) -> None:
    """Show a page of the list; acknowledged before."""
    you = answers.player(interaction)
    found = await answers.services(interaction).inbox.of(you)
    await answers.show(interaction, inbox_layout(found, you, page))


async def open_next(interaction: Interaction, after: MatchId) -> None:
    """Open the composer for the match that waits longest, or the one listed after ``after``."""
    you = answers.player(interaction)
    waiting = [line.id for line in (await answers.services(interaction).inbox.of(you)).waiting]
    if not waiting:
        await answers.say(interaction, words.NOTHING_WAITS)
        return
    place = waiting.index(after) + 1 if after in waiting else 0
    await open_composer(interaction, waiting[place % len(waiting)])


def inbox_layout(found: Inbox, you: PlayerId, page: int) -> ui.LayoutView:
    """A page of somebody's matches: those waiting for that person first."""
    entries = list(_entries(found))
    if not entries:
        return layouts.words(words.EMPTY)
    last = (len(entries) - 1) // ON_PAGE
    shown = min(page, last)
    items: list[layouts.Item] = []
    heading = None
    for under, line in entries[shown * ON_PAGE : (shown + 1) * ON_PAGE]:
        if under != heading:
            heading = under
            items.append(ui.TextDisplay(f"### {heading}"))
        items.append(ui.Section(words.entry(line, you), accessory=_accessory(line, you)))
    items += _foot(found, shown, last)
    return layouts.layout(*items, accent=discord.Colour.gold())


def _entries(found: Inbox) -> Iterator[Entry]:
    for heading, lines in (
        (words.WAITING, found.waiting),
        (words.OTHERS, found.others),
        (words.RECENT, found.recent),
    ):
        for line in lines:
            yield (f"{heading} ({len(lines)})", line)


def _accessory(line: MatchLine, you: PlayerId) -> Button:
    if line.to_move_player == you:
        return button("Move", match_id(line.id, line.ply, "move"), discord.ButtonStyle.primary)
    return button("Board", match_id(line.id, line.ply, "more"))


def _foot(found: Inbox, shown: int, last: int) -> Iterator[layouts.Item]:
    ways = []
    if found.waiting:
        ways.append(next_match(MatchId(0)))
    if shown > 0:
        ways.append(button(words.EARLIER, inbox_id("page", shown - 1)))
    if shown < last:
        ways.append(button(words.LATER, inbox_id("page", shown + 1)))
    if last:
        yield ui.TextDisplay(words.page(shown, last))
    if ways:
        yield ui.ActionRow(*ways)
