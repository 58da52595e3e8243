"""Everything that waits for somebody, in one direct message."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import button
from bot.chat.common.custom_ids import (
    InboxAction,
    InboxButton,
    SettingsTab,
    SettingsTabButton,
)
from bot.chat.common.move_buttons import move_button
from bot.chat.composer.played import next_match
from bot.chat.matches import inbox_text as words
from bot.chat.messenger import layouts
from bot.chat.messenger.faces import Face
from bot.services.reminders import Digest
from data.ids import MatchId

SHOWN = 10


def face_of(digest: Digest) -> Face:
    """What the digest looks like; it mentions nobody."""
    mark = InboxButton(InboxAction.PAGE, 0)
    shown = digest.waiting[:SHOWN]
    items: list[layouts.Item] = [ui.TextDisplay(words.digest_heading(len(digest.waiting)))]
    for line in shown:
        entry = words.entry(line, digest.player_id)
        items.append(ui.Section(entry, accessory=move_button(line)))
    ways = [
        next_match(MatchId(0)),
        button(words.ALL, mark),
        button(words.SETTINGS, SettingsTabButton(SettingsTab.REMINDERS)),
    ]
    layout = layouts.layout(*items, ui.ActionRow(*ways), accent=discord.Colour.gold())
    return Face(layout, (), str(mark))
