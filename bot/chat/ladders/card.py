"""What everybody sees of a ladder in its channel: standings and news."""

from bot.chat.common.page import Accent, Button, Page, Row, Style
from bot.chat.ladders import history_text
from bot.chat.ladders import text as words
from bot.chat.ladders.layouts import LadderAction, LadderButton
from bot.chat.messenger.faces import Face
from bot.services.ladders import LadderCard, LadderNews


def face_of_standings(card: LadderCard) -> Face:
    """The standings; they mention nobody."""
    mark = LadderButton(card.ladder.id, LadderAction.HISTORY)
    return Face(standings(card), (), str(mark))


def face_of_news(news: LadderNews) -> Face:
    """News, which mention whom they concern."""
    mark = LadderButton(news.ladder.id, LadderAction.NEWS, news.id)
    page = Page(history_text.news(news), Row(Button(words.SHOW, mark)))
    return Face(page, history_text.mentioned(news), str(mark))


def standings(card: LadderCard) -> Page:
    """The top of the ladder, and what one can do."""
    ladder_id, is_open = card.ladder.id, card.closed_at is None
    challenge = LadderButton(ladder_id, LadderAction.CHALLENGE)
    join = LadderButton(ladder_id, LadderAction.JOIN)
    return Page(
        words.heading(card.ladder, card.people),
        words.state_of(card),
        words.lines(card.lines),
        words.below(card),
        words.GOAL if is_open else None,
        Row(
            Button(words.CHALLENGE, challenge, Style.PRIMARY) if is_open else None,
            Button(words.JOIN, join) if is_open else None,
            Button(words.HISTORY, LadderButton(ladder_id, LadderAction.HISTORY)),
        ),
        accent=Accent.GOLD if is_open and card.frozen_since is None else Accent.GREY,
    )
