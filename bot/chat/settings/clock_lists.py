"""A server's clocks in its settings: the usual one, and those that can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.chat.common.clocks import clock_label
from bot.chat.common.custom_ids import ServerSetting, ServerSettingList
from bot.chat.common.page import Menu, options
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


def clock_lists(chosen: ServerSettings) -> tuple[str | Menu, ...]:
    """Both lists, each below its heading."""
    labels = {str(clock): clock_label(clock) for clock in OFFERED}
    usual = Menu(ServerSettingList(ServerSetting.CLOCK), options(labels, chosen.default_clock))
    limits = Menu(
        ServerSettingList(ServerSetting.CLOCKS),
        options(labels, *(chosen.allowed_clocks or ())),
        words.ANY_CLOCK,
        least=0,
        most=len(OFFERED),
    )
    return words.USUAL_CLOCK, usual, words.CLOCKS, limits


def _known(values: Sequence[str]) -> tuple[str, ...]:
    clocks: list[Clock] = [parse_clock(value) for value in values]
    return tuple(str(clock) for clock in OFFERED if clock in clocks)
