"""What is said while somebody puts a move together."""

from collections.abc import Mapping

from bot.chat.common.illegal import illegal
from bot.chat.common.text import quoted
from bot.chat.composer.question import Question
from bot.chat.interaction.part import Refusals
from bot.services.composer import Composition, IllegalThere, MovedOn, NotWhole
from bot.services.matches import MatchState, Outcome, by_the_rules
from rules.completion import Completion
from rules.game import Outcome as GameOutcome
from rules.game import Position, Seat

STANDS = "This is where your move stands now."
TYPE = "Type instead"
BACK = "Back"
HELP = "?"
ELSEWHERE, ONE_BY_ONE = "Elsewhere", "Step by step"
WHICH_PART = "That is more than fits here: choose a part of the board first."
START_OVER = "Start over"
PLAY = "Play this move"
CHANGE = "Change it"
MOST_TYPED = 24
"""So much of a text that is no move is repeated in a list, so that the reason can be read."""
CHANNEL_GONE = (
    "-# The channel of this match is not there any more, so nobody sees its board. Somebody who "
    "manages matches can have it played in another one, with `/manage move`."
)
NEXT_MATCH, ALL_MATCHES = "Next match", "All matches"
PICTURE = "What you can choose is numbered on the board."


def prompt(composition: Composition, question: Question, known: str | None) -> str:
    """What to choose now, what to know for it, and what was chosen before."""
    asides = (
        WHICH_PART if question.is_of_parts else None,
        known,
        f"So far: {quoted(composition.text)}" if composition.taken else None,
    )
    return f"### {question.prompt}" + "".join(f"\n-# {aside}" for aside in asides if aside)


def choice(completion: Completion) -> str:
    """What can be typed next, and what it does: ``c1-a3 — captures a3``, ``b2 (force 1)``."""
    text, label = completion.text, completion.label
    return label if label.startswith(text) else f"{text} — {label}"


def as_typed(typed: str, told: str) -> str:
    """A text that nothing completes, and what there is to say of it; lists show no formatting."""
    shown = typed if len(typed) <= MOST_TYPED else f"{typed[: MOST_TYPED - 1]}…"
    return f"{shown} — {told.replace('`', '')}"


def stop(text: str) -> str:
    """To end a move that could go on."""
    return f"Stop here: {text}"


def form(line: MatchState) -> str:
    """What stands above the form in which a move is typed; its beginning is what fits."""
    return f"Match {line.id} · {line.info.name}"


def preview(sentence: str, after: Position, seat: Seat) -> str:
    """What the move will do, before it is played."""
    return f"### Play this?\n{sentence}{_consequence(after.outcome, seat)}"


def made_elsewhere(match: MatchState, ply: int) -> str:
    """What a composer says whose move was made somewhere else; it is of no more use."""
    move = next(made.move for made in match.moves if made.ply == ply)
    return f"You have made this move elsewhere: {quoted(move.written)}. This message is closed."


def next_up(waiting: int) -> str:
    """How many more matches wait."""
    matches = "match waits" if waiting == 1 else "matches wait"
    return f"-# {waiting} more {matches} for you."


def _consequence(outcome: GameOutcome | None, seat: Seat) -> str:
    if outcome is None:
        return ""
    return _CONSEQUENCES[by_the_rules(outcome).outcome(seat)]


_CONSEQUENCES: Mapping[Outcome, str] = {
    Outcome.WON: "\n**That wins the match.**",
    Outcome.DRAWN: "\n**That ends the match in a draw.**",
    Outcome.LOST: "\n**That loses the match.**",
}


REFUSALS: Refusals = {
    MovedOn: lambda _: "This has changed meanwhile. Here is how it stands now.",
    IllegalThere: illegal,
    NotWhole: lambda _: "The move cannot end here. Choose how it goes on.",
}
