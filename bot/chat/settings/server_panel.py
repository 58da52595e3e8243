"""A server's settings as one private panel for those who manage it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import discord
from discord import ui

from bot.chat.common.components import button
from bot.chat.common.custom_ids import server_setting_id
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.messenger import layouts
from bot.chat.settings import text as words
from bot.services.matches.errors import NoServerHere, NotAManager
from bot.services.matches.models import ServerSettings
from data.ids import ChannelId, RoleId, ServerId
from rules import GAMES

LARGEST = 2**63 - 1
"""The largest number that the database keeps; Discord's are smaller."""


async def on_server_setting(interaction: Interaction, says: re.Match[str]) -> None:
    """Keep what was chosen for the server."""
    await answers.take_over(interaction)
    server = server_of(interaction)
    settings = answers.services(interaction).settings
    try:
        change = CHANGES[says["setting"]]
        before = await settings.of_server(server)
        chosen = change(before, answers.picked(interaction))
    except (KeyError, ValueError):
        await answers.say(interaction, words.NOT_KEPT)
        return
    if chosen.channel_id != before.channel_id and not _can_post(interaction, chosen.channel_id):
        await answers.show(interaction, panel(before, words.CANNOT_POST))
        return
    await settings.set_server(answers.you(interaction), server, chosen)
    await answers.show(interaction, panel(chosen))


def _first(picked: Iterable[str]) -> int | None:
    number = next((int(each) for each in picked), None)
    if number is not None and not 0 < number <= LARGEST:
        raise ValueError(f"{number} is nothing that Discord has")
    return number


def _can_post(interaction: Interaction, channel: ChannelId | None) -> bool:
    if channel is None or interaction.guild is None:
        return True
    found = interaction.guild.get_channel(channel)
    us = interaction.guild.me
    return found is not None and first_missing(found.permissions_for(us), POSTING) is None


def _channel(now: ServerSettings, picked: tuple[str, ...]) -> ServerSettings:
    number = _first(picked)
    return replace(now, channel_id=None if number is None else ChannelId(number))


def _games(now: ServerSettings, picked: tuple[str, ...]) -> ServerSettings:
    chosen = tuple(game for game in GAMES if game in picked)
    return replace(now, allowed_games=None if len(chosen) in (0, len(GAMES)) else chosen)


def _starters(now: ServerSettings, picked: tuple[str, ...]) -> ServerSettings:
    number = _first(picked)
    return replace(now, starter_role_id=None if number is None else RoleId(number))


def _managers(now: ServerSettings, picked: tuple[str, ...]) -> ServerSettings:
    number = _first(picked)
    return replace(now, manager_role_id=None if number is None else RoleId(number))


def _threads(now: ServerSettings, picked: tuple[str, ...]) -> ServerSettings:
    del picked  # a button, which turns them on or off
    return replace(now, threads=not now.threads)


CHANGES: Mapping[str, Callable[[ServerSettings, tuple[str, ...]], ServerSettings]] = {
    "channel": _channel,
    "games": _games,
    "starters": _starters,
    "managers": _managers,
    "threads": _threads,
}


def server_of(interaction: Interaction) -> ServerId:
    """The server where this happens, for somebody who manages it.

    Raises NoServerHere or NotAManager.
    """
    if interaction.guild_id is None:
        raise NoServerHere
    if not answers.you(interaction).manages_server:
        raise NotAManager(None)
    return ServerId(interaction.guild_id)


async def show_server_settings(interaction: Interaction) -> None:
    """Show the panel; acknowledged before."""
    chosen = await answers.services(interaction).settings.of_server(server_of(interaction))
    await answers.show(interaction, panel(chosen))


def panel(chosen: ServerSettings, remark: str | None = None) -> ui.LayoutView:
    """The settings, each with what can be chosen, below a remark on what was just asked for."""
    remarks = [] if remark is None else [ui.TextDisplay[ui.LayoutView](remark)]
    return layouts.layout(
        *remarks,
        ui.TextDisplay(words.SERVER_HEADING),
        ui.TextDisplay(words.CHANNEL),
        ui.ActionRow(_channels(chosen.channel_id)),
        ui.TextDisplay(words.THREADS[chosen.threads]),
        ui.ActionRow(button(words.SWITCH_THREADS[chosen.threads], server_setting_id("threads"))),
        ui.TextDisplay(words.GAMES),
        ui.ActionRow(_game_list(chosen.allowed_games)),
        ui.TextDisplay(words.STARTERS),
        ui.ActionRow(_roles("starters", words.ANYBODY, chosen.starter_role_id)),
        ui.TextDisplay(words.MANAGERS),
        ui.ActionRow(_roles("managers", words.NOBODY, chosen.manager_role_id)),
        accent=discord.Colour.blurple(),
    )


def _channels(chosen: ChannelId | None) -> ui.ChannelSelect[ui.LayoutView]:
    return ui.ChannelSelect(
        custom_id=server_setting_id("channel"),
        placeholder=words.ANY_CHANNEL,
        channel_types=[discord.ChannelType.text],
        min_values=0,
        default_values=[] if chosen is None else [discord.Object(chosen)],
    )


def _game_list(allowed: tuple[str, ...] | None) -> ui.Select[ui.LayoutView]:
    return ui.Select(
        custom_id=server_setting_id("games"),
        min_values=1,
        max_values=len(GAMES),
        options=[
            discord.SelectOption(
                label=game.info.name, value=name, default=allowed is None or name in allowed
            )
            for name, game in GAMES.items()
        ],
    )


def _roles(setting: str, nobody: str, chosen: RoleId | None) -> ui.RoleSelect[ui.LayoutView]:
    return ui.RoleSelect(
        custom_id=server_setting_id(setting),
        placeholder=nobody,
        min_values=0,
        default_values=[] if chosen is None else [discord.Object(chosen)],
    )
