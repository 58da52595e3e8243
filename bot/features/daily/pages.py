"""The pages of the Daily, and the buttons that lead to it."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import islice

from bot.features.daily import words
from bot.features.daily.posts import DailyCard, SharedDaily
from bot.features.daily.service import KEPT_OPEN, PastDaily
from bot.features.daily.storage import DailyChannel, MonthLine
from bot.screen.ids import CustomId, FieldName, Name
from bot.screen.messenger.pages import Face, in_words, still_of
from bot.screen.page import (
    Accent,
    Button,
    ChannelMenu,
    Menu,
    Option,
    Page,
    Part,
    Picture,
    Row,
    Style,
    options,
)
from bot.screen.words import mention
from data.ids import PlayerId
from renderer import alt_text
from rules.texts import Plain, Text, Words, lines

SOLUTION = "solution.png"
SHOWN = 10
HALF = KEPT_OPEN // 2
"""A menu has room for 25 days."""


class DailyAction(StrEnum):
    OPEN = "open"
    SHARE = "share"
    MONTH = "month"
    PAST = "past"


class DailyButton(CustomId, prefix="dy"):
    """A button about the Daily of a day; 0 is today's."""

    day: int
    action: DailyAction


class PastMenu(CustomId, prefix="dp"):
    part: int


class NextPuzzle(CustomId, prefix="dn"):
    game: Name


class DailySetting(CustomId, prefix="ds"):
    field: FieldName


def button(label: Text, action: DailyAction = DailyAction.OPEN, day: int = 0) -> Button:
    style = Style.PRIMARY if action is DailyAction.OPEN else Style.SECONDARY
    return Button(label, DailyButton(day, action), style)


def face_of(card: DailyCard) -> Face:
    """A Daily in a channel; it mentions nobody."""
    day, found = card.post.day, card.solution
    open_it = button(words.TRY_IT if card.post.closed else words.SOLVE, day=day)
    below: tuple[Part, ...] = ()
    if found is not None:
        shown = Picture(alt_text(found.picture, None), SOLUTION)
        below = (words.solution(found), shown, words.share_of(found))
    page = Page(
        words.heading(day, card.puzzle),
        Picture(alt_text(card.picture, None)),
        words.asked(card),
        words.counted(card.counts, closed=card.post.closed),
        Row(open_it),
        *below,
        accent=Accent.TEAL,
    )
    beside = {} if found is None else {SOLUTION: still_of(found.picture)}
    return Face(page, (), str(open_it.id), picture=still_of(card.picture), beside=beside)


def shared_face(shared: SharedDaily) -> Face:
    who = mention(shared.player_id)
    return in_words(Plain("{who}: {line}", who=who, line=words.shared(shared)))


def month(found: Sequence[MonthLine], names: Mapping[PlayerId, Words], reader: PlayerId) -> Page:
    """The first ten of a month, and the reader; the same days and first tries share a place."""
    standing = [(each.solved, each.first) for each in found]
    placed = [(standing.index((each.solved, each.first)) + 1, each) for each in found]
    listed = [*placed[:SHOWN], *(each for each in placed[SHOWN:] if each[1].player_id == reader)]
    told = (
        words.month_line(place, each, names[each.player_id], own=each.player_id == reader)
        for place, each in listed
    )
    ways = Row(button(words.TODAYS), button(words.PAST, DailyAction.PAST))
    return Page(words.MONTH, lines(*told) if found else words.NOBODY, ways, accent=Accent.GOLD)


def past(found: Sequence[PastDaily]) -> Page:
    days = iter(found)
    menus = (
        Menu(PastMenu(part), tuple(_option(each) for each in islice(days, HALF)), label)
        for part, label in enumerate(words.TO_CHOOSE)
    )
    ways = Row(button(words.TODAYS), button(words.THIS_MONTH, DailyAction.MONTH))
    shown = (each for each in menus if each.options)
    return Page(words.PAST_DAYS, *shown, ways, accent=Accent.TEAL)


def _option(each: PastDaily) -> Option:
    label = Text("Daily {number}", number=each.day)
    about = Plain("{game} {stars}", game=each.puzzle.position.info.name)
    told = about.of(stars=words.stars(each.puzzle))
    return Option(label, str(each.day), told, emoji="✅" if each.is_solved else None)


def below_board(shared: SharedDaily | None, game: str) -> Row:
    """The ways on from a puzzle that is over; ``shared``: it was the Daily."""
    past, more = button(words.PAST, DailyAction.PAST), Button(words.MORE, NextPuzzle(game))
    if shared is None:
        return Row(more, past)
    share = button(words.SHARE, DailyAction.SHARE, shared.day)
    return Row(share, button(words.THIS_MONTH, DailyAction.MONTH), past, more)


def settings(place: DailyChannel | None, today: int) -> tuple[Part, ...]:
    """The part of ``/server``: how often, where, and at which hour."""
    rhythm = "off" if place is None else "day" if place.weekday is None else "week"
    channel = None if place is None else place.channel_id
    hours = {hour: Plain("{hour}:00", hour=f"{hour:02}") for hour in range(24)}
    return (
        words.about(place, today),
        Menu(DailySetting("rhythm"), options(words.RHYTHMS, rhythm)),
        ChannelMenu(DailySetting("channel"), words.WHERE, channel),
        *(() if place is None else [Menu(DailySetting("hour"), options(hours, place.hour))]),
    )
