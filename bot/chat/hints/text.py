"""What is said to people whom moves are suggested to."""

from collections.abc import Sequence

from bot.chat.common.text import quoted
from bot.chat.interaction.part import Refusals
from bot.services.opponents import HintsAreForPractice, NoHintNow, Suggestion

HEADING = "### What I would look at\n-# With the chance to win after each."


def suggestions(found: Sequence[Suggestion]) -> str:
    """The suggestions with their reasons, numbered as on the board."""
    lines = [f"{number}. {_one(each)}" for number, each in enumerate(found, 1)]
    return "\n".join([HEADING, *lines])


def play(number: int) -> str:
    """The button that plays the suggestion with this number."""
    return f"Play {number}"


def _one(each: Suggestion) -> str:
    about = "about " if 0 < each.chance < 100 else ""
    said = f"**{quoted(each.move.written)}** · {about}{each.chance} %"
    if each.reason is None:
        expected = "" if each.answer is None else f"; I expect {quoted(each.answer)} in answer"
        return f"{said}: it looks good on the whole{expected}."
    after = "" if each.answer is None else f", if they answer {quoted(each.answer)}"
    return f"{said}: it {each.reason}{after}."


REFUSALS: Refusals = {
    HintsAreForPractice: lambda _: (
        "I suggest moves only to people who play against me, or who try a game alone."
    ),
    NoHintNow: lambda _: "I could not think of anything just now. Please ask again.",
}
