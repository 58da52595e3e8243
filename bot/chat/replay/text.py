"""What is said while somebody looks back at a match."""

from bot.chat.common.permissions import spoken
from bot.chat.common.text import JUMP as ADDRESS
from bot.chat.common.text import counted, match_title
from bot.chat.interaction.part import Refusals
from bot.chat.messenger.text import holder_name, players_line, result
from bot.chat.replay.review_text import AS_BETTER
from bot.chat.replay.views import View
from bot.services.one_at_a_time import StillBusy
from bot.services.pictures import PicturesBusy, TooLongToAnimate
from bot.services.replay import MatchReplay, NoResult, ReplayStep, Sharing
from data.ids import ChannelId

FIRST, BACK, NEXT, LAST = "⏮", "◀", "▶", "⏭"
ANIMATE = "Animation"
JUMP = "Go to a move"
EARLIER, LATER = "◀ Earlier moves", "Later moves ▶"
START = "Start"

NOTHING_TO_SEE = "You have no match to look back at. Start one with `/challenge`."

_LONGEST_ALT = 1024


NOWHERE_TO_SHARE = (
    "The channel in which this match was played is not there any more, or not in this server."
)


def cannot_post(channel_id: ChannelId, missing: str) -> str:
    """What people are told where the bot lacks a permission."""
    return f"The card would stand in <#{channel_id}>, where I lack **{spoken(missing)}**."


def may_not_write(channel_id: ChannelId) -> str:
    """What people are told who may not write where the card would stand."""
    return f"The card would stand in <#{channel_id}>, where you may not write."


def shared(sharing: Sharing) -> str:
    """Where the card stands, or will in a moment."""
    match, before = sharing.match, sharing.before
    if before is None:
        return f"The card is being posted in <#{match.channel_id}>. {_ONWARD}"
    if before.message_id is None:
        return f"Its card was asked for a moment ago in <#{match.channel_id}>."
    link = f"{ADDRESS}/{match.server_id}/{before.channel_id}/{before.message_id}"
    return f"It was shared today: {link}. {_ONWARD}"


_ONWARD = "From there anybody can forward it to another channel."


def heading(replay: MatchReplay) -> str:
    """Which match it is, and who plays it."""
    names = {holder: holder_name(holder) for holder in replay.match.players}
    return f"### {match_title(replay.match)}\n{players_line(replay.match, names)}"


def step_line(replay: MatchReplay, view: View) -> str:
    """Where in the match this is and what happened, and at the end how it ended."""
    number, last = view.number, len(replay.steps) - 1
    if view.better is not None:
        return f"-# {AS_BETTER.format(number=number)}\n{view.sentence(replay)}"
    line = f"-# {_where(number, last)}\n{what_happened(replay.steps[number])}"
    ended = number == last and not replay.match.is_running
    return f"{line}\n**{result(replay.match)}**" if ended else line


def what_happened(step: ReplayStep) -> str:
    """The move that led here, in a sentence."""
    if step.is_leaving and step.seat is not None:
        position = step.position
        return f"{position.info.colours[position.colour_of(step.seat)]} resigns."
    return step.sentence or "The match begins."


def step_name(step: ReplayStep, number: int) -> str:
    """A position in a list: ``3. b2-b4``, with the names of cells that the board shows."""
    if step.made is not None:
        return f"{number}. {step.made.move.written}"
    return f"{number}. {what_happened(step)}" if step.is_leaving else START


def animation_alt(replay: MatchReplay, last: str) -> str:
    """What the animated picture shows; ``last`` is its last position in words."""
    moves = counted(len(replay.steps) - 1, "move")
    return f"The match move by move, {moves} in all. At the end: {last}"[:_LONGEST_ALT]


def exported(replay: MatchReplay) -> str:
    """What stands beside the file."""
    moves = len(replay.steps) - 1
    return f"**{match_title(replay.match)}**, {counted(moves, 'move')}."


def _where(number: int, last: int) -> str:
    return f"Move {number} of {last}" if number else f"Start of {counted(last, 'move')}"


REFUSALS: Refusals = {
    NoResult: lambda _: "That format wants a result, and this match has none.",
    StillBusy: lambda _: (
        "What you asked for before is still being worked out. It comes in a moment."
    ),
    TooLongToAnimate: lambda _: (
        "This match is too long for one animated picture. Step through it instead."
    ),
    PicturesBusy: lambda _: "Too many pictures are being drawn. Please try again shortly.",
}
