"""What is said on a board on which somebody plays both sides."""

from bot.chat.common.goals import hint
from bot.chat.composer.question import Question
from bot.chat.composer.text import prompt
from bot.chat.interaction.part import Refusals
from bot.services.composer import Composition
from bot.services.practice import NoPractice, PracticeBoard
from renderer import own_result
from rules.game import Position

TAKE_BACK = "Take back"
VARIANTS = "Play another way"
SHORT = "You play both sides. Nobody else sees this."


def heading(board: PracticeBoard) -> str:
    """Which game is tried, and how it is played."""
    position = board.position
    return f"### Practice: {position.info.name}\n-# {position.variant.name} · {SHORT}"


def state(board: PracticeBoard, question: Question | None) -> str:
    """What happened last, and what to choose now or how it ended."""
    last = board.sentence or "The game begins."
    if board.composition is None or question is None:
        return f"{last}\n**{_result(board.position)}**"
    asked = prompt(board.composition, question, hint(board.composition))
    return f"{last}\n**{_mover(board.composition)}** to move.\n{asked}"


def title(board: PracticeBoard) -> str:
    """What stands above the form."""
    return f"Practice: {board.position.info.name}"


def _mover(composition: Composition) -> str:
    position = composition.position
    colour = position.colour_of(position.to_move or 0)
    return position.info.colours[colour]


def _result(position: Position) -> str:
    result = own_result(position)
    return "" if result is None else result.text


REFUSALS: Refusals = {
    NoPractice: lambda _: (
        "You have no practice board. Choose a game with `/rules`, then press **Try it**."
    ),
}
