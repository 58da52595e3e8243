"""A leaderboard that stands in a channel."""

from dataclasses import replace

from bot.chat.common.listing import Listed, listed_names
from bot.chat.common.names import Names
from bot.chat.common.page import Accent, Button, Page, Row
from bot.chat.leaderboards import text as words
from bot.chat.leaderboards.ids import LeaderboardButton, ListAction, ListPlace
from bot.chat.messenger.faces import Face
from bot.services.leaderboards import LiveLeaderboard, Period


async def with_names(live: LiveLeaderboard, names: Names) -> LiveLeaderboard:
    """The same with the names of those whom it lists."""
    people = [Listed(each.player_id, each.is_hidden, each.stays_named) for each in live.page.lines]
    found = await listed_names(names, people, None, live.list.server_id, of_server=True)
    return replace(live, names=found)


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
