"""The form in which a move is typed."""

from __future__ import annotations

import pytest
from discord import ui

from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.chat.composer.move_form import MoveForm
from data.ids import MatchId
from rules import GAMES


@pytest.mark.parametrize("game", list(GAMES))
async def test_the_example_is_a_move_by_the_names_on_the_board(game: str) -> None:
    position = GAMES[game].start()
    form = MoveForm("Your move", MatchButton(MatchId(1), 0, MatchAction.MOVE), position)
    (label,) = form.children
    assert isinstance(label, ui.Label)
    assert isinstance(label.component, ui.TextInput)
    example = label.component.placeholder
    assert example is not None
    assert example[0].isalpha()  # a cell, by its letter
    assert position.parse(example).written == example
