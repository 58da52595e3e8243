"""The ways from one panel of somebody's settings to the others, the same below each of them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.chat.common.custom_ids import SettingsTab, SettingsTabButton
from bot.chat.common.page import Button

LABELS: Mapping[SettingsTab, str] = {
    SettingsTab.BOARDS: "Boards",
    SettingsTab.REMINDERS: "Reminders",
    SettingsTab.NAMES: "My name",
    SettingsTab.VACATION: "Vacation",
}


def tab(to: SettingsTab) -> Button:
    """The way to a panel."""
    return Button(LABELS[to], SettingsTabButton(to))


def other_tabs(here: SettingsTab) -> tuple[Button, ...]:
    """The ways from a panel to all others."""
    return tuple(tab(each) for each in LABELS if each is not here)
