"""The sentences of a review, for one reader."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.features.replays.review import MUCH, MatchReview, Moment, Swing
from bot.screen.words import defeat_lines, mention, quoted
from data.ids import Engine
from data.states import ReviewState
from rules.engine.hints import COUNTING, Kind, chance_of
from rules.game import Position, Seat
from rules.record import as_written
from rules.texts import Counted, Plain, Text, in_a_row, lines, listed, sentences

QUINTET = Plain("Quintet")
FAILED = Text("-# I could not review this match.")
WAITING = Text("-# I am still reviewing this match: {done} of {all} moves done.")
LATER = Text("My review appears here in a few minutes.")
NOTHING = Text("-# Who was ahead, move by move. I found no move that was clearly a mistake.")
LEARN = Text("-# Small mistakes add up. The puzzles of `/rules` show what matters.")
HEADING = Text("**Where a better move was missed**")
GO_TO = Text("Go to move {number}", "button")
BETTER, MADE = Text("Show the better move"), Text("Show what was played")
UNCOUNTED = Text("You cannot see at once what it gains. The moves I expected show it.")


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence about another player, ``who`` in it, and the same about the reader."""

    other: Text
    own: Text


TURNED = _Said(
    Text("From move {number} on, {who} was ahead."),
    Text("From move {number} on, you were ahead."),
)
AHEAD = _Said(Text("{who} was ahead all along."), Text("You were ahead all along."))
ROSE = _Said(
    Text("Move {number} helped {who} most: the chance to win went from {before} to {after}."),
    Text("Move {number} helped you most: your chance to win went from {before} to {after}."),
)
FELL = _Said(
    Text(
        "Move {number} cost {who} most: the chance to win went from {before} to {after}, "
        "though I found nothing clearly better."
    ),
    Text(
        "Move {number} cost you most: your chance to win went from {before} to {after}, "
        "though I found nothing clearly better."
    ),
)
BACK = _Said(
    Text(
        "{who} got the chance back between moves {first} and {second}: an opponent made "
        "mistakes, too."
    ),
    Text(
        "You got your chance back between moves {first} and {second}: an opponent made "
        "mistakes, too."
    ),
)
SLIP = Text(
    "Of your moves, number {number} cost most: your chance to win went from {before} to {after}."
)
PLAYED = _Said(
    Text(
        "{number}. {who} played {move}: a chance to win of {chance}, not {missed} as with {better}."
    ),
    Text(
        "{number}. You played {move}: a chance to win of {chance}, not {missed} as with {better}."
    ),
)
COST_MOST = _Said(
    Text(
        "**{move} cost {who} most.** With the better move the chance to win was about "
        "{missed}; after this one it was {chance}."
    ),
    Text(
        "**{move} cost you most.** With the better move your chance to win was about "
        "{missed}; after this one it was {chance}."
    ),
)
COST_MUCH = _Said(
    Text(
        "**{move} cost {who} a lot.** With the better move the chance to win was about "
        "{missed}; after this one it was {chance}."
    ),
    Text(
        "**{move} cost you a lot.** With the better move your chance to win was about "
        "{missed}; after this one it was {chance}."
    ),
)
LET = _Said(Text("It let {who} win at once by {move}."), Text("It let you win at once by {move}."))


@dataclass(frozen=True, slots=True)
class Told:
    """A review for a reader with a seat, or none; ``steps``: the replay's step for each move."""

    review: MatchReview
    steps: Sequence[int]
    reader: Seat | None

    def who(self, seat: Seat, position: Position | None = None) -> Text:
        """A player by name and side in a position: ``@Ada (White)``."""
        holder = self.review.match.players[seat]
        at = self.review.match.position if position is None else position
        name = QUINTET if isinstance(holder, Engine) else mention(holder)
        return Text(
            "{player} ({side})", "name", player=name, side=at.info.sides[at.colour_of(seat)]
        )

    def of(self, said: _Said, seat: Seat, position: Position | None = None) -> Text:
        """The sentence about a player, in its form for the reader if it is the reader."""
        return said.own if seat == self.reader else said.other.of(who=self.who(seat, position))


def overview(told: Told) -> Text:
    """The summary of the review, or its progress, below why the reader has lost."""
    why = [] if told.reader is None else defeat_lines(told.review.match, told.reader)
    return lines(*why, _found(told))


def _found(told: Told) -> Text:
    review = told.review
    if review.state is ReviewState.FAILED:
        return FAILED
    if not review.is_whole:
        done, of = len(review.stored.judged), review.stored.moves
        return sentences(WAITING.of(done=done, all=of), LATER)
    if not review.moments:
        return _gradual(told)
    moments = [_summary(each, told) for each in review.moments]
    return lines(HEADING, *moments, *_given_back(told), *_turned(told))


def explained(moment: Moment, told: Told) -> Text:
    """Why a move cost much, and what would have been better."""
    before, better, seat = moment.made.before, moment.better, moment.made.seat
    most = max(told.review.moments, key=lambda each: each.cost)
    cost = COST_MOST if most.number == moment.number else COST_MUCH
    return lines(
        told.of(cost, seat, before).of(
            move=quoted(moment.made.move.written),
            missed=_percent(moment.missed),
            chance=_percent(moment.chance),
        ),
        None if better.punished_by is None else _punishment(moment, better.punished_by, told),
        _better(moment, told),
    )


def _turned(told: Told) -> Iterator[Text]:
    """The sentence about the turning point, if there is one."""
    turn = told.review.turn
    if turn is not None:
        yield told.of(TURNED, turn.winner).of(number=told.steps[turn.number])


def _given_back(told: Told) -> Iterator[Text]:
    """That a player's chance came back between two of their moves that are pointed out."""
    for one, other in pairwise(told.review.moments):
        if one.made.seat == other.made.seat and other.missed - one.chance >= MUCH:
            first, second = told.steps[one.number], told.steps[other.number]
            yield told.of(BACK, one.made.seat).of(first=first, second=second)


def _gradual(told: Told) -> Text:
    """The summary of a match in which no single move cost much."""
    review, turned = told.review, [*_turned(told)]
    swings = [(ROSE, review.rise), (FELL, review.fall)]
    found = [(text, each) for text, each in swings if each is not None]
    if found:
        (_, first), *_ = found
        swung = [told.of(AHEAD, first.whose), *(_swing(*each, told) for each in found)]
        return lines(NOTHING, *_slipped(told), sentences(*swung))
    learn = LEARN if turned and review.is_learners_loss else None
    return lines(NOTHING, *_slipped(told), *turned, learn)


def _slipped(told: Told) -> Iterator[Text]:
    """The sentence about the costliest move of a reader who has lost."""
    slip = told.review.slip(told.reader)
    if slip is not None:
        before, after = _percent(slip.before), _percent(slip.after)
        yield SLIP.of(number=told.steps[slip.number], before=before, after=after)


def _swing(said: _Said, swing: Swing, told: Told) -> Text:
    before, after = _percent(swing.before), _percent(swing.after)
    text = told.of(said, swing.whose)
    return text.of(number=told.steps[swing.number], before=before, after=after)


def _summary(moment: Moment, told: Told) -> Text:
    before, made = moment.made.before, moment.made
    (better,) = as_written(before, moment.better.line[:1])
    return told.of(PLAYED, made.seat, before).of(
        number=told.steps[moment.number],
        move=quoted(made.move.written),
        chance=_percent(moment.chance),
        missed=_percent(moment.missed),
        better=quoted(better),
    )


def expected(moment: Moment, told: Told) -> Iterator[Text]:
    """The lines expected after the move that was made, and after the better one."""
    before, better = moment.made.before, moment.better
    if better.allowed:
        yield _line(before, str(moment.made.move), better.allowed, told)
    named = 1 if better.merit.kind in (Kind.PROMISES, Kind.CONTRASTS) else len(better.line)
    if len(better.expected) >= named:  # there is more than the reason has named
        yield _line(before, better.line[0], better.expected, told)


def _line(position: Position, move: str, answers: Sequence[str], told: Told) -> Text:
    """The line after a move, each ply with its player, and who has won if that ends it."""
    made = position.legal(move)
    at, said = position.after(made), list[Text]()
    for answer in answers:
        played = at.legal(answer)
        assert at.to_move is not None
        who = told.who(at.to_move, at)
        said.append(Plain("{player} {move}", player=who, move=quoted(played.written)))
        at = at.after(played)
    follows = Text("-# After {move} I expected {moves}.")
    return sentences(
        follows.of(move=quoted(made.written), moves=in_a_row(said)),
        None if at.outcome is None else _won(at, told),
    )


def _won(position: Position, told: Told) -> Text:
    assert position.outcome is not None
    winners = [told.who(each, position) for each in position.outcome.winners]
    if not winners:
        return Text("That is a draw.")
    return Text("That is a win for {players}.", players=listed(winners))


def _better(moment: Moment, told: Told) -> Text:
    """The better move with its reason, which speaks to the player who made the move."""
    before, merit, seat = moment.made.before, moment.better.merit, moment.made.seat
    first, *answers = as_written(before, moment.better.line)
    was = Text("**Better was {move}.**", move=quoted(first))
    if merit.kind == Kind.PROMISES:
        return sentences(was, UNCOUNTED if moment.better.expected else None)
    reason = merit.said(before)
    if seat != told.reader and merit.kind in COUNTING:
        speaks = Text("For {player}: {reason}")
        reason = speaks.of(player=told.who(seat, before), reason=reason)
    return sentences(was, reason, _reckoned(merit.kind, answers))


def _reckoned(kind: Kind, answers: Sequence[str]) -> Text | None:
    """The answers that the reason assumes, or that these stand below."""
    if kind == Kind.CONTRASTS:
        return Counted(
            "That is counted after the first answer below.",
            "That is counted after the first {number} answers below.",
            len(answers),
        )
    if not answers:
        return None
    return Text("This assumes {moves} in answer.", moves=listed(list(map(quoted, answers))))


def _punishment(moment: Moment, by: str, told: Told) -> Text:
    after = moment.made.before.after(moment.made.move)
    assert after.to_move is not None
    (written,) = as_written(after, (by,))
    return told.of(LET, after.to_move, after).of(move=quoted(written))


def _percent(expected: float) -> str:
    return f"{chance_of(expected)} %"
