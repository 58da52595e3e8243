"""The form in which a manager says why a ladder is closed; sending it closes the ladder."""

from __future__ import annotations

from discord import ui

from bot.chat.common.custom_id import CustomId
from bot.chat.ladders import text as words
from bot.services.settings import LONGEST_REASON


class CloseForm(ui.Modal):
    """Asks for the reason; whoever handles ``custom_id`` carries out what is sent."""

    def __init__(self, title: str, custom_id: CustomId) -> None:
        super().__init__(title=title, custom_id=str(custom_id), timeout=None)
        field: ui.TextInput[CloseForm] = ui.TextInput(
            custom_id="reason", min_length=3, max_length=LONGEST_REASON
        )
        self.add_item(ui.Label(text=words.REASON, component=field))
        self.stop()  # what is sent is found by the form's id, so nothing need be remembered
