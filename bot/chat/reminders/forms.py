"""The forms in which quiet hours and cities are typed."""

from __future__ import annotations

from discord import ui

from bot.chat.common.custom_ids import ReminderFormId, ReminderSetting
from bot.chat.reminders import text as words

LONGEST = 60


class HoursForm(ui.Modal):
    """Asks for quiet hours or for a city; whoever handles its id takes what is sent."""

    def __init__(self, setting: ReminderSetting, title: str, field: str, example: str) -> None:
        custom_id = str(ReminderFormId(setting))
        super().__init__(title=title, custom_id=custom_id, timeout=None)
        typed: ui.TextInput[HoursForm] = ui.TextInput(
            custom_id="typed", placeholder=example, max_length=LONGEST
        )
        self.add_item(ui.Label(text=field, component=typed))
        self.stop()  # what is sent is found by the form's id, so nothing need be remembered


def quiet_form() -> HoursForm:
    """Asks for quiet hours."""
    return HoursForm(
        ReminderSetting.QUIET, words.QUIET_TITLE, words.QUIET_FIELD, words.QUIET_EXAMPLE
    )


def zone_form() -> HoursForm:
    """Asks for a city."""
    return HoursForm(ReminderSetting.ZONE, words.ZONE_TITLE, words.ZONE_FIELD, words.ZONE_EXAMPLE)
