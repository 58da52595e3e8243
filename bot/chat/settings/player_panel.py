"""Somebody's settings as one private panel, with a board as that person will see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.chat.common.custom_ids import PlayerSetting, PlayerSettingList, SettingsTab
from bot.chat.common.page import Accent, Menu, Page, Picture, Row, options
from bot.chat.common.settings_tabs import other_tabs
from bot.chat.common.text import NOT_KEPT
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction, services
from bot.chat.settings import text as words
from bot.services.people import PlayerSettings
from data.states import Orientation
from renderer import PictureRequest
from rules import GAMES
from rules.game import Event

MOVES_IN_SAMPLE = 6

NAMES = (PlayerSetting.ELSEWHERE, PlayerSetting.LEAVING)
"""What has a panel of its own, so that a phone shows each without scrolling."""

SECOND_SEAT = 1
_NO_EVENTS: tuple[Event, ...] = ()


async def on_setting(click: Click[PlayerSettingList]) -> None:
    """Keep what somebody chose."""
    await defer_update(click.interaction)
    try:
        change = CHANGES[click.id.setting](click.value)
    except (KeyError, ValueError):
        await say(click.interaction, NOT_KEPT)
        return
    settings = services(click.interaction).settings
    await settings.change_player(click.actor, lambda chosen: replace(chosen, **change))
    show_panel = show_names if click.id.setting in NAMES else show_settings
    await show_panel(click.interaction)


_YES_OR_NO = {"True": True, "False": False}
CHANGES: Mapping[PlayerSetting, Callable[[str], Mapping[str, Any]]] = {
    PlayerSetting.CONFIRM: lambda value: {"confirm_moves": _YES_OR_NO[value]},
    PlayerSetting.SIDE: lambda value: {"orientation": Orientation(value)},
    PlayerSetting.THEME: lambda value: {"theme": value},
    PlayerSetting.ELSEWHERE: lambda value: {"hidden_elsewhere": _YES_OR_NO[value]},
    PlayerSetting.LEAVING: lambda value: {"named_after_leaving": _YES_OR_NO[value]},
}
"""What choosing a value changes; KeyError or ValueError for one that there is not."""


async def show_settings(interaction: Interaction) -> None:
    """Show the panel; acknowledged before."""
    chosen = await services(interaction).settings.of_player(actor_of(interaction).id)
    picture = await services(interaction).pictures.still(_sample(chosen))
    await show(interaction, panel(chosen), picture)


async def show_names(interaction: Interaction) -> None:
    """Show the panel about names; acknowledged before."""
    chosen = await services(interaction).settings.of_player(actor_of(interaction).id)
    await show(interaction, names_panel(chosen))


def panel(chosen: PlayerSettings) -> Page:
    """How boards are seen, each with what can be chosen."""
    return Page(
        words.HEADING,
        Picture(words.SAMPLE),
        *_list(PlayerSetting.CONFIRM, words.CONFIRM, words.CONFIRMS, chosen.confirm_moves),
        *_list(PlayerSetting.SIDE, words.SIDE, words.SIDES, chosen.orientation),
        *_list(PlayerSetting.THEME, words.THEME, words.THEMES, chosen.theme),
        Row(*other_tabs(SettingsTab.BOARDS)),
        accent=Accent.BLURPLE,
    )


def names_panel(chosen: PlayerSettings) -> Page:
    """Where somebody is named, each with what can be chosen."""
    return Page(
        words.NAMES_HEADING,
        *_list(PlayerSetting.ELSEWHERE, words.ELSEWHERE, words.ELSEWHERES, chosen.hidden_elsewhere),
        *_list(PlayerSetting.LEAVING, words.LEAVING, words.LEAVINGS, chosen.named_after_leaving),
        Row(*other_tabs(SettingsTab.NAMES)),
        accent=Accent.BLURPLE,
    )


def _list(
    setting: PlayerSetting, heading: str, choices: Mapping[Any, str], chosen: object
) -> tuple[str, Menu]:
    return f"**{heading}**", Menu(PlayerSettingList(setting), options(choices, chosen))


def _sample(chosen: PlayerSettings) -> PictureRequest:
    position, events = next(iter(GAMES.values())).start(), _NO_EVENTS
    for _ in range(MOVES_IN_SAMPLE):
        move = next(iter(position.moves()))
        position, events = position.play(move), position.events(move)
    own = chosen.orientation is Orientation.OWN
    return PictureRequest(
        position, events, viewer=SECOND_SEAT if own else None, theme=chosen.theme, size=600
    )
