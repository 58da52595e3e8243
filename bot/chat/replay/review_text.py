"""What is said about how good the moves of a match were."""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat.common.text import quoted
from bot.services.reviews import MatchReview, Moment
from data.states import ReviewState
from rules.engine.hints import Kind
from rules.record import as_written

FAILED = "-# I could not look back at this match."
_LATER = "That takes about a minute; press a button below to see how far I am."
NOTHING = "-# Who was ahead, move by move. I found no move that was clearly a mistake."
HEADING = "**What I would have played**"


def told(review: MatchReview, steps: Sequence[int]) -> str:
    """What was found, or how far it is; ``steps`` are the numbers of the moves in the replay."""
    if review.state is ReviewState.FAILED:
        return FAILED
    if not review.is_whole:
        done, of = len(review.stored.judged), review.stored.moves
        return f"-# I am still looking back at this match: {done} of {of} moves done. {_LATER}"
    if not review.moments:
        return NOTHING
    lines = [_moment(each, steps[each.number]) for each in review.moments]
    return "\n".join([HEADING, *lines])


def go_to(number: int) -> str:
    """What the button says that leads to a move that was pointed out."""
    return f"Go to move {number}"


def _moment(moment: Moment, number: int) -> str:
    made, better = moment.made, moment.better
    position = made.before
    mover = position.info.colours[position.colour_of(made.seat)]
    line = (
        f"{number}. {mover}, after {quoted(made.move.written)} the chance to win was "
        f"{_percent(moment.chance)}, not {_percent(moment.missed)}."
    )
    if better.punished_by is not None:
        line += f" It let {_punishment(moment, better.punished_by)}."
    return f"{line} {_better(moment)}"


def _better(moment: Moment) -> str:
    first, *answers = as_written(moment.made.before, moment.better.line)
    if moment.better.kind == Kind.PROMISES:
        return f"Better was {quoted(first)}."
    also = f", also after {quoted(' and '.join(answers))}" if answers else ""
    return f"Better was {quoted(first)}: it {moment.better.reason}{also}."


def _punishment(moment: Moment, by: str) -> str:
    after = moment.made.before.after(moment.made.move)
    assert after.to_move is not None
    (written,) = as_written(after, (by,))
    return f"{after.info.colours[after.colour_of(after.to_move)]} win at once by {quoted(written)}"


def _percent(expected: float) -> str:
    return f"{round((expected + 1) * 50)} %"
