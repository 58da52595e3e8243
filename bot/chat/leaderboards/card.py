"""A leaderboard that stands in a channel."""

from __future__ import annotations

from bot.chat.common.page import Accent, Button, Page, Row
from bot.chat.common.rating_ids import LeaderboardButton, ListAction, ListPlace
from bot.chat.leaderboards import text as words
from bot.chat.messenger.messenger import Face
from bot.services.leaderboards import LiveLeaderboard, Period


def face_of(live: LiveLeaderboard) -> Face:
    """What the list looks like; it mentions nobody. Names that are not known yet are left out."""
    page = live.page
    mark = LeaderboardButton(page.info.id, ListPlace.HERE, Period.ACTIVE, 0, ListAction.OWN)
    names = {line.player_id: live.names.get(line.player_id, "") for line in page.lines}
    told = words.lines(page, names, None) if page.lines else words.nobody(page)
    shown = Page(
        words.heading(page, live=True),
        told,
        words.updated(live.now),
        Row(Button(words.MINE, mark)),
        accent=Accent.GOLD,
    )
    return Face(shown, (), str(mark))
