"""A server's clocks in its settings: the usual one, and those that can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import discord
from discord import ui

from bot.chat.common.clocks import clock_label
from bot.chat.common.custom_ids import ServerSetting, ServerSettingList
from bot.chat.messenger import layouts
from bot.chat.settings import text as words
from bot.services.clocks import OFFERED, Clock, parse_clock
from bot.services.people import ServerSettings


def default_clock(now: ServerSettings, values: Sequence[str]) -> ServerSettings:
    """With another usual clock; ValueError for no clock."""
    (chosen,) = _known(values)
    return replace(now, default_clock=chosen)


def allowed_clocks(now: ServerSettings, values: Sequence[str]) -> ServerSettings:
    """With these clocks alone, all for none; ValueError for what is no clock."""
    return replace(now, allowed_clocks=_known(values) or None)


def clock_lists(chosen: ServerSettings) -> list[layouts.Item]:
    """Both lists, each below its heading."""
    usual: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(ServerSettingList(ServerSetting.CLOCK)),
        options=_options([chosen.default_clock]),
    )
    limits: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(ServerSettingList(ServerSetting.CLOCKS)),
        placeholder=words.ANY_CLOCK,
        min_values=0,
        max_values=len(OFFERED),
        options=_options(chosen.allowed_clocks or ()),
    )
    return [
        ui.TextDisplay(words.USUAL_CLOCK),
        ui.ActionRow(usual),
        ui.TextDisplay(words.CLOCKS),
        ui.ActionRow(limits),
    ]


def _options(chosen: Iterable[str]) -> list[discord.SelectOption]:
    marked = set(chosen)
    return [
        discord.SelectOption(
            label=clock_label(clock), value=str(clock), default=str(clock) in marked
        )
        for clock in OFFERED
    ]


def _known(values: Sequence[str]) -> tuple[str, ...]:
    clocks: list[Clock] = [parse_clock(value) for value in values]
    return tuple(str(clock) for clock in OFFERED if clock in clocks)
