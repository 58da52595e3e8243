"""The form in which a move is typed."""

from __future__ import annotations

from discord import ui

from bot.chat.common.components import FORM_TITLE
from bot.chat.common.custom_id import CustomId
from rules.game import Position

LONGEST_MOVE = 400


class MoveForm(ui.Modal):
    """Asks for a move in ``position``; whoever handles ``custom_id`` takes what is sent.

    ``begun`` is what was put together before, in notation, to go on from.
    """

    def __init__(
        self, title: str, custom_id: CustomId, position: Position, begun: str = ""
    ) -> None:
        super().__init__(title=title[:FORM_TITLE], custom_id=str(custom_id), timeout=None)
        example = next(iter(position.moves()))
        field: ui.TextInput[MoveForm] = ui.TextInput(
            custom_id="move",
            placeholder=example.written[:100],
            default=begun[:LONGEST_MOVE] or None,
            max_length=LONGEST_MOVE,
        )
        self.add_item(ui.Label(text="Your move", component=field))
        self.stop()  # what is sent is found by the form's id, so nothing need be remembered
