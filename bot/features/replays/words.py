"""The sentences of replays and of sharing a match."""

from collections.abc import Sequence

from bot.core.matches import MatchState
from bot.features.replays.review import MatchReview
from bot.features.replays.service import MatchReplay, ReplayStep
from bot.features.replays.sharing import Sharing
from bot.screen.messenger.words import holder_name, players_line, result
from bot.screen.words import JUMP as ADDRESS
from bot.screen.words import SHARE, match_title
from data.states import ReviewState
from rules.texts import Counted, Fitting, Plain, Text, Words, in_a_row, lines, sentences

FIRST, BACK, NEXT, LAST = "⏮", "◀", "▶", "⏭"
ANIMATE = Text("Animation", "button")
JUMP = Text("Go to a move")
PLAY_ON = Text("Play on from here")
EARLIER, LATER = Text("◀ Earlier moves"), Text("Later moves ▶")
START = Text("Start", "button")
_LONGEST_ALT = 1024

NOWHERE_TO_SHARE = Text("The channel of this match was deleted, or is not in this server.")
MAY_NOT_WRITE = Text("It would be posted in {channel}, where you cannot send messages.")
POST_IT = Text("Post it", "button")
_ONWARD = Text("Anybody there can forward it to another channel.")


def would_be_posted(match: MatchState, review: MatchReview | None) -> Text:
    """What pressing the button does, and that waiting for the review gives a poster."""
    once = Text("Only you see this yet. A match is posted once, in {channel}.")
    waits = None
    if review is not None and review.state is ReviewState.WAITING:
        more = Text(
            "I am still reviewing the match: {done} of {moves} moves. After that, **{button}** "
            "shows a poster with the moments where it turned."
        )
        done, moves = len(review.stored.judged), review.stored.moves
        waits = more.of(done=done, moves=moves, button=SHARE)
    return sentences(once.of(channel=f"<#{match.channel_id}>"), waits)


def shared(sharing: Sharing) -> Text:
    """Where a match is posted, or soon will be."""
    match, known = sharing.shown.match, sharing.before
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
    return lines(_where(number, last), what_happened(replay.steps[number]), outcome)


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


def _where(number: int, last: int) -> Text:
    if number:
        return Text("-# Move {number} of {last}", number=number, last=last)
    return Counted("-# Start of {number} move", "-# Start of {number} moves", last)
