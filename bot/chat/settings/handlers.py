"""What answers the lists and buttons of settings."""

from __future__ import annotations

from bot.chat.common.custom_ids import PlayerSettingList, ServerSettingList, SettingsTabButton
from bot.chat.interaction.click import handles
from bot.chat.settings.player_panel import on_setting
from bot.chat.settings.server_panel import on_server_setting
from bot.chat.settings.tabs import on_tab

HANDLERS = (
    handles(PlayerSettingList, on_setting),
    handles(ServerSettingList, on_server_setting),
    handles(SettingsTabButton, on_tab),
)
