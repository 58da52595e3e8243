"""The button that leads to the rules of a game."""

from __future__ import annotations

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import RulesAction, RulesButton
from bot.chat.common.text import RULES


def rules_button(game: str, way: RulesAction = RulesAction.OPEN) -> Button:
    """The button to the first page, beside what was pressed or, by ``SHOW``, in its place."""
    return button(RULES, RulesButton(game, 0, way))
