"""After a move: what was played, and the way to the next match that waits."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import inbox_id
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.matches import inbox_text as words
from bot.chat.messenger import layouts
from bot.chat.messenger.text import moved
from bot.services.matches.models import MatchView
from data.ids import MatchId


async def played(interaction: Interaction, view: MatchView) -> None:
    """Say what was played, and lead on to the next match that waits."""
    you = answers.player(interaction)
    waiting = (await answers.services(interaction).inbox.of(you)).waiting
    items: list[layouts.Item] = [ui.TextDisplay(moved(view))]
    if waiting:
        items.append(ui.TextDisplay(words.next_up(len(waiting))))
        items.append(ui.ActionRow(next_match(view.id), button(words.ALL, inbox_id("page", 0))))
    await answers.show(interaction, layouts.layout(*items))


def next_match(after: MatchId) -> Button:
    """The button to the match that waits after this one in the list."""
    return button(words.NEXT, inbox_id("next", after), discord.ButtonStyle.success)
