"""The form in which a move is typed."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot import text
from bot.services.values import MatchView
from bot.views.ids import move_form_id

LONGEST_MOVE = 400


class MoveForm(ui.Modal):
    """Asks for a move. What is sent is handled in ``typed_moves``, also after a restart."""

    def __init__(self, view: MatchView) -> None:
        super().__init__(
            title=text.match_title(view)[:45],
            custom_id=move_form_id(view.id, view.ply),
            timeout=None,
        )
        example = next(iter(view.position.moves()))
        field: ui.TextInput[MoveForm] = ui.TextInput(
            custom_id="move", placeholder=f"{example}"[:100], max_length=LONGEST_MOVE
        )
        self.add_item(ui.Label(text="Your move", component=field))
        self.stop()  # typed_moves has what is sent, also after a restart, so nothing is remembered


def typed(data: Any) -> str:
    """The first text in a submitted form, empty if there is none."""
    for row in data.get("components", ()):
        inner = [row["component"]] if "component" in row else row.get("components", ())
        for field in inner:
            if isinstance(field.get("value"), str):
                return str(field["value"])
    return ""
