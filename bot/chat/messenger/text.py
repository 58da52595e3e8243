"""What the messages of a match say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.chat.common.goals import goal
from bot.chat.common.permissions import spoken
from bot.chat.common.text import match_title, mention, quoted, side
from bot.services.matches.models import MatchView
from data.states import Detour, DetourReason, EntryKind, MatchState
from rules.game import Outcome, Reason, Seat


def detour(note: Detour) -> str:
    """Why a match is not played in a thread of its own."""
    if note.reason is DetourReason.GONE:
        return "The match's thread is gone, so we go on here."
    if note.permission is None:
        return "A thread cannot be used for this match, so it is played here."
    return (
        f"I may not use a thread here (**{spoken(note.permission)}** is missing), "
        "so the match is played in the channel."
    )


def seat_name(view: MatchView, seat: Seat) -> str:
    """A seat by its colour: ``White``."""
    return view.seats[seat].colour_name


def own_title(view: MatchView, seat: Seat | None) -> str:
    """Which match it is, and which side the reader plays in it, None for nobody's."""
    title = f"**{match_title(view)}**"
    return title if seat is None else f"{title} · you play **{side(view.seats[seat])}**"


def players_line(view: MatchView, names: Mapping[int, str]) -> str:
    """Who plays what: ``White Ada · Black Ben``."""
    return " · ".join(f"{side(seat)} {names[seat.player_id]}" for seat in view.seats)


def turn_line(view: MatchView) -> str:
    """Whose turn it is, with the turn's one mention, or how it ended."""
    if view.to_move_player is None:
        return f"**{result(view)}**"
    seat = next(seat for seat in view.seats if seat.player_id == view.to_move_player)
    return f"{mention(view.to_move_player)}, it is your turn: **{side(seat)}** to move."


def last_line(view: MatchView) -> str:
    """The last thing that happened, in words."""
    entry = view.last_entry
    if entry is None:
        return f"The match begins. {goal(view.info)}"
    if entry.kind is EntryKind.MOVE:
        return view.sentence or ""
    if entry.kind is EntryKind.LEAVE and entry.seat is not None:
        return f"{seat_name(view, entry.seat)} resigns."
    if entry.reason is not None:
        return f"{LOGGED[entry.kind]} {mention(entry.player_id)}: {quoted(entry.reason, REASON)}"
    return LOGGED[entry.kind]


REASON = 300
"""How long a manager's reason is."""

LOGGED: Mapping[EntryKind, str] = {
    EntryKind.LEAVE: "A player leaves the match.",
    EntryKind.UNDO: "The match was taken back to this position.",
    EntryKind.DRAW: "The players agreed on a draw.",
    EntryKind.ABORT: "The match was called off before it had really begun.",
    EntryKind.DECIDE: "The server's managers decided the match.",
    EntryKind.ANNUL: "The server's managers annulled the match.",
    EntryKind.PLACE: "The server's managers moved the match here.",
}

_REASONS: Mapping[Reason, str] = {
    Reason.NO_MOVE: "the other side has no move left",
    Reason.EMPTIED: "no tile of that colour is left",
    Reason.ISOLATED: "none of its pieces touches another",
    Reason.SCORE: "by points",
    Reason.CONNECTED: "two opposite sides are connected",
    Reason.REPETITION: "the position came up three times",
    Reason.PLY_LIMIT: "the match reached its longest length",
    Reason.LEFT: "by resignation",
    Reason.AGREED: "the players agreed",
    Reason.DECIDED: "the server's managers decided",
}


def result(view: MatchView) -> str:
    """How a match that has ended ended."""
    outcome = view.outcome
    if view.state is MatchState.ABORTED or view.state is MatchState.ANNULLED or outcome is None:
        return "It has no result."
    return result_of(outcome, [seat.colour_name for seat in view.seats])


def result_of(outcome: Outcome, names: Sequence[str]) -> str:
    """A result in words, with the names of the seats."""
    winners = " and ".join(names[seat] for seat in outcome.winners)
    why = _why(outcome)
    if not winners:
        return f"Draw: {why}."
    share = "share the win" if len(outcome.winners) > 1 else "wins"
    return f"{winners} {share}{' ' if why.startswith('by ') else ': '}{why}."


def _why(outcome: Outcome) -> str:
    points = "" if outcome.scores is None else " (" + " to ".join(map(str, outcome.scores)) + ")"
    return _REASONS[outcome.reason] + points


def moved(view: MatchView) -> str:
    """What the mover is told once the move is stored."""
    return f"Played. {last_line(view)}" + (f" {result(view)}" if view.outcome else "")


def confirm_resign(view: MatchView) -> str:
    """The question before giving up."""
    return f"Do you really want to resign {match_title(view)}? This cannot be taken back."
