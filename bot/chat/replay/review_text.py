"""What is said about how good the moves of a match were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.chat.common.text import all_of, quoted
from bot.services.reviews import MatchReview, Moment, Swing
from data.states import ReviewState
from rules.engine.hints import Kind, chance_of
from rules.game import Position
from rules.record import as_written

FAILED = "-# I could not look back at this match."
_LATER = "That takes about a minute; press a button below to see how far I am."
NOTHING = "-# Who was ahead, move by move. I found no move that was clearly a mistake."
TURNED = "From move {number} on, {winner} was ahead."
AHEAD = "{winner} was ahead all along."
ROSE = (
    "Move {number}, by {mover}, helped them most: "
    "their chance to win went from {before} to {after}."
)
FELL = (
    "Move {number}, by {mover}, cost them most: from {before} to {after}, "
    "though I found nothing clearly better."
)
LEARN = "Small things add up: the puzzles of `/learn` show what matters."
HEADING = "**What I would have played**"


def told(review: MatchReview, steps: Sequence[int], names: Sequence[str]) -> str:
    """What was found, or how far it is.

    ``steps`` are the numbers of the moves in the replay, ``names`` what the seats are called.
    """
    if review.state is ReviewState.FAILED:
        return FAILED
    if not review.is_whole:
        done, of = len(review.stored.judged), review.stored.moves
        return f"-# I am still looking back at this match: {done} of {of} moves done. {_LATER}"
    if not review.moments:
        return _gradual(review, steps, names)
    lines = [_moment(each, steps[each.number]) for each in review.moments]
    return "\n".join([HEADING, *lines])


def _gradual(review: MatchReview, steps: Sequence[int], names: Sequence[str]) -> str:
    """What is told of a match in which no single move cost much."""
    turn, swings = review.turn, [(ROSE, review.rise), (FELL, review.fall)]
    told = [_swing(text, each, steps, names) for text, each in swings if each is not None]
    ahead = next((each for _, each in swings if each is not None), None)
    if ahead is not None:
        return "\n".join([NOTHING, " ".join([AHEAD.format(winner=names[ahead.winner]), *told])])
    if turn is None:
        return NOTHING
    turned = TURNED.format(number=steps[turn.number], winner=names[turn.winner])
    learn = f"\n-# {LEARN}" if review.is_learners_loss else ""
    return f"{NOTHING}\n{turned}{learn}"


def _swing(text: str, swing: Swing, steps: Sequence[int], names: Sequence[str]) -> str:
    return text.format(
        number=steps[swing.number],
        mover=names[swing.seat],
        before=_percent(swing.before),
        after=_percent(swing.after),
    )


def go_to(number: int) -> str:
    """What the button says that leads to a move that was pointed out."""
    return f"Go to move {number}"


def _moment(moment: Moment, number: int) -> str:
    made, better = moment.made, moment.better
    mover = _mover(made.before)
    line = (
        f"{number}. {mover}, after {quoted(made.move.written)} the chance to win was "
        f"{_percent(moment.chance)}, not {_percent(moment.missed)}."
    )
    if better.punished_by is not None:
        line += f" It let {_punishment(moment, better.punished_by)}."
    return "\n".join([f"{line} {_better(moment)}", *_lines(moment)])


def _lines(moment: Moment) -> Iterator[str]:
    """What would have followed, after the move that was made and after the better one."""
    before, better = moment.made.before, moment.better
    if better.allowed:
        yield _line(before, str(moment.made.move), better.allowed)
    named = 1 if better.kind == Kind.PROMISES else len(better.line)
    if len(better.expected) >= named:  # there is more than the reason has named
        yield _line(before, better.line[0], better.expected)


def _line(position: Position, move: str, answers: Sequence[str]) -> str:
    """What follows a move, each ply with its colour, and who has won where that ends it."""
    made = position.legal(move)
    at, told = position.after(made), []
    for answer in answers:
        played = at.legal(answer)
        told.append(f"{_mover(at)} {quoted(played.written)}")
        at = at.after(played)
    end = "" if at.outcome is None else f": {_won(at)}"
    return f"-# After {quoted(made.written)} I expected {', '.join(told)}{end}."


def _mover(position: Position) -> str:
    assert position.to_move is not None
    return position.info.colours[position.colour_of(position.to_move)]


def _won(position: Position) -> str:
    assert position.outcome is not None
    winners = [position.info.colours[position.colour_of(each)] for each in position.outcome.winners]
    return f"{all_of(winners)} won" if winners else "a draw"


def _better(moment: Moment) -> str:
    first, *answers = as_written(moment.made.before, moment.better.line)
    if moment.better.kind == Kind.PROMISES:
        return f"Better was {quoted(first)}."
    also = f", if they answer {quoted(' and '.join(answers))}" if answers else ""
    return f"Better was {quoted(first)}: it {moment.better.reason}{also}."


def _punishment(moment: Moment, by: str) -> str:
    after = moment.made.before.after(moment.made.move)
    (written,) = as_written(after, (by,))
    return f"{_mover(after)} win at once by {quoted(written)}"


def _percent(expected: float) -> str:
    return f"{chance_of(expected)} %"
