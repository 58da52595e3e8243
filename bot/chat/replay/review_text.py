"""What is said about how good the moves of a match were, to one reader."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.chat.common.text import all_of, capital, defeat_lines, mention, quoted
from bot.services.reviews import MUCH, MatchReview, Moment, Swing
from data.ids import Engine
from data.states import ReviewState
from rules.engine.hints import COUNTING, Kind, chance_of
from rules.game import Position, Seat
from rules.record import as_written

FAILED = "-# I could not look back at this match."
_LATER = "What I find stands here by itself, in a minute or a few."
NOTHING = "-# Who was ahead, move by move. I found no move that was clearly a mistake."
TURNED = "From move {number} on, {winner} was ahead."
AHEAD = "{winner} was ahead all along."
ROSE = (
    "Move {number}, by {mover}, helped {them} most: "
    "{their} chance to win went from {before} to {after}."
)
FELL = (
    "Move {number}, by {mover}, cost {them} most: from {before} to {after}, "
    "though I found nothing clearly better."
)
BACK = "{whose} chance came back between moves {first} and {second}: the others erred, too."
SLIP = "Of your moves, number {number} cost most: your chance to win went from {before} to {after}."
LEARN = "Small things add up: the puzzles of `/learn` show what matters."
HEADING = "**Where a better move was missed**"
BETTER, MADE = "Show the better move", "Show what was played"
AS_BETTER = "The better move, instead of move {number}"
UNCOUNTED = "What it gains cannot be counted at once: it shows in how I expected it to go on."


@dataclass(frozen=True, slots=True)
class Told:
    """A review as it is told: ``steps`` are the numbers of its moves in the replay.

    ``reader`` is the seat of whoever reads it, None for somebody who only watches.
    """

    review: MatchReview
    steps: Sequence[int]
    reader: Seat | None

    def who(self, seat: Seat, position: Position | None = None) -> str:
        """Somebody by name and colour: ``you``, or ``@Ada (White)``, as it was in a position."""
        if seat == self.reader:
            return "you"
        holder = self.review.match.players[seat]
        at = self.review.match.position if position is None else position
        colour = at.info.colours[at.colour_of(seat)]
        return f"{'Quintet' if isinstance(holder, Engine) else mention(holder)} ({colour})"


def overview(told: Told) -> str:
    """What was found in the whole match, or how far it is; why the reader has lost comes first."""
    why = [] if told.reader is None else defeat_lines(told.review.match, told.reader)
    return "\n".join([*map(str, why), _found(told)])


def _found(told: Told) -> str:
    review = told.review
    if review.state is ReviewState.FAILED:
        return FAILED
    if not review.is_whole:
        done, of = len(review.stored.judged), review.stored.moves
        return f"-# I am still looking back at this match: {done} of {of} moves done. {_LATER}"
    if not review.moments:
        return _gradual(told)
    lines = [_summary(each, told) for each in review.moments]
    return "\n".join([HEADING, *lines, *_given_back(told), *_turned(told)])


def explained(moment: Moment, told: Told) -> str:
    """Why a move that was pointed out cost much, and what would have been better."""
    before, better, seat = moment.made.before, moment.better, moment.made.seat
    whose, them = ("your", "you") if seat == told.reader else ("their", told.who(seat, before))
    most = max(told.review.moments, key=lambda each: each.cost)
    much = "most" if most.number == moment.number else "much"
    lines = [
        f"**{quoted(moment.made.move.written)} cost {them} {much}.** With the better move {whose} "
        f"chance to win was about {_percent(moment.missed)}, "
        f"after this one {_percent(moment.chance)}."
    ]
    if better.punished_by is not None:
        lines.append(f"It let {_punishment(moment, better.punished_by, told)}.")
    return "\n".join([*lines, _better(moment, told)])


def expected(moment: Moment, told: Told) -> str:
    """How it would have gone on, after either move; empty where nothing is known of it."""
    return "\n".join(_lines(moment, told))


def _turned(told: Told) -> Iterator[str]:
    """Since when the winner was ahead, if they were not always."""
    turn = told.review.turn
    if turn is not None:
        yield _was(TURNED, told, turn.winner, number=told.steps[turn.number])


def _given_back(told: Told) -> Iterator[str]:
    """That somebody's chance came back between two of their moves that were pointed out."""
    for one, other in pairwise(told.review.moments):
        if one.made.seat == other.made.seat and other.missed - one.chance >= MUCH:
            whose = "Your" if one.made.seat == told.reader else "Their"
            first, second = told.steps[one.number], told.steps[other.number]
            yield BACK.format(whose=whose, first=first, second=second)


def _gradual(told: Told) -> str:
    """What is told of a match in which no single move cost much."""
    review, turned = told.review, [*_turned(told)]
    swings = [(ROSE, review.rise), (FELL, review.fall)]
    found = [_swing(text, each, told) for text, each in swings if each is not None]
    ahead = next((each for _, each in swings if each is not None), None)
    if ahead is not None:
        swung = " ".join([_was(AHEAD, told, ahead.winner), *found])
        return "\n".join([NOTHING, *_slipped(told), swung])
    learn = [f"-# {LEARN}"] if turned and review.is_learners_loss else []
    return "\n".join([NOTHING, *_slipped(told), *turned, *learn])


def _slipped(told: Told) -> Iterator[str]:
    """Which move cost a reader most who has lost."""
    slip = told.review.slip(told.reader)
    if slip is not None:
        before, after = _percent(slip.before), _percent(slip.after)
        yield SLIP.format(number=told.steps[slip.number], before=before, after=after)


def _was(text: str, told: Told, winner: Seat, **numbers: int) -> str:
    """A sentence about who was ahead, which may be the reader."""
    said = text.format(winner=told.who(winner), **numbers)
    return capital(said.replace("you was", "you were"))


def _swing(text: str, swing: Swing, told: Told) -> str:
    is_readers = swing.winner == told.reader
    return text.format(
        number=told.steps[swing.number],
        mover=told.who(swing.seat),
        them="you" if is_readers else "them",
        their="your" if is_readers else "their",
        before=_percent(swing.before),
        after=_percent(swing.after),
    )


def go_to(number: int) -> str:
    return f"Go to move {number}"


def _summary(moment: Moment, told: Told) -> str:
    """A move that was pointed out, in a line."""
    before, made = moment.made.before, moment.made.move
    (better,) = as_written(before, moment.better.line[:1])
    return (
        f"{told.steps[moment.number]}. {capital(told.who(moment.made.seat, before))} played "
        f"{quoted(made.written)}: a chance to win of {_percent(moment.chance)}, "
        f"not {_percent(moment.missed)} as with {quoted(better)}."
    )


def _lines(moment: Moment, told: Told) -> Iterator[str]:
    """What would have followed, after the move that was made and after the better one."""
    before, better = moment.made.before, moment.better
    if better.allowed:
        yield _line(before, str(moment.made.move), better.allowed, told)
    named = 1 if better.merit.kind in (Kind.PROMISES, Kind.CONTRASTS) else len(better.line)
    if len(better.expected) >= named:  # there is more than the reason has named
        yield _line(before, better.line[0], better.expected, told)


def _line(position: Position, move: str, answers: Sequence[str], told: Told) -> str:
    """What follows a move, each ply with who makes it, and who has won where that ends it."""
    made = position.legal(move)
    at, said = position.after(made), []
    for answer in answers:
        played = at.legal(answer)
        assert at.to_move is not None
        said.append(f"{told.who(at.to_move, at)} {quoted(played.written)}")
        at = at.after(played)
    end = "" if at.outcome is None else f": {_won(at, told)}"
    return f"-# After {quoted(made.written)} I expected {', '.join(said)}{end}."


def _won(position: Position, told: Told) -> str:
    assert position.outcome is not None
    winners = [told.who(each, position) for each in position.outcome.winners]
    return f"{all_of(winners)} won" if winners else "a draw"


def _better(moment: Moment, told: Told) -> str:
    """What would have been better; a reason speaks to whoever made the move."""
    before, kind = moment.made.before, moment.better.merit.kind
    first, *answers = as_written(before, moment.better.line)
    if kind == Kind.PROMISES:
        return f"**Better was {quoted(first)}.**" + (
            f" {UNCOUNTED}" if moment.better.expected else ""
        )
    seat, reason = moment.made.seat, moment.better.merit.said(before)
    speaks = seat != told.reader and kind in COUNTING
    to = f" To {told.who(seat, before)} I would say:" if speaks else ""
    said = f"**Better was {quoted(first)}.**{to} {reason}"
    if kind == Kind.CONTRASTS:
        after = "answer" if len(answers) == 1 else f"{len(answers)} answers"
        return f"{said} That is counted after the first {after} below."
    if answers:
        return f"{said} That reckons with {quoted(' and '.join(answers))} in answer."
    return said


def _punishment(moment: Moment, by: str, told: Told) -> str:
    after = moment.made.before.after(moment.made.move)
    assert after.to_move is not None
    (written,) = as_written(after, (by,))
    return f"{told.who(after.to_move, after)} win at once by {quoted(written)}"


def _percent(expected: float) -> str:
    return f"{chance_of(expected)} %"
