"""Somebody's settings as one private panel, with a board as that person will see it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.chat.common.custom_ids import setting_id
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.messenger import layouts
from bot.chat.settings import text as words
from bot.services.matches.models import Orientation, PlayerSettings
from renderer import PictureRequest
from rules import GAMES
from rules.game import Event

MOVES_IN_SAMPLE = 6

SECOND_SEAT = 1
_NO_EVENTS: tuple[Event, ...] = ()


async def on_setting(interaction: Interaction, says: re.Match[str]) -> None:
    """Keep what somebody chose."""
    await answers.take_over(interaction)
    settings = answers.services(interaction).settings
    you = answers.player(interaction)
    try:
        change = CHANGES[says["setting"]]
        chosen = change(await settings.of_player(you), answers.picked(interaction))
    except (KeyError, ValueError, IndexError):
        await answers.say(interaction, words.NOT_KEPT)
        return
    await settings.set_player(you, chosen)
    await show_settings(interaction)


Change = Callable[[PlayerSettings, tuple[str, ...]], PlayerSettings]

CHANGES: Mapping[str, Change] = {
    "confirm": lambda now, picked: replace(
        now, confirm_moves={"True": True, "False": False}[picked[0]]
    ),
    "side": lambda now, picked: replace(now, orientation=Orientation(picked[0])),
    "theme": lambda now, picked: replace(now, theme=picked[0]),
}


async def show_settings(interaction: Interaction) -> None:
    """Show the panel; acknowledged before."""
    services = answers.services(interaction)
    chosen = await services.settings.of_player(answers.player(interaction))
    picture = await services.pictures.still(_sample(chosen))
    await answers.show(interaction, panel(chosen), picture)


def panel(chosen: PlayerSettings) -> ui.LayoutView:
    """The settings, each with what can be chosen."""
    return layouts.layout(
        ui.TextDisplay(words.HEADING),
        layouts.picture(words.SAMPLE),
        *_list("confirm", words.CONFIRM, words.CONFIRMS, chosen.confirm_moves),
        *_list("side", words.SIDE, words.SIDES, chosen.orientation),
        *_list("theme", words.THEME, words.THEMES, chosen.theme),
        accent=discord.Colour.blurple(),
    )


def _list(
    setting: str, heading: str, choices: Mapping[Any, str], chosen: object
) -> tuple[layouts.Item, layouts.Item]:
    menu: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=setting_id(setting),
        options=[
            discord.SelectOption(label=label, value=str(value), default=value == chosen)
            for value, label in choices.items()
        ],
    )
    return ui.TextDisplay(f"**{heading}**"), ui.ActionRow(menu)


def _sample(chosen: PlayerSettings) -> PictureRequest:
    position, events = next(iter(GAMES.values())).start(), _NO_EVENTS
    for _ in range(MOVES_IN_SAMPLE):
        move = next(iter(position.moves()))
        position, events = position.play(move), position.events(move)
    own = chosen.orientation is Orientation.OWN
    return PictureRequest(
        position, events, viewer=SECOND_SEAT if own else None, theme=chosen.theme, size=600
    )
