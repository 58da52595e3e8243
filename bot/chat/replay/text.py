"""What is said while somebody looks back at a match."""

from collections.abc import Sequence

from bot.chat.common.permissions import spoken
from bot.chat.common.text import JUMP as ADDRESS
from bot.chat.common.text import match_title, moves
from bot.chat.interaction import Refusals
from bot.chat.messenger.text import holder_name, players_line, result
from bot.chat.replay.views import View
from bot.services.one_at_a_time import StillBusy
from bot.services.pictures import PicturesBusy, TooLongToAnimate
from bot.services.replay import MatchReplay, NoResult, ReplayStep, Sharing
from data.ids import ChannelId
from rules.texts import Counted, Fitting, Plain, Text, Words, in_a_row, lines, sentences

FIRST, BACK, NEXT, LAST = "⏮", "◀", "▶", "⏭"
ANIMATE = Text("Animation", "button")
JUMP = Text("Go to a move")
EARLIER, LATER = Text("◀ Earlier moves"), Text("Later moves ▶")
START = Text("Start", "button")
_LONGEST_ALT = 1024

NOTHING_TO_SEE = Text("You have no match to look back at. Start one with `/challenge`.")

NOWHERE_TO_SHARE = Text("The channel of this match was deleted, or is not in this server.")


def cannot_post(channel_id: ChannelId, missing: str) -> Text:
    return Text(
        "I cannot post the card in {channel}: I need the **{missing}** permission there.",
        channel=f"<#{channel_id}>",
        missing=spoken(missing),
    )


def may_not_write(channel_id: ChannelId) -> Text:
    return Text(
        "The card would be posted in {channel}, where you cannot send messages.",
        channel=f"<#{channel_id}>",
    )


def shared(sharing: Sharing) -> Text:
    return _posted(
        sharing,
        Text("The card is being posted in {channel}."),
        Text("Somebody has just shared it in {channel}."),
        Text("It was shared today: {link}."),
    )


def poster(asked: Sharing) -> Text:
    return _posted(
        asked,
        Text("The poster is being drawn and posted in {channel}."),
        Text("Somebody has just asked for the poster in {channel}."),
        Text("This match already has a poster: {link}."),
    )


def _posted(asked: Sharing, now: Text, soon: Text, before: Text) -> Text:
    """What is said of a card that is posted now, comes soon, or is there already."""
    channel, known = f"<#{asked.match.channel_id}>", asked.before
    if known is None:
        return sentences(now.of(channel=channel), _ONWARD)
    if known.message_id is None:
        return soon.of(channel=channel)
    link = f"{ADDRESS}/{asked.match.server_id}/{known.channel_id}/{known.message_id}"
    return sentences(before.of(link=link), _ONWARD)


def poster_waits(done: int, total: int) -> Text:
    return Text(
        "A poster shows where the match turned, and I am still reviewing it: {done} of "
        "{moves} moves. Please try again in a few minutes.",
        done=done,
        moves=total,
    )


def poster_alt(moments: Sequence[int], swing: Words, board: Words) -> Text:
    """What a poster shows; ``board`` is the last position in words."""
    shown = Text("A poster of the match, with the last board.")
    if moments:
        moves = in_a_row([str(each) for each in moments])
        shown = Text("A poster of the match, with the boards of moves {moves} and the last one.")
        shown = shown.of(moves=moves)
    return Fitting(_LONGEST_ALT, sentences(shown, swing, board))


_ONWARD = Text("Anybody there can forward it to another channel.")


def heading(replay: MatchReplay) -> Text:
    names = {holder: holder_name(holder) for holder in replay.match.players}
    title = Plain("### {match}", match=match_title(replay.match))
    return lines(title, players_line(replay.match, names))


def step_line(replay: MatchReplay, view: View) -> Text:
    """Where in the match this is and what happened, and at the end how it ended."""
    number, last = view.number, len(replay.steps) - 1
    if view.better is not None:
        better = Text("-# The better move, instead of move {number}", number=number)
        return lines(better, view.sentence(replay))
    ended = number == last and not replay.match.is_running
    outcome = Plain("**{result}**", result=result(replay.match)) if ended else None
    return lines(_where(number, last), what_happened(replay.steps[number]), outcome)


def what_happened(step: ReplayStep) -> Words:
    if step.is_leaving and step.seat is not None:
        position = step.position
        return Text("{side} resigns.", side=position.info.sides[position.colour_of(step.seat)])
    return step.sentence or Text("The match begins.")


def step_name(step: ReplayStep, number: int) -> Words:
    """A position in a list: ``3. b2-b4``, with the names of cells that the board shows."""
    if step.made is not None:
        return f"{number}. {step.made.move.written}"
    if step.is_leaving:
        return Plain("{number}. {what}", number=number, what=what_happened(step))
    return START


def animation_alt(replay: MatchReplay, last: Words) -> Text:
    """What the animated picture shows; ``last`` is its last position in words."""
    shown = Counted(
        "The match move by move, {number} move in all. At the end:",
        "The match move by move, {number} moves in all. At the end:",
        len(replay.steps) - 1,
    )
    return Fitting(_LONGEST_ALT, sentences(shown, last))


def exported(replay: MatchReplay) -> Text:
    title, count = match_title(replay.match), moves(len(replay.steps) - 1)
    return Text("**{match}**, {moves}.", match=title, moves=count)


def _where(number: int, last: int) -> Text:
    if number:
        return Text("-# Move {number} of {last}", number=number, last=last)
    return Counted("-# Start of {number} move", "-# Start of {number} moves", last)


REFUSALS: Refusals = {
    NoResult: Text("That format needs a result, and this match has none. Choose text instead."),
    StillBusy: Text("I am still working on your last request. It comes in a moment."),
    TooLongToAnimate: Text(
        "This match is too long for one animated picture. Step through it instead."
    ),
    PicturesBusy: Text("Too many pictures are being drawn. Please try again shortly."),
}
