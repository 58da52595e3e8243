"""A ladder for one person alone: a page, whom they may challenge, its history."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Accent, Button, Menu, Page, Picture, Row, Style, options
from bot.chat.ladders import history_text
from bot.chat.ladders import text as words
from bot.services.ladders import Event, Ladder, LadderView, Target
from data.ids import LadderId


class LadderAction(StrEnum):
    """What a button or list on a ladder's message does."""

    CHALLENGE = "challenge"
    PICK = "pick"
    JOIN = "join"
    SHOW = "show"
    HISTORY = "history"
    NEWS = "news"
    LEAVE = "leave"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class LadderButton(CustomId):
    """A button or list on a ladder's message.

    ``number`` is a page of the standings, from 0; the entry before which the history is shown, 0
    for its end; or the entry that news are of.
    """

    PREFIX: ClassVar[str] = "b"
    ladder_id: LadderId
    action: LadderAction
    number: int = 0


@dataclass(frozen=True, slots=True)
class LadderCloseFormId(CustomId):
    """The form that asks why a ladder is closed."""

    PREFIX: ClassVar[str] = "x"
    ladder_id: LadderId


def page(view: LadderView, chart: str | None = None) -> Page:
    """A page of the standings, with the reader's own place.

    ``chart`` are the words for the picture that is sent along, None without one.
    """
    ladder = view.state.ladder
    return Page(
        words.heading(ladder, len(view.state.standings.order)),
        words.lines(view.lines),
        words.own_place(view),
        words.pages(view) if view.pages > 1 else None,
        words.nowhere(ladder),
        Picture(chart) if chart is not None else None,
        Row(*_ways(view)),
        accent=Accent.GOLD,
    )


def leave(ladder: Ladder, place: int) -> Page:
    """The question before somebody gives up their place."""
    go = Button(words.LEAVE, LadderButton(ladder.id, LadderAction.LEAVE), Style.DANGER)
    stay = Button(words.STAY, LadderButton(ladder.id, LadderAction.STAY))
    return Page(words.ask_to_leave(ladder, place), Row(go, stay))


def legal(view: LadderView) -> tuple[Target, ...]:
    """Whom the reader may challenge, the nearest first."""
    return tuple(each for each in reversed(view.targets) if each.refusal is None)


def challenge_menu(view: LadderView, targets: Sequence[Target], names: Mapping[int, str]) -> Page:
    """The list of those whom the reader may challenge, and why not the others."""
    labels = {each.player_id: words.option(each, names.get(each.player_id)) for each in targets}
    pick = LadderButton(view.state.ladder.id, LadderAction.PICK)
    return Page(
        words.may_challenge(view, tuple(targets)),
        Menu(pick, options(labels), words.WHOM) if targets else None,
        words.others(view),
        Row(_join(view)) if view.place is None else None,
        accent=Accent.GOLD,
    )


def history(ladder: Ladder, events: Sequence[Event], before: int, most: int) -> Page:
    """A page of what happened, of what came before an entry; 0 is the end."""
    if not events and not before:
        return Page(history_text.NOTHING)
    newest = LadderButton(ladder.id, LadderAction.HISTORY)
    ways = Row(
        Button(words.NEWEST, newest) if before else None,
        Button(words.OLDER, replace(newest, number=events[-1].number))
        if len(events) == most
        else None,
    )
    told = "\n".join(map(history_text.line, events)) or history_text.NOTHING
    return Page(history_text.heading(ladder), told, ways)


def _ways(view: LadderView) -> list[Button]:
    ladder_id = view.state.ladder.id
    ways = []
    if view.page > 0:
        higher = LadderButton(ladder_id, LadderAction.SHOW, view.page - 1)
        ways.append(Button(words.HIGHER, higher))
    if view.page + 1 < view.pages:
        lower = LadderButton(ladder_id, LadderAction.SHOW, view.page + 1)
        ways.append(Button(words.LOWER, lower))
    if not view.state.standings.closed_at:
        ways.append(_join(view) if view.place is None else _challenge(view))
    ways.append(Button(words.HISTORY, LadderButton(ladder_id, LadderAction.HISTORY)))
    return ways


def _challenge(view: LadderView) -> Button:
    custom_id = LadderButton(view.state.ladder.id, LadderAction.CHALLENGE)
    return Button(words.CHALLENGE, custom_id, Style.PRIMARY)


def _join(view: LadderView) -> Button:
    custom_id = LadderButton(view.state.ladder.id, LadderAction.JOIN)
    return Button(words.JOIN, custom_id, Style.PRIMARY)
