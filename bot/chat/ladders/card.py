"""What everybody sees of a ladder in its channel: standings and news."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import button
from bot.chat.common.custom_ids import LadderAction, LadderButton
from bot.chat.ladders import history_text
from bot.chat.ladders import text as words
from bot.chat.messenger import layouts
from bot.chat.messenger.faces import Face
from bot.services.ladders import LadderCard, LadderNews


def face_of_standings(card: LadderCard) -> Face:
    """The standings; they mention nobody."""
    mark = LadderButton(card.ladder.id, LadderAction.HISTORY)
    return Face(standings(card), (), str(mark))


def face_of_news(news: LadderNews) -> Face:
    """News, which mention whom they concern."""
    mark = LadderButton(news.ladder.id, LadderAction.NEWS, news.id)
    layout = layouts.layout(
        ui.TextDisplay(history_text.news(news)), ui.ActionRow(button(words.SHOW, mark))
    )
    return Face(layout, history_text.mentioned(news), str(mark))


def standings(card: LadderCard) -> ui.LayoutView:
    """The top of the ladder, and what one can do."""
    told = (
        words.heading(card.ladder, card.people),
        words.state_of(card),
        words.lines(card.lines),
        words.below(card),
        None if card.closed_at else words.GOAL,
    )
    items: list[layouts.Item] = [ui.TextDisplay(each) for each in told if each is not None]
    ladder_id = card.ladder.id
    history = button(words.HISTORY, LadderButton(ladder_id, LadderAction.HISTORY))
    if card.closed_at is None:
        items.append(
            ui.ActionRow(
                button(
                    words.CHALLENGE,
                    LadderButton(ladder_id, LadderAction.CHALLENGE),
                    discord.ButtonStyle.primary,
                ),
                button(words.JOIN, LadderButton(ladder_id, LadderAction.JOIN)),
                history,
            )
        )
    else:
        items.append(ui.ActionRow(history))
    is_going_on = card.closed_at is None and card.frozen_since is None
    return layouts.layout(
        *items, accent=discord.Colour.gold() if is_going_on else discord.Colour.dark_grey()
    )
