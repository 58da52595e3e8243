"""The form in which a move is typed."""

import pytest

from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.chat.composer.move_form import move_form
from data.ids import MatchId
from rules import GAMES


@pytest.mark.parametrize("game", list(GAMES))
def test_the_example_is_a_move_by_the_names_on_the_board(game: str) -> None:
    position = GAMES[game].start()
    form = move_form("Your move", MatchButton(MatchId(1), 0, MatchAction.MOVE), position)
    (field,) = form.fields
    example = field.example
    assert example[0].isalpha()  # a cell, by its letter
    assert position.parse(example).written == example
