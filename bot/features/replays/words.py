"""The sentences of replays, of reviews for one reader, and of sharing a match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.core.matches import MatchState
from bot.core.outbox import StoredMessage
from bot.features.replays.review import MUCH, MatchReview, Moment, Swing
from bot.features.replays.service import MatchReplay, ReplayStep
from bot.screen.messenger.words import holder_name, players_line, result
from bot.screen.words import JUMP as ADDRESS
from bot.screen.words import NAMED, SHARE, defeat_lines, match_title, mention, quoted
from data.ids import Engine
from data.states import ReviewState
from rules.engine.hints import COUNTING, Kind, chance_of
from rules.game import Position, Seat
from rules.record import as_written
from rules.texts import (
    Counted,
    Fitting,
    Plain,
    Text,
    Words,
    in_a_row,
    lines,
    listed,
    sentences,
)

FIRST, PREVIOUS, NEXT, LAST = "⏮", "◀", "▶", "⏭"
ANIMATE = Text("Animation", "button")
JUMP = Text("Go to a move")
PLAY_ON = Text("Play from here")
EARLIER, FURTHER = Text("◀ Earlier moves"), Text("Later moves ▶")
START = Text("Start", "button")
_LONGEST_ALT = 1024

NOWHERE_TO_SHARE = Text("The channel of this match was deleted, or is not in this server.")
MAY_NOT_WRITE = Text("It would be posted in {channel}, where you cannot send messages.")
POST_IT = Text("Post it", "button")
_ONWARD = Text("Anybody there can forward the message to another channel.")


def would_be_posted(match: MatchState, review: MatchReview | None) -> Text:
    """What pressing the button does, and that waiting for the review gives a poster."""
    once = Text("Only you see this yet. A match is posted once, in {channel}.")
    waits = None
    if review is not None and review.state is ReviewState.WAITING:
        more = Text(
            "I am still reviewing the match: {done} of {moves} moves. After that, **{button}** "
            "shows a poster with the moments where it turned."
        )
        done, moves = len(review.judged), len(match.moves)
        waits = more.of(done=done, moves=moves, button=SHARE)
    return sentences(once.of(channel=f"<#{match.channel_id}>"), waits)


def shared(match: MatchState, known: StoredMessage | None) -> Text:
    """Where a match is posted, or soon will be."""
    if known is None or known.message_id is None:
        soon = Text("It is being posted in {channel}.", channel=f"<#{match.channel_id}>")
        return sentences(soon, _ONWARD)
    link = f"{ADDRESS}/{match.server_id}/{known.channel_id}/{known.message_id}"
    return sentences(Text("This match was shared: {link}.", link=link), _ONWARD)


def poster_alt(moments: Sequence[int], swing: Words, board: Words) -> Text:
    """The alternative text of a poster; ``board`` is that of the last position."""
    shown = Text("A poster of the match, with the boards of moves {moves} and the last one.")
    shown = shown.of(moves=in_a_row([str(each) for each in moments]))
    return Fitting(_LONGEST_ALT, sentences(shown, swing, board))


def heading(replay: MatchReplay) -> Text:
    names = {holder: holder_name(holder) for holder in replay.match.players}
    title = Plain("### {match}", match=match_title(replay.match))
    return lines(title, players_line(replay.match, names))


def step_line(replay: MatchReplay, number: int, instead: Text | None) -> Text:
    """The number of the step and its move, and after the last one the result.

    ``instead`` describes the better move, if the board after that is shown.
    """
    last = len(replay.steps) - 1
    if instead is not None:
        better = Text("-# The better move, instead of move {number}", number=number)
        return lines(better, instead)
    ended = number == last and not replay.match.is_running
    outcome = Plain("**{result}**", result=result(replay.match)) if ended else None
    where: Text = Counted(
        "-# Start · {number} move in all", "-# Start · {number} moves in all", last
    )
    if number:
        where = Text("-# Move {number} of {last}", number=number, last=last)
    return lines(where, what_happened(replay.steps[number]), outcome)


def what_happened(step: ReplayStep) -> Words:
    if step.is_leaving and step.seat is not None:
        position = step.position
        return Text("{side} resigns.", side=position.info.sides[position.colour_of(step.seat)])
    return step.sentence or Text("The match begins.")


def step_name(step: ReplayStep, number: int) -> Words:
    """A position in a menu: ``3. b2-b4``, with the names of cells that the board shows."""
    if step.made is not None:
        return f"{number}. {step.made.move.written}"
    if step.is_leaving:
        return Plain("{number}. {what}", number=number, what=what_happened(step))
    return START


def animation_alt(replay: MatchReplay, last: Words) -> Text:
    """The alternative text of the animation; ``last`` is that of its last position."""
    shown = Counted(
        "The match move by move, {number} move in all. At the end:",
        "The match move by move, {number} moves in all. At the end:",
        replay.moves,
    )
    return Fitting(_LONGEST_ALT, sentences(shown, last))


QUINTET = Plain("Quintet")
FAILED = Text("-# I could not review this match.")
WAITING = Text("-# I am still reviewing this match: {done} of {all} moves done.")
LATER = Text("My review appears here in a few minutes.")
NOTHING = Text("-# Who was ahead, move by move. I found no move that was clearly a mistake.")
LEARN = Text("-# Small mistakes add up. The puzzles of `/rules` show what matters.")
HEADING = Text("**Where a better move was missed**")
GO_TO = Text("Go to move {number}", "button")
BETTER, MADE = Text("Show the better move"), Text("Show what was played")
UNCOUNTED = Text("Its point does not show at once. The moves I expected bring it out.")


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
    Text("{number}. {who} played {move}: {chance} to win; {better} had {missed}."),
    Text("{number}. You played {move}: {chance} to win; {better} had {missed}."),
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
    """A review for a reader with a seat, or none."""

    review: MatchReview
    reader: Seat | None

    def who(self, seat: Seat, position: Position | None = None) -> Text:
        """A player by name and side in a position: ``@Ada (White)``."""
        holder = self.review.match.players[seat]
        at = self.review.match.position if position is None else position
        name = QUINTET if isinstance(holder, Engine) else mention(holder)
        return NAMED.of(player=name, side=at.info.sides[at.colour_of(seat)])

    def of(self, said: _Said, seat: Seat, position: Position | None = None) -> Text:
        """The sentence about a player, in its form for the reader if it is the reader."""
        return said.own if seat == self.reader else said.other.of(who=self.who(seat, position))


def overview(told: Told) -> Text:
    """The summary of the review, or its progress, below why the reader has lost."""
    review = told.review
    why = [] if told.reader is None else defeat_lines(review.match, told.reader)
    if review.state is ReviewState.FAILED:
        return lines(*why, FAILED)
    if not review.is_whole:
        done = WAITING.of(done=len(review.judged), all=len(review.match.moves))
        return lines(*why, sentences(done, LATER))
    if not review.moments:
        return lines(*why, _gradual(told))
    moments = [_summary(each, told) for each in review.moments]
    return lines(*why, HEADING, *moments, *_given_back(told), _turned(told))


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


def _turned(told: Told) -> Text | None:
    """The sentence about the turning point, if there is one."""
    turn, winner = told.review.turn, told.review.winner
    return None if turn is None or winner is None else told.of(TURNED, winner).of(number=turn)


def _given_back(told: Told) -> Iterator[Text]:
    """That a player's chance came back between two of their moves that are pointed out."""
    for one, other in pairwise(told.review.moments):
        if one.made.seat == other.made.seat and other.missed - one.chance >= MUCH:
            yield told.of(BACK, one.made.seat).of(first=one.number, second=other.number)


def _gradual(told: Told) -> Text:
    """The summary of a match in which no single move cost much."""
    review, turned, slip = told.review, _turned(told), told.review.slip(told.reader)
    begins = lines(NOTHING, None if slip is None else _filled(SLIP, slip))
    swings = [(ROSE, review.rise), (FELL, review.fall)]
    found = [(text, each) for text, each in swings if each is not None]
    if found:
        (_, first), *_ = found
        swung = (_filled(told.of(text, each.seat), each) for text, each in found)
        return lines(begins, sentences(told.of(AHEAD, first.seat), *swung))
    learn = LEARN if turned is not None and review.is_learners_loss else None
    return lines(begins, turned, learn)


def _filled(text: Text, swing: Swing) -> Text:
    before, after = _percent(swing.before), _percent(swing.after)
    return text.of(number=swing.number, before=before, after=after)


def _summary(moment: Moment, told: Told) -> Text:
    before, made = moment.made.before, moment.made
    (better,) = as_written(before, moment.better.line[:1])
    return told.of(PLAYED, made.seat, before).of(
        number=moment.number,
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
    ends = None
    if at.outcome is not None:
        winners = [told.who(each, at) for each in at.outcome.winners]
        ends = Text("That is a draw.")
        if winners:
            ends = Text("That is a win for {players}.", players=listed(winners))
    return sentences(follows.of(move=quoted(made.written), moves=in_a_row(said)), ends)


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
            "Counted after the first reply below.",
            "Counted after the first {number} replies below.",
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


def _percent(expected: float) -> Text:
    return Text("{chance} %", chance=chance_of(expected))
