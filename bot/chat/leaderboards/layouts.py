"""What leaderboards look like."""

from collections.abc import Iterator, Mapping

from bot.chat.common.page import Accent, Button, Menu, Page, Row, options
from bot.chat.leaderboards import text as words
from bot.chat.leaderboards.ids import LeaderboardButton, ListAction, ListPlace
from bot.services.leaderboards import LeaderboardPage
from data.ids import PlayerId, ServerId


def leaderboard(
    page: LeaderboardPage,
    names: Mapping[PlayerId, str],
    reader: PlayerId,
    here: ServerId | None,
    *,
    is_live: bool | None = None,
) -> Page:
    """A page for one reader, with the ways to others. ``here`` is where it is read.

    ``is_live``: whether it stands in the channel; None for a reader who cannot change that.
    """
    live = None
    if is_live is not None and page.server_id is not None:
        action = ListAction.END if is_live else ListAction.LIVE
        live = Button(words.END_LIVE if is_live else words.LIVE, _mark(page, action))
    return Page(
        words.heading(page),
        words.lines(page, names, reader) if page.lines else words.nobody(page),
        words.page_of(page) if page.last else None,
        words.own(page, page.own),
        _kinds(page, here),
        Row(*_ways(page), live),
        accent=Accent.GOLD,
    )


def _mark(page: LeaderboardPage, action: ListAction, number: int = 0) -> LeaderboardButton:
    place = ListPlace.EVERYWHERE if page.server_id is None else ListPlace.HERE
    return LeaderboardButton(page.info.id, place, page.period, number, action)


def _kinds(page: LeaderboardPage, here: ServerId | None) -> Menu:
    shown = ListPlace.EVERYWHERE if page.server_id is None else ListPlace.HERE
    labels = {
        f"{place} {period}": label
        for (place, period), label in words.KINDS.items()
        if place is ListPlace.EVERYWHERE or here is not None
    }
    return Menu(_mark(page, ListAction.KIND), options(labels, f"{shown} {page.period}"))


def _ways(page: LeaderboardPage) -> Iterator[Button]:
    if page.number > 0:
        yield Button(words.EARLIER, _mark(page, ListAction.PAGE, page.number - 1))
    if page.number < page.last:
        yield Button(words.LATER, _mark(page, ListAction.PAGE, page.number + 1))
    if page.own.line is not None and page.last:
        yield Button(words.MINE, _mark(page, ListAction.OWN))
