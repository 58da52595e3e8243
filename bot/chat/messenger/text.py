"""What the messages of a match say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.chat.common.clocks import deadline, moment
from bot.chat.common.goals import goal
from bot.chat.common.permissions import spoken
from bot.chat.common.text import all_of, match_title, mention, quoted, side
from bot.services.matches import MatchState
from data.ids import Engine, Holder, PlayerId
from data.results import MatchResult
from data.states import Ending, EntryKind, FallbackReason, ThreadFallback
from rules.game import GameInfo, Reason, Seat

LONGEST_REASON = 300


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
    """Which match it is, and which side the reader plays in it, None for nobody's."""
    title = f"**{match_title(match.match)}**"
    return title if seat is None else f"{title} · you play **{side(match.seats[seat])}**"


def players_line(match: MatchState, names: Mapping[Holder, str]) -> str:
    """Who plays what: ``White Ada · Black Ben``."""
    return " · ".join(
        f"{side(seat)} {names[seat.holder]}{' (left)' if seat.left else ''}" for seat in match.seats
    )


def turn_line(match: MatchState, until: datetime | None = None) -> str:
    """Whose turn it is and until when, with the turn's one mention, or how it ended."""
    if match.to_move is None:
        return f"**{result(match)}**"
    seat = match.seats[match.to_move]
    if isinstance(seat.holder, Engine):
        return f"**{side(seat)}** to move: {holder_name(seat.holder)} is thinking."
    return (
        f"{mention(seat.holder)}, it is your turn: **{side(seat)}** to move{_limit(match, until)}."
    )


def own_turn_line(match: MatchState, reader: PlayerId) -> str:
    """Whose turn it is, or how it ended, for one reader: ``Waiting for Ben: Black to move.``"""
    if match.to_move is None or match.to_move_player == reader:
        return turn_line(match, match.match.deadline)
    seat = match.seats[match.to_move]
    limit = _limit(match, match.match.deadline)
    return f"Waiting for {holder_name(seat.holder)}: **{side(seat)}** to move{limit}."


def _limit(match: MatchState, until: datetime | None) -> str:
    paused = match.match.paused_until
    if paused is not None and match.ply == match.match.ply:
        return f". The clocks stand still until {moment(paused)}"
    return "" if until is None else f" {deadline(until)}"


def last_line(match: MatchState) -> str:
    """The last thing that happened, in words."""
    entry = match.last
    if entry is None:
        return f"The match begins. {goal(match.info)}"
    if entry.kind is EntryKind.MOVE:
        return match.sentence or ""
    if entry.seat is not None and entry.kind in _LEAVINGS:
        return f"{holder_name(match.players[entry.seat])} {_LEAVINGS[entry.kind]}."
    if entry.kind is EntryKind.RESUME and entry.author_id is None:
        return "The pause is over."
    by = "Somebody" if entry.author_id is None else mention(entry.author_id)
    told = LOGGED[entry.kind].format(by)
    return told if match.reason is None else f"{told} {quoted(match.reason, LONGEST_REASON)}"


_LEAVINGS = {EntryKind.LEAVE: "resigned", EntryKind.TIMEOUT: "ran out of time"}

LOGGED: Mapping[EntryKind, str] = {
    EntryKind.UNDO: "The match was taken back to this position, as {} had asked.",
    EntryKind.DRAW: "The players agreed on a draw, which {} had offered.",
    EntryKind.PAUSE: "The players agreed on a pause, for which {} had asked.",
    EntryKind.RESUME: "{} ended the pause.",
    EntryKind.ABORT: "{} called the match off before it had really begun.",
    EntryKind.DECIDE: "{}, who manages matches here, decided the match:",
    EntryKind.ANNUL: "{}, who manages matches here, annulled the match:",
    EntryKind.PLACE: "{}, who manages matches here, moved the match here:",
}

_ENDINGS: Mapping[Ending, str] = {
    Ending.RESIGNED: "by resignation",
    Ending.TIMED_OUT: "on time",
    Ending.AGREED: "the players agreed",
    Ending.DECIDED: "the server's managers decided",
}


def result(match: MatchState) -> str:
    """How a match that has ended ended, by the names of its players and their colours."""
    if match.result is None:
        return "It has no result."
    seats = [f"{holder_name(seat.holder)} ({seat.colour_name})" for seat in match.seats]
    return result_of(match.result, match.info, seats)


def result_of(found: MatchResult, info: GameInfo, names: Sequence[str]) -> str:
    """A result in words, with the names of the seats."""
    if found.reason is Reason.SCORE and found.scores is not None:
        return _by_points(found, found.scores, names)
    why = dict(info.endings)[found.reason] if found.reason else _ENDINGS[found.ending]
    if not found.winners:
        return f"Draw: {why}."
    winners = all_of([names[seat] for seat in found.winners])
    wins = "share the win" if len(found.winners) > 1 else "wins"
    between = " " if why.startswith(("by ", "on ")) else ": "
    return f"{winners} {wins}{between}{why}."


def _by_points(found: MatchResult, scores: tuple[int, ...], names: Sequence[str]) -> str:
    best = max(scores)
    if not found.winners:
        return f"Draw: {best} points each."
    others = all_of([str(score) for seat, score in enumerate(scores) if seat not in found.winners])
    winners = all_of([names[seat] for seat in found.winners])
    return f"{winners} wins, {best} points to {others}."


def moved(match: MatchState) -> str:
    """What the mover is told once the move is stored."""
    return f"Played. {last_line(match)}" + (f" {result(match)}" if match.result else "")


def confirm_resign(match: MatchState) -> str:
    """The question before giving up."""
    return f"Do you really want to resign {match_title(match.match)}? This cannot be taken back."
