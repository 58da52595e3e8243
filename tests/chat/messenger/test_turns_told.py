"""Whose turn it is, told to everybody and to one reader."""

from bot.chat.messenger.text import own_turn_line, turn_line
from bot.services.matches import Result
from data.ids import PlayerId
from data.states import Ending
from tests.kit.views import match_state

FIRST, SECOND = PlayerId(11), PlayerId(12)


def test_only_the_mover_is_told_that_it_is_their_turn() -> None:
    match = match_state()
    assert own_turn_line(match, FIRST) == turn_line(match)
    assert turn_line(match).startswith(f"<@{FIRST}>, it is your turn")
    assert own_turn_line(match, SECOND) == f"Waiting for <@{FIRST}>: **White** to move."


def test_everybody_is_told_the_same_end() -> None:
    over = match_state(result=Result(((1,), (0,)), Ending.RESIGNED))
    assert own_turn_line(over, FIRST) == own_turn_line(over, SECOND) == turn_line(over)
