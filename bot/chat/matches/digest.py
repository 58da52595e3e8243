"""Everything that waits for somebody, in one direct message."""

from __future__ import annotations

from bot.chat.common.move_buttons import move_button
from bot.chat.common.page import Accent, Button, Page, Row, Section
from bot.chat.common.settings_tabs import SettingsTab, SettingsTabButton
from bot.chat.composer.played import InboxAction, InboxButton, next_match
from bot.chat.matches import inbox_text as words
from bot.chat.messenger.faces import Face
from bot.services.reminders import Digest
from data.ids import MatchId

SHOWN = 10


def face_of(digest: Digest) -> Face:
    """What the digest looks like; it mentions nobody."""
    mark = InboxButton(InboxAction.PAGE, 0)
    settings = SettingsTabButton(SettingsTab.REMINDERS)
    page = Page(
        words.digest_heading(len(digest.waiting)),
        *(
            Section(words.entry(line, digest.player_id), move_button(line))
            for line in digest.waiting[:SHOWN]
        ),
        Row(next_match(MatchId(0)), Button(words.ALL, mark), Button(words.SETTINGS, settings)),
        accent=Accent.GOLD,
    )
    return Face(page, (), str(mark))
