"""The pages of ladders: for one reader, the history, and the messages in a ladder's channel."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial

from bot.features.ladders import history_words, words
from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.rules import Target
from bot.features.ladders.values import (
    Ladder,
    LadderCard,
    LadderLine,
    LadderNews,
    LadderView,
)
from bot.features.ladders.words import ladder_name
from bot.screen.buttons import page_buttons
from bot.screen.ids import CustomId
from bot.screen.messenger.pages import Face, charted
from bot.screen.names import Names, names_here
from bot.screen.page import Accent, Button, Menu, Page, Picture, Row, Style, options
from data.ids import LadderId, PlayerId
from renderer.charts import StandingsChart, StandingsRow
from rules.texts import Text, Words, lines, sentences


class LadderAction(StrEnum):
    CHALLENGE = "challenge"
    PICK = "pick"
    JOIN = "join"
    SHOW = "show"
    HISTORY = "history"
    NEWS = "news"
    LEAVING = "leaving"
    LEAVE = "leave"
    STAY = "stay"


class LadderButton(CustomId, prefix="b"):
    """A button or list on a ladder's message.

    ``number`` depends on the action: a page of the standings, from 0; the entry before which the
    history begins, or 0 for the newest; the entry that news are about; or the id of the opponent.
    """

    ladder_id: LadderId
    action: LadderAction
    number: int = 0


def page(view: LadderView, alt: Words | None = None) -> Page:
    """A page of the standings, with the reader's own place.

    ``alt`` is the alternative text of the chart, None if there is none.
    """
    ladder = view.state.ladder
    return Page(
        words.heading(ladder, len(view.state.standings.order)),
        Picture(alt) if alt is not None else None,
        words.standings(view.lines),
        words.own_place(view),
        Text("-# Page {page} of {pages}", page=view.page + 1, pages=view.pages)
        if view.pages > 1
        else None,
        words.nowhere(ladder),
        Row(*_ways(view)),
        accent=Accent.GOLD,
    )


def leave(ladder: Ladder, place: int) -> Page:
    go = Button(words.LEAVE, LadderButton(ladder.id, LadderAction.LEAVE), Style.DANGER)
    stay = Button(words.STAY, LadderButton(ladder.id, LadderAction.STAY))
    told = sentences(
        Text("Do you want to leave the {ladder} ladder?", ladder=ladder_name(ladder)),
        Text("You have place {place}; if you join again, you begin at the bottom.", place=place),
        words.GO_ON,
    )
    return Page(told, Row(go, stay))


def legal(view: LadderView) -> tuple[Target, ...]:
    """The targets that the reader may challenge, the nearest first."""
    return tuple(each for each in reversed(view.targets) if each.refusal is None)


def challenge_menu(view: LadderView, targets: Sequence[Target], names: Mapping[int, Words]) -> Page:
    """A menu of players whom the reader may challenge, and why not the others."""
    labels = {each.player_id: words.option(each, names.get(each.player_id)) for each in targets}
    pick = LadderButton(view.state.ladder.id, LadderAction.PICK)
    return Page(
        words.may_challenge(view, tuple(targets)),
        Menu(pick, options(labels), words.WHOM) if targets else None,
        words.others(view),
        Row(_join(view.state.ladder.id)) if view.place is None else None,
        accent=Accent.GOLD,
    )


def history(
    ladder: Ladder, events: Sequence[LadderEntry], before: int, most: int, alt: Words | None = None
) -> Page:
    """A page of the history before an entry, 0 for the newest page.

    ``alt`` is the alternative text of the chart, None if there is none.
    """
    if not events and not before:
        return Page(history_words.NO_EVENTS)
    newest = LadderButton(ladder.id, LadderAction.HISTORY)
    ways = Row(
        Button(words.NEWEST, newest) if before else None,
        Button(words.OLDER, replace(newest, number=events[-1].id)) if len(events) == most else None,
    )
    told = lines(*map(history_words.line, events)) if events else history_words.NO_EVENTS
    chart = Picture(alt) if alt is not None else None
    return Page(history_words.heading(ladder), chart, told, ways)


def _ways(view: LadderView) -> list[Button]:
    ladder_id = view.state.ladder.id
    way = partial(LadderButton, ladder_id, LadderAction.SHOW)
    ways = [*page_buttons(view.page, view.pages, words.HIGHER, words.LOWER, way)]
    if not view.state.standings.closed_at:
        ways.append(_join(ladder_id) if view.place is None else _challenge(ladder_id))
        if view.place is not None:
            ways.append(Button(words.LEAVING, LadderButton(ladder_id, LadderAction.LEAVING)))
    return [*ways, Button(words.HISTORY, LadderButton(ladder_id, LadderAction.HISTORY))]


def _challenge(ladder_id: LadderId) -> Button:
    return Button(words.CHALLENGE, LadderButton(ladder_id, LadderAction.CHALLENGE), Style.PRIMARY)


def _join(ladder_id: LadderId, style: Style = Style.PRIMARY) -> Button:
    return Button(words.JOIN, LadderButton(ladder_id, LadderAction.JOIN), style)


def face_of_standings(card: LadderCard) -> Face:
    """The standings; they mention nobody."""
    ladder = card.state.ladder
    mark = LadderButton(ladder.id, LadderAction.HISTORY)
    chart = chart_of(ladder, card.lines, card.names) if card.lines else None
    return charted(standings(card), chart, str(mark))


async def with_names(card: LadderCard, names: Names) -> LadderCard:
    return replace(card, names=await names_in(card.state.ladder, card.lines, names))


async def names_in(
    ladder: Ladder, lines: Iterable[LadderLine], names: Names
) -> dict[PlayerId, Words]:
    """The names of all players in these lines, for a picture."""
    people = {who for line in lines for who in (line.player_id, *line.plays, *line.asked_by)}
    return await names_here(names, people, ladder.server_id)


def chart_of(
    ladder: Ladder,
    lines: Iterable[LadderLine],
    names: Mapping[PlayerId, Words],
    reader: PlayerId | None = None,
) -> StandingsChart:
    rows = tuple(
        StandingsRow(
            line.place,
            names.get(line.player_id, ""),
            words.climbed(line.up),
            words.record(line, names),
            own=line.player_id == reader,
            up=line.up,
        )
        for line in lines
    )
    return StandingsChart(words.title(ladder), rows)


def face_of_news(news: LadderNews) -> Face:
    """News, which mention the players concerned."""
    mark = LadderButton(news.ladder.id, LadderAction.NEWS, news.entry.id)
    page = Page(history_words.news(news), Row(Button(words.SHOW, mark)))
    return Face(page, history_words.mentioned(news.entry), str(mark))


def standings(card: LadderCard) -> Page:
    ladder, now = card.state.ladder, card.state.standings
    ladder_id, is_open = ladder.id, now.closed_at is None
    return Page(
        words.heading(ladder, len(now.order)),
        words.state_of(now),
        words.standings(card.lines),
        words.below(card),
        words.GOAL if is_open else None,
        Row(
            _challenge(ladder_id) if is_open else None,
            _join(ladder_id, Style.SECONDARY) if is_open else None,
            Button(words.HISTORY, LadderButton(ladder_id, LadderAction.HISTORY)),
        ),
        accent=Accent.GOLD if is_open and now.frozen_since is None else Accent.GREY,
    )
