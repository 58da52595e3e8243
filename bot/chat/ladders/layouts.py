"""A ladder for one person alone: a page, whom they may challenge, its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from bot.chat.common.components import IN_LIST, OPTION_LABEL, Button, button
from bot.chat.common.custom_ids import LadderAction, LadderButton
from bot.chat.ladders import history_text
from bot.chat.ladders import text as words
from bot.chat.messenger import layouts
from bot.services.ladders import Event, Ladder, LadderView, Target


def page(view: LadderView, chart: str | None = None) -> ui.LayoutView:
    """A page of the standings, with the reader's own place.

    ``chart`` are the words for the picture that is sent along, None without one.
    """
    ladder = view.state.ladder
    told = (
        words.heading(ladder, len(view.state.standings.order)),
        words.lines(view.lines),
        words.own_place(view),
        words.pages(view) if view.pages > 1 else None,
        words.nowhere(ladder),
    )
    drawn = () if chart is None else (layouts.picture(chart),)
    return layouts.layout(
        *(ui.TextDisplay(each) for each in told if each is not None),
        *drawn,
        ui.ActionRow(*_ways(view)),
        accent=discord.Colour.gold(),
    )


def leave(ladder: Ladder, place: int) -> ui.LayoutView:
    """The question before somebody gives up their place."""
    ways = (
        button(
            words.LEAVE,
            LadderButton(ladder.id, LadderAction.LEAVE),
            discord.ButtonStyle.danger,
        ),
        button(words.STAY, LadderButton(ladder.id, LadderAction.STAY)),
    )
    return layouts.layout(ui.TextDisplay(words.ask_to_leave(ladder, place)), ui.ActionRow(*ways))


def legal(view: LadderView) -> tuple[Target, ...]:
    """Whom the reader may challenge, the nearest first, as many as a list can show."""
    found = [each for each in reversed(view.targets) if each.refusal is None]
    return tuple(found[:IN_LIST])


def challenge_menu(
    view: LadderView, targets: Sequence[Target], names: Mapping[int, str]
) -> ui.LayoutView:
    """The list of those whom the reader may challenge, and why not the others."""
    items: list[layouts.Item] = [ui.TextDisplay(words.may_challenge(view, tuple(targets)))]
    ladder_id = view.state.ladder.id
    if targets:
        options = [
            discord.SelectOption(
                label=words.option(each, names.get(each.player_id))[:OPTION_LABEL],
                value=str(each.player_id),
            )
            for each in targets
        ]
        menu: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=str(LadderButton(ladder_id, LadderAction.PICK)),
            placeholder=words.WHOM,
            options=options,
        )
        items.append(ui.ActionRow(menu))
    others = words.others(view)
    if others:
        items.append(ui.TextDisplay(others))
    if view.place is None:
        items.append(ui.ActionRow(_join(view)))
    return layouts.layout(*items, accent=discord.Colour.gold())


def history(ladder: Ladder, events: Sequence[Event], before: int, most: int) -> ui.LayoutView:
    """A page of what happened, of what came before an entry; 0 is the end."""
    if not events and not before:
        return layouts.words(history_text.NOTHING)
    told = "\n".join(map(history_text.line, events)) or history_text.NOTHING
    ways = []
    if before:
        ways.append(button(words.NEWEST, LadderButton(ladder.id, LadderAction.HISTORY)))
    if len(events) == most:
        older = LadderButton(ladder.id, LadderAction.HISTORY, events[-1].number)
        ways.append(button(words.OLDER, older))
    items: list[layouts.Item] = [
        ui.TextDisplay(history_text.heading(ladder)),
        ui.TextDisplay(told),
    ]
    if ways:
        items.append(ui.ActionRow(*ways))
    return layouts.layout(*items)


def _ways(view: LadderView) -> list[Button]:
    ladder_id = view.state.ladder.id
    ways = []
    if view.page > 0:
        higher = LadderButton(ladder_id, LadderAction.SHOW, view.page - 1)
        ways.append(button(words.HIGHER, higher))
    if view.page + 1 < view.pages:
        lower = LadderButton(ladder_id, LadderAction.SHOW, view.page + 1)
        ways.append(button(words.LOWER, lower))
    if not view.state.standings.closed_at:
        ways.append(_join(view) if view.place is None else _challenge(view))
    ways.append(button(words.HISTORY, LadderButton(ladder_id, LadderAction.HISTORY)))
    return ways


def _challenge(view: LadderView) -> Button:
    custom_id = LadderButton(view.state.ladder.id, LadderAction.CHALLENGE)
    return button(words.CHALLENGE, custom_id, discord.ButtonStyle.primary)


def _join(view: LadderView) -> Button:
    custom_id = LadderButton(view.state.ladder.id, LadderAction.JOIN)
    return button(words.JOIN, custom_id, discord.ButtonStyle.primary)
