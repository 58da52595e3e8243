"""What somebody has done about the time of a match, as everybody sees it where that is played."""

from __future__ import annotations

from discord import ui

from bot.chat.clocks import text as words
from bot.chat.common.components import button
from bot.chat.common.custom_ids import ClockAction, ClockButton
from bot.chat.common.move_buttons import move_button
from bot.chat.messenger import layouts
from bot.chat.messenger.faces import Face
from bot.services.timekeeping import ClockNews


def face_of(news: ClockNews) -> Face:
    """What the news look like; they mention nobody."""
    mark = ClockButton(news.match.id, ClockAction.LOOK, news.id)
    ways = [button(words.CLOCKS, mark)]
    if news.match.match.deadline is not None:
        ways.insert(0, move_button(news.match))
    layout = layouts.layout(ui.TextDisplay(words.news(news)), ui.ActionRow(*ways))
    return Face(layout, (), str(mark))
