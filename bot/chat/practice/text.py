"""What is said on a board on which somebody plays both sides."""

from __future__ import annotations

from bot.chat.common.text import with_look
from bot.chat.composer.text import prompt
from bot.chat.messenger.text import result_of
from bot.services.composer import Composition
from bot.services.practice import PracticeBoard
from data.results import by_the_rules
from renderer import seen_as
from rules.game import Position

TAKE_BACK = "Take back"
VARIANTS = "Play another way"
SHORT = "You play both sides. Nobody else sees this."


def heading(board: PracticeBoard) -> str:
    """Which game is tried, and how it is played."""
    position = board.position
    return f"### Practice: {position.info.name}\n-# {position.variant.name} · {SHORT}"


def state(board: PracticeBoard) -> str:
    """What happened last, and what to choose now or how it ended."""
    last = board.sentence or "The game begins."
    if board.composition is None:
        return f"{last}\n**{_result(board.position)}**"
    return f"{last}\n**{_mover(board.composition)}** to move.\n{prompt(board.composition)}"


def title(board: PracticeBoard) -> str:
    """What stands above the form."""
    return f"Practice: {board.position.info.name}"


def _mover(composition: Composition) -> str:
    position = composition.position
    colour = position.colour_of(position.to_move or 0)
    return with_look(position.info.colours[colour], seen_as(position, colour))


def _result(position: Position) -> str:
    seats = range(position.variant.seats)
    names = [position.info.colours[position.colour_of(seat)] for seat in seats]
    return (
        ""
        if position.outcome is None
        else result_of(by_the_rules(position.outcome), position.info, names)
    )
