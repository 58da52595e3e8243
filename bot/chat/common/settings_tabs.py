"""The ways from one panel of somebody's settings to the others, the same below each of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Button


class SettingsTab(StrEnum):
    """The panels of somebody's settings."""

    BOARDS = "boards"
    REMINDERS = "reminders"
    NAMES = "names"
    VACATION = "vacation"


@dataclass(frozen=True, slots=True)
class SettingsTabButton(CustomId):
    """The way to a panel of somebody's settings."""

    PREFIX: ClassVar[str] = "a"
    tab: SettingsTab


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
