"""A server's settings as one private panel for those who manage it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.chat.common.custom_id import number
from bot.chat.common.custom_ids import ServerSetting, ServerSettingList
from bot.chat.common.page import Accent, Button, ChannelMenu, Menu, Page, RoleMenu, Row, options
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.common.text import NOT_KEPT
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction, services
from bot.chat.settings import text as words
from bot.chat.settings.clock_lists import allowed_clocks, clock_lists, default_clock
from bot.services.people import ServerSettings
from data.ids import ChannelId, RoleId
from rules import GAMES


async def on_server_setting(click: Click[ServerSettingList]) -> None:
    """Keep what was chosen for the server."""
    await defer_update(click.interaction)
    settings, change = services(click.interaction).settings, CHANGES[click.id.setting]
    before = await settings.own_server(click.actor)
    try:
        chosen = change(before, click.values)
    except ValueError:
        await say(click.interaction, NOT_KEPT)
        return
    moved = chosen.channel_id != before.channel_id
    if moved and not _can_post(click.interaction, chosen.channel_id):
        await show(click.interaction, panel(before, words.CANNOT_POST))
        return
    # worked out again on what is stored then, so that no other change made meanwhile is lost
    kept = await settings.change_server(click.actor, lambda now: change(now, click.values))
    await show(click.interaction, panel(kept))


def _first(values: Sequence[str]) -> int | None:
    """The number that was chosen, None for nothing; raises ValueError for what is no id."""
    if not values:
        return None
    chosen = number(values[0])
    if chosen == 0:
        raise ValueError("0 is nothing that Discord has")
    return chosen


def _can_post(interaction: Interaction, channel: ChannelId | None) -> bool:
    if channel is None or interaction.guild is None:
        return True
    found = interaction.guild.get_channel(channel)
    us = interaction.guild.me
    return found is not None and first_missing(found.permissions_for(us), POSTING) is None


def _channel(now: ServerSettings, values: Sequence[str]) -> ServerSettings:
    chosen = _first(values)
    return replace(now, channel_id=None if chosen is None else ChannelId(chosen))


def _games(now: ServerSettings, values: Sequence[str]) -> ServerSettings:
    chosen = tuple(game for game in GAMES if game in values)
    return replace(now, allowed_games=None if len(chosen) in (0, len(GAMES)) else chosen)


def _starters(now: ServerSettings, values: Sequence[str]) -> ServerSettings:
    chosen = _first(values)
    return replace(now, starter_role_id=None if chosen is None else RoleId(chosen))


def _managers(now: ServerSettings, values: Sequence[str]) -> ServerSettings:
    chosen = _first(values)
    return replace(now, manager_role_id=None if chosen is None else RoleId(chosen))


def _threads(now: ServerSettings, _: Sequence[str]) -> ServerSettings:
    return replace(now, threads=not now.threads)


def _rated(now: ServerSettings, _: Sequence[str]) -> ServerSettings:
    return replace(now, rated=not now.rated)


CHANGES: Mapping[ServerSetting, Callable[[ServerSettings, Sequence[str]], ServerSettings]] = {
    ServerSetting.CHANNEL: _channel,
    ServerSetting.GAMES: _games,
    ServerSetting.STARTERS: _starters,
    ServerSetting.MANAGERS: _managers,
    ServerSetting.THREADS: _threads,
    ServerSetting.CLOCK: default_clock,
    ServerSetting.CLOCKS: allowed_clocks,
    ServerSetting.RATED: _rated,
}


async def show_server_settings(interaction: Interaction) -> None:
    """Show the panel; acknowledged before."""
    settings = services(interaction).settings
    await show(interaction, panel(await settings.own_server(actor_of(interaction))))


def panel(chosen: ServerSettings, remark: str | None = None) -> Page:
    """The settings, each with what can be chosen, below a remark on what was just asked for."""
    games = {name: game.info.name for name, game in GAMES.items()}
    allowed = GAMES if chosen.allowed_games is None else chosen.allowed_games
    return Page(
        remark,
        words.SERVER_HEADING,
        words.CHANNEL,
        ChannelMenu(ServerSettingList(ServerSetting.CHANNEL), words.ANY_CHANNEL, chosen.channel_id),
        words.THREADS[chosen.threads],
        Row(Button(words.SWITCH_THREADS[chosen.threads], ServerSettingList(ServerSetting.THREADS))),
        words.GAMES,
        Menu(ServerSettingList(ServerSetting.GAMES), options(games, *allowed), most=len(GAMES)),
        *clock_lists(chosen),
        words.RATED[chosen.rated],
        Row(Button(words.SWITCH_RATED[chosen.rated], ServerSettingList(ServerSetting.RATED))),
        words.STARTERS,
        RoleMenu(ServerSettingList(ServerSetting.STARTERS), words.ANYBODY, chosen.starter_role_id),
        words.MANAGERS,
        RoleMenu(ServerSettingList(ServerSetting.MANAGERS), words.NOBODY, chosen.manager_role_id),
        accent=Accent.BLURPLE,
    )
