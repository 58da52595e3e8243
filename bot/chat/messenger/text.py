"""What the messages of a match say."""

from collections.abc import Mapping
from datetime import datetime

from bot.chat.common.clocks import deadline, moment
from bot.chat.common.goals import goal
from bot.chat.common.permissions import spoken
from bot.chat.common.text import all_of, capital, match_title, mention, quoted
from bot.services.clocks import NoClock, say_duration
from bot.services.conditionals import was_prepared
from bot.services.matches import IDLE, Entry, MatchState, result_words
from bot.services.settings import LONGEST_REASON
from data.ids import Engine, Holder, PlayerId
from data.states import EntryKind, FallbackReason, ThreadFallback
from rules.game import Seat
from rules.textboard import NOBODY


def thread_fallback(why: ThreadFallback) -> str:
    """Why a match is not played in a thread of its own."""
    if why.reason is FallbackReason.GONE:
        return "The match's thread is gone, so we go on here."
    if why.permission is None:
        return "A thread cannot be used for this match, so it is played here."
    return (
        f"I may not use a thread here (**{spoken(why.permission)}** is missing), "
        "so the match is played in the channel."
    )


def holder_name(holder: Holder) -> str:
    """Who holds a seat: a person as Discord shows them, or the program and its level."""
    return f"Quintet (level {holder.level})" if isinstance(holder, Engine) else mention(holder)


def seat_name(match: MatchState, seat: Seat) -> str:
    """A seat by its colour: ``White``."""
    return match.seats[seat].colour_name


def own_title(match: MatchState, seat: Seat | None) -> str:
    """Which match it is, and which side the reader plays in it or gave up, None for nobody's."""
    title = f"**{match_title(match.match)}**"
    if seat is None:
        return title
    verb = "gave up" if match.seats[seat].left and match.is_running else "play"
    return f"{title} · you {verb} **{match.seats[seat].colour_name}**"


def players_line(match: MatchState, names: Mapping[Holder, str]) -> str:
    """Who plays what: ``White Ada · Black Ben``."""
    late = None if match.is_running else match.timed_out
    return " · ".join(
        f"{seat.colour_name} {names[seat.holder]}"
        + (" (out of time)" if seat.seat == late else " (left)" if seat.left else "")
        for seat in match.seats
    )


def beside_the_board(match: MatchState) -> str:
    """The numbers that a picture shows beside the board: ``White: 16 in reserve, 3 points``."""
    told: dict[int | None, list[str]] = {}
    for fact in match.position.facts():
        told.setdefault(fact.colour, []).append(str(fact))
    names: dict[int | None, str] = {
        colour: f"{name.capitalize()}: " for colour, name in enumerate(match.info.colours)
    }
    return " · ".join(names.get(colour, "") + ", ".join(facts) for colour, facts in told.items())


def nobodys(match: MatchState) -> str:
    """Why some tiles of a board in text are nobody's; empty where none is."""
    if all(piece.colour is not None for piece in match.position.pieces().values()):
        return ""
    gone = all_of([each.colour_name for each in match.seats if each.left])
    return f"{NOBODY} is nobody's: {gone} left"


def turn_line(match: MatchState, until: datetime | None = None) -> str:
    """Whose turn it is and until when, with the turn's one mention, or how it ended."""
    if match.to_move is None:
        return f"**{result(match)}**"
    seat = match.seats[match.to_move]
    if isinstance(seat.holder, Engine):
        return f"**{seat.colour_name}** to move: {holder_name(seat.holder)} is thinking."
    turn = f"{mention(seat.holder)}, it is your turn: **{seat.colour_name}** to move"
    return f"{turn}{_limit(match, until)}.{_away(match)}"


def own_turn_line(match: MatchState, reader: PlayerId) -> str:
    """Whose turn it is, or how it ended, for one reader: ``Waiting for Ben: Black to move.``"""
    if match.to_move is None or match.to_move_player == reader:
        return turn_line(match, match.match.deadline)
    seat = match.seats[match.to_move]
    limit = _limit(match, match.match.deadline)
    waiting = f"Waiting for {holder_name(seat.holder)}: **{seat.colour_name}** to move{limit}."
    return f"{waiting}{_away(match)}"


def _away(match: MatchState) -> str:
    """Who is on vacation, in a line for each."""
    return "".join(
        f"\n-# {mention(player)} is on vacation until {moment(until)}; their time stands still."
        for player, until in match.away.items()
    )


_END_PAUSE = "`/match clock` has a button that ends the pause before"


def _limit(match: MatchState, until: datetime | None) -> str:
    paused = match.match.paused_until
    if paused is not None and match.ply == match.match.ply:
        return f". The clocks stand still until {moment(paused)}; {_END_PAUSE}"
    return "" if until is None else f" {deadline(until)}"


def last_line(match: MatchState) -> str:
    """The last thing that happened, in words."""
    entry = match.last
    if entry is None:
        return f"The match begins. {goal(match.info, match.variant)}"
    if entry.kind is EntryKind.MOVE:
        prepared = " It was prepared for this." if was_prepared(entry) else ""
        return f"{match.sentence or ''}{prepared}"
    if entry.seat is not None and entry.kind in _LEAVINGS:
        return capital(f"{holder_name(match.players[entry.seat])} {_LEAVINGS[entry.kind]}.")
    if entry.kind is EntryKind.FORGIVE:
        return _forgiven(match, entry)
    if entry.kind is EntryKind.ABORT and entry.text == IDLE:
        return _called_off(entry.author_id)
    if entry.kind is EntryKind.RESUME and entry.author_id is None:
        return "The pause is over."
    by = "Somebody" if entry.author_id is None else mention(entry.author_id)
    told = LOGGED[entry.kind].format(by)
    return told if match.reason is None else f"{told} {quoted(match.reason, LONGEST_REASON)}"


def _forgiven(match: MatchState, entry: Entry) -> str:
    """Who plays on though their time ran out, and who lets them."""
    holder = match.position.to_move
    whose = "the player" if holder is None else holder_name(match.players[holder])
    by = "Somebody" if entry.author_id is None else mention(entry.author_id)
    told = f"{whose} play on{_with_forgiven(match)}"
    if match.reason is None:
        others = "The opponents let" if len(match.players) - len(match.left) > 2 else f"{by} lets"
        return f"{others} {told}."
    return f"{by}, who manages matches here, lets {told}: {quoted(match.reason, LONGEST_REASON)}"


def _called_off(by: PlayerId | None) -> str:
    if by is None:
        return "Nobody had moved for four months, so the match was called off."
    return f"{mention(by)} called the match off, since nobody moved any more."


_LEAVINGS = {EntryKind.LEAVE: "resigned", EntryKind.TIMEOUT: "ran out of time"}

LOGGED: Mapping[EntryKind, str] = {
    EntryKind.END: "The game was over here already, which the bot had not seen.",
    EntryKind.UNDO: "The match was taken back to this position, as {} had asked.",
    EntryKind.DRAW: "The players agreed on a draw, which {} had offered.",
    EntryKind.PAUSE: "The players agreed on a pause, for which {} had asked.",
    EntryKind.RESUME: "{} ended the pause.",
    EntryKind.ABORT: "{} called the match off before it had really begun.",
    EntryKind.DECIDE: "{}, who manages matches here, decided the match:",
    EntryKind.ANNUL: "{}, who manages matches here, annulled the match:",
    EntryKind.PLACE: "{}, who manages matches here, moved the match here:",
}


def result(match: MatchState) -> str:
    """How a match ended, by the names of its players and their colours; empty while it goes on."""
    if match.result is None:
        return ""
    seats = [f"{holder_name(seat.holder)} ({seat.colour_name})" for seat in match.seats]
    return capital(result_words(match.result, match.info, seats))


def moved(match: MatchState) -> str:
    """What the mover is told once the move is stored."""
    told = f"Played. {last_line(match)}" + (f" {result(match)}" if match.result else "")
    answered = match.match.ply > match.ply
    return f"{told} An answer had been prepared, and was played at once." if answered else told


def confirm_resign(match: MatchState) -> str:
    """The question before giving up."""
    return f"Do you really want to resign {match_title(match.match)}? This cannot be taken back."


def confirm_forgive(match: MatchState) -> str:
    """The question before somebody may play on whose time ran out."""
    whose = "them" if match.timed_out is None else holder_name(match.players[match.timed_out])
    ended = "" if match.is_running else " The result is taken back."
    return f"Let {whose} play on? They are to move again{_with_forgiven(match)}.{ended}"


def _with_forgiven(match: MatchState) -> str:
    """How much time somebody has whose timeout is forgiven."""
    clock = match.clock
    return "" if isinstance(clock, NoClock) else f" with {say_duration(clock.forgiven)} for it"
