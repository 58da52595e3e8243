"""What is said where somebody prepares answers."""

from bot.chat.common.goals import hint
from bot.chat.common.text import match_title, quoted
from bot.chat.composer.question import Question
from bot.chat.composer.text import prompt
from bot.chat.interaction.part import Refusals
from bot.services.conditionals import (
    Conditionals,
    IllegalLine,
    LineTooDeep,
    NoAnswerInLine,
    TooManyLines,
    YourTurnAlready,
)
from bot.services.matches import SeatState
from rules.record import as_written

KEEP = "Keep this line"
TAKE_BACK = "Take back"
FORGET = "Forget a line"
ABOUT = (
    "Choose what they may play, then what you answer. If they play it, your answer is played at "
    "once, and your clock is not charged. Nobody else sees this."
)


def heading(now: Conditionals) -> str:
    """Which match it is, and what this board is for."""
    return f"### Prepared answers: {match_title(now.match.match)}\n-# {ABOUT}"


def kept(now: Conditionals) -> str:
    """The lines that are kept, numbered."""
    if not now.lines:
        return "Nothing is prepared yet."
    lines = [f"{number}. {quoted(written(now, line))}" for number, line in enumerate(now.lines, 1)]
    return "\n".join(["**Prepared**", *lines])


def written(now: Conditionals, line: tuple[str, ...]) -> str:
    """A line as it is typed: ``b7-b5; c2-c4``."""
    return "; ".join(as_written(now.match.position, line))


def state(now: Conditionals, question: Question | None) -> str:
    """The line so far, and what to choose now."""
    told = []
    if now.draft:
        told += [f"**This line:** {quoted(written(now, now.draft))}", now.sentence or ""]
    if now.composition is None or question is None:
        told.append("The line ends here.")
    else:
        seat = now.position.to_move or 0
        told.append(f"{_whose(now, now.match.seats[seat])}")
        told.append(prompt(now.composition, question, hint(now.composition)))
    return "\n".join(told)


def _whose(now: Conditionals, seat: SeatState) -> str:
    if now.is_own_turn:
        return f"**Your answer**, as {seat.colour_name}:"
    return f"**If they play** ({seat.colour_name}):"


REFUSALS: Refusals = {
    YourTurnAlready: lambda _: "It is your turn in this match. Move first, then prepare answers.",
    IllegalLine: lambda error: f"Move {error.number} of this line cannot be: {error.error}.",
    NoAnswerInLine: lambda _: (
        "A line ends with an answer of yours: their move; your answer, such as `b7-b5; c2-c4`."
    ),
    LineTooDeep: lambda error: f"A line has at most {error.most} answers of yours.",
    TooManyLines: lambda error: f"You can prepare {error.most} lines in a match. Forget one first.",
}
