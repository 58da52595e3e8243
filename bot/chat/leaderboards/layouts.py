"""What leaderboards look like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.rating_ids import LeaderboardButton, ListAction, ListPlace
from bot.chat.leaderboards import text as words
from bot.chat.messenger import layouts
from bot.services.leaderboards import LeaderboardPage
from data.ids import PlayerId, ServerId


def leaderboard(
    page: LeaderboardPage,
    names: Mapping[PlayerId, str],
    reader: PlayerId,
    here: ServerId | None,
    *,
    is_live: bool | None = None,
) -> ui.LayoutView:
    """A page for one reader, with the ways to others. ``here`` is where it is read.

    ``is_live``: whether it stands in the channel; None for a reader who cannot change that.
    """
    told = words.lines(page, names, reader) if page.lines else words.nobody(page)
    items: list[layouts.Item] = [ui.TextDisplay(words.heading(page)), ui.TextDisplay(told)]
    if page.last:
        items.append(ui.TextDisplay(words.page_of(page)))
    items.append(ui.TextDisplay(words.own(page, page.own)))
    items.append(ui.ActionRow(_kinds(page, here)))
    ways = list(_ways(page))
    if is_live is not None and page.server_id is not None:
        action = ListAction.END if is_live else ListAction.LIVE
        label = words.END_LIVE if is_live else words.LIVE
        ways.append(button(label, _mark(page, action)))
    if ways:
        items.append(ui.ActionRow(*ways))
    return layouts.layout(*items, accent=discord.Colour.gold())


def _mark(page: LeaderboardPage, action: ListAction, number: int = 0) -> LeaderboardButton:
    place = ListPlace.EVERYWHERE if page.server_id is None else ListPlace.HERE
    return LeaderboardButton(page.info.id, place, page.period, number, action)


def _kinds(page: LeaderboardPage, here: ServerId | None) -> ui.Select[ui.LayoutView]:
    shown = ListPlace.EVERYWHERE if page.server_id is None else ListPlace.HERE
    return ui.Select(
        custom_id=str(_mark(page, ListAction.KIND)),
        options=[
            discord.SelectOption(
                label=label,
                value=f"{place} {period}",
                default=(place, period) == (shown, page.period),
            )
            for (place, period), label in words.KINDS.items()
            if place is ListPlace.EVERYWHERE or here is not None
        ],
    )


def _ways(page: LeaderboardPage) -> Iterator[Button]:
    if page.number > 0:
        yield button(words.EARLIER, _mark(page, ListAction.PAGE, page.number - 1))
    if page.number < page.last:
        yield button(words.LATER, _mark(page, ListAction.PAGE, page.number + 1))
    if page.own.line is not None and page.last:
        yield button(words.MINE, _mark(page, ListAction.OWN))
