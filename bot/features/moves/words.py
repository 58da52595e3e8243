"""Sentences of the composer."""

from collections.abc import Collection, Mapping

from bot.core.matches import MatchState, PlayerResult, by_the_rules
from bot.features.moves.composition import Composition, IllegalThere
from bot.features.moves.screen.question import Question
from bot.screen import words
from bot.screen.components import OPTION_LABEL
from bot.screen.words import illegal, quoted
from rules.completion import Completion
from rules.game import Outcome, Position, Seat, StepKind
from rules.texts import NOTHING, Counted, Fitting, Plain, Text, Words, lines, sentences

STANDS = Text("This is where your move stands now.")
TYPE = Text("Type instead", "button")
BACK = Text("Back", "button")
HELP = Text("Help", "button")
ELSEWHERE = Text("Another zone", "button")
ONE_BY_ONE = Text("Step by step")
WHICH_ZONE = Text("Choose a zone of the board first, by its letter.")
START_OVER = Text("Start over", "button")
PLAY = Text("Play this move")
CHANGE = Text("Change it", "button")
MOST_TYPED = 24
"""The longest repetition of an unreadable move in a list, so that the reason fits."""
CHANNEL_GONE = Text(
    "-# This match's channel was deleted, so nobody sees its board. A manager can move "
    "the match with `/manage`."
)
EVERY_KIND = frozenset(StepKind)
NEXT_UP = Counted("-# {number} more match waits for you.", "-# {number} more matches wait for you.")
NEXT_MATCH = Text("Next match", "button")
ALL_MATCHES = Text("All matches", "button")


def hint(composition: Composition, of: Collection[StepKind] = EVERY_KIND) -> Text | None:
    """The explanation of the next step, if it is ``of`` these kinds; None if it needs none."""
    kinds = {step.kind for step in composition.menu.options}.intersection(of)
    known = [hint for kind, hint in composition.position.info.hints.items() if kind in kinds]
    return sentences(*known) if known else None


def prompt(composition: Composition, question: Question, known: Words | None) -> Text:
    """The question, its explanation, and the steps so far."""
    asides = (
        WHICH_ZONE if question.zones else None,
        known,
        Text("So far: {text}", text=quoted(composition.text)) if composition.taken else None,
    )
    told = (Plain("-# {aside}", aside=each) for each in asides if each not in (None, NOTHING))
    return lines(Plain("### {prompt}", prompt=question.prompt), *told)


def choice(completion: Completion) -> Words:
    """A completion and, if there is room, its effect: ``c1-a3 — captures a3``."""
    text, label = completion.text, completion.label
    if str(label).startswith(text):
        return label
    both = Plain("{text} — {label}", text=text, label=label)
    return Fitting(OPTION_LABEL, both, Plain("{text}", text=text))


def as_typed(typed: str, told: Words) -> Text:
    """A text without completions, and the reason, shortened."""
    shown = typed if len(typed) <= MOST_TYPED else f"{typed[: MOST_TYPED - 1]}…"
    return Fitting(OPTION_LABEL, Plain("{typed} — {told}", typed=shown, told=told))


def preview(sentence: Words, after: Position, seat: Seat) -> Text:
    ends = None if after.outcome is None else _consequence(after.outcome, seat)
    return lines(Text("### Play this?"), sentence, ends)


def made_elsewhere(match: MatchState, ply: int) -> Text:
    """The end of a composer whose move was made elsewhere."""
    move = next(made.move for made in match.moves if made.ply == ply)
    return Text(
        "You have made this move elsewhere: {written}. This message is closed.",
        written=quoted(move.written),
    )


def _consequence(outcome: Outcome, seat: Seat) -> Text:
    return _CONSEQUENCES[by_the_rules(outcome).outcome(seat)]


_CONSEQUENCES: Mapping[PlayerResult, Text] = {
    PlayerResult.WON: Text("**That wins the match.**"),
    PlayerResult.DRAWN: Text("**That ends the match in a draw.**"),
    PlayerResult.LOST: Text("**That loses the match.**"),
}


words.sentence.register(IllegalThere, illegal)
