"""What somebody has done about the time of a match, as everybody sees it where that is played."""

from __future__ import annotations

from bot.chat.clocks import text as words
from bot.chat.clocks.layouts import ClockAction, ClockButton
from bot.chat.common.move_buttons import move_button
from bot.chat.common.page import Button, Page, Row
from bot.chat.messenger.faces import Face
from bot.services.timekeeping import ClockNews


def face_of(news: ClockNews) -> Face:
    """What the news look like; they mention nobody."""
    mark = ClockButton(news.match.id, ClockAction.LOOK, news.id)
    move = move_button(news.match) if news.match.match.deadline is not None else None
    page = Page(words.news(news), Row(move, Button(words.CLOCKS, mark)))
    return Face(page, (), str(mark))
