"""The form in which a move is typed."""

from __future__ import annotations

from typing import Any

from discord import ui

from rules.game import Position

LONGEST_MOVE = 400
LONGEST_TITLE = 45


class MoveForm(ui.Modal):
    """Asks for a move in ``position``. The registry says what takes what is sent."""

    def __init__(self, title: str, custom_id: str, position: Position) -> None:
        super().__init__(title=title[:LONGEST_TITLE], custom_id=custom_id, timeout=None)
        example = next(iter(position.moves()))
        field: ui.TextInput[MoveForm] = ui.TextInput(
            custom_id="move", placeholder=f"{example}"[:100], max_length=LONGEST_MOVE
        )
        self.add_item(ui.Label(text="Your move", component=field))
        self.stop()  # the registry knows what takes it, so nothing need be remembered


def typed(data: Any) -> str:
    """The first text in a submitted form, empty if there is none."""
    for row in data.get("components", ()):
        inner = [row["component"]] if "component" in row else row.get("components", ())
        for field in inner:
            if isinstance(field.get("value"), str):
                return str(field["value"])
    return ""
