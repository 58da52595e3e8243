"""What answers the lists and buttons of settings."""

from bot.chat.common.settings_tabs import SettingsTab, SettingsTabButton, other_tabs
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.click import Click, handles
from bot.chat.reminders.panel import show_reminders
from bot.chat.settings.player_panel import NAMES, PlayerSettingId, on_setting, show_settings
from bot.chat.settings.server_panel import ServerSettingId, on_server_setting
from bot.chat.vacation.buttons import show_vacation


async def on_tab(click: Click[SettingsTabButton]) -> None:
    """Show the panel."""
    await defer_update(click.interaction)
    match click.id.tab:
        case SettingsTab.BOARDS:
            await show_settings(click.interaction)
        case SettingsTab.REMINDERS:
            await show_reminders(click.interaction)
        case SettingsTab.NAMES:
            await show_settings(click.interaction, NAMES)
        case SettingsTab.VACATION:
            await show_vacation(click.interaction, *other_tabs(SettingsTab.VACATION))


HANDLERS = (
    handles(PlayerSettingId, on_setting),
    handles(ServerSettingId, on_server_setting),
    handles(SettingsTabButton, on_tab),
)
