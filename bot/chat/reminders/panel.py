"""How somebody wants to be reminded, as a private panel that a phone shows whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import ReminderSetting, ReminderSettingId, SettingsTab
from bot.chat.common.settings_tabs import other_tabs, tab
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.answering import show
from bot.chat.interaction.client import Interaction, services
from bot.chat.messenger import layouts
from bot.chat.reminders import text as words
from bot.services.reminders import FoundZone, guess_zones
from data.matches import MatchSummary
from data.reminder_settings import ReminderSettings
from data.states import ReminderWay

HOURS = tuple(time(hour) for hour in range(24))


async def show_reminders(interaction: Interaction, remark: str | None = None) -> None:
    """Show the panel; acknowledged before."""
    reminders = services(interaction).reminders
    chosen = await reminders.of_player(player_id(interaction))
    unheard = await reminders.unheard(player_id(interaction))
    await show(interaction, panel(chosen, interaction.client.now(), remark, unheard))


def panel(
    chosen: ReminderSettings,
    now: datetime,
    remark: str | None = None,
    unheard: Sequence[MatchSummary] = (),
) -> ui.LayoutView:
    """The settings, each with what can be chosen, below a remark on what was just asked for.

    ``unheard`` are matches in which a whole turn can pass in quiet hours.
    """
    items: list[layouts.Item] = [] if remark is None else [ui.TextDisplay(remark)]
    items += [ui.TextDisplay(words.HEADING), ui.ActionRow(_ways(chosen))]
    if chosen.reminder_way is ReminderWay.DIGEST:
        items += [ui.TextDisplay(words.DIGEST_AT), ui.ActionRow(_digest_hours(chosen))]
    items += [
        ui.TextDisplay(words.hours(chosen, now, unheard)),
        ui.ActionRow(
            _button(words.QUIET_BUTTON, ReminderSetting.QUIET),
            _button(words.ZONE_BUTTON, ReminderSetting.ZONES),
        ),
        ui.ActionRow(*other_tabs(SettingsTab.REMINDERS)),
    ]
    return layouts.layout(*items, accent=discord.Colour.blurple())


def zones(locale: str, now: datetime) -> ui.LayoutView:
    """Where people may live who use Discord in this language; two taps, and it is chosen."""
    guesses = [FoundZone(name, words.city_of(name)) for name in guess_zones(locale)]
    items: list[layouts.Item] = [ui.TextDisplay(words.ZONES if guesses else words.NO_GUESS)]
    if guesses:
        menu: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=str(ReminderSettingId(ReminderSetting.ZONE)),
            placeholder=words.CHOOSE_ZONE,
            options=[
                discord.SelectOption(label=words.found_zone(guess, now)[:100], value=guess.name)
                for guess in guesses
            ],
        )
        items.append(ui.ActionRow(menu))
    ways = [
        _button(words.CITY_BUTTON, ReminderSetting.CITY),
        tab(SettingsTab.REMINDERS),
    ]
    return layouts.layout(*items, ui.ActionRow(*ways), accent=discord.Colour.blurple())


def _ways(chosen: ReminderSettings) -> ui.Select[ui.LayoutView]:
    return ui.Select(
        custom_id=str(ReminderSettingId(ReminderSetting.WAY)),
        options=[
            discord.SelectOption(label=label, value=way.value, default=way is chosen.reminder_way)
            for way, label in words.WAYS.items()
        ],
    )


def _digest_hours(chosen: ReminderSettings) -> ui.Select[ui.LayoutView]:
    """Every hour, and the one that was typed if it is none of them."""
    offered = sorted({*HOURS, chosen.digest_at})
    return ui.Select(
        custom_id=str(ReminderSettingId(ReminderSetting.DIGEST)),
        options=[
            discord.SelectOption(
                label=words.digest_hour(at),
                value=words.digest_hour(at),
                default=at == chosen.digest_at,
            )
            for at in offered
        ],
    )


def _button(label: str, setting: ReminderSetting) -> Button:
    return button(label, ReminderSettingId(setting))
