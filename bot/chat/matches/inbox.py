"""The inbox: somebody's matches everywhere, page by page, and the next one to move in."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import InboxAction, InboxButton, MatchAction, MatchButton
from bot.chat.composer.buttons import open_composer
from bot.chat.composer.move_button import move_button
from bot.chat.composer.played import next_match
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction, services
from bot.chat.matches import inbox_text as words
from bot.chat.messenger import layouts
from bot.services.matches import Inbox, MatchSummary
from data.ids import MatchId, PlayerId

ON_PAGE = 8

Entry = tuple[str, MatchSummary]
"""A match and the heading that it stands under."""


async def on_inbox(click: Click[InboxButton]) -> None:
    """Show a page of the list, or the next match to move in."""
    await defer_update(click.interaction)
    if click.id.action is InboxAction.NEXT:
        await open_next(click.interaction, MatchId(click.id.number))
    else:
        await show_inbox(click.interaction, click.id.number)


async def show_inbox(interaction: Interaction, page: int = 0) -> None:
    """Show a page of the list; acknowledged before."""
    reader = player_id(interaction)
    found = await services(interaction).matches.inbox(reader)
    await show(interaction, inbox_layout(found, reader, page))


async def open_next(interaction: Interaction, after: MatchId) -> None:
    """Open the composer for the match that waits longest, or the one listed after ``after``."""
    found = await services(interaction).matches.inbox(player_id(interaction))
    waiting = [line.id for line in found.waiting]
    if not waiting:
        await say(interaction, words.NOTHING_WAITS)
        return
    place = waiting.index(after) + 1 if after in waiting else 0
    await open_composer(interaction, waiting[place % len(waiting)])


def inbox_layout(found: Inbox, reader: PlayerId, page: int) -> ui.LayoutView:
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
        items.append(ui.Section(words.entry(line, reader), accessory=_accessory(line, reader)))
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


def _accessory(line: MatchSummary, reader: PlayerId) -> Button:
    if line.to_move_player == reader:
        return move_button(line)
    return button("Board", MatchButton(line.id, line.ply, MatchAction.MORE))


def _foot(found: Inbox, shown: int, last: int) -> Iterator[layouts.Item]:
    ways = []
    if found.waiting:
        ways.append(next_match(MatchId(0)))
    if shown > 0:
        ways.append(button(words.EARLIER, InboxButton(InboxAction.PAGE, shown - 1)))
    if shown < last:
        ways.append(button(words.LATER, InboxButton(InboxAction.PAGE, shown + 1)))
    if last:
        yield ui.TextDisplay(words.page(shown, last))
    if ways:
        yield ui.ActionRow(*ways)
