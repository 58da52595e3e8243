"""Every sentence a person reads, so that it can be changed and translated in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.permissions import spoken
from bot.services import errors
from bot.services.values import ChallengeView, MatchLine, MatchView
from data.database import StorageError
from data.states import ChallengeState, Detour, DetourReason, EntryKind, MatchState, SeatChoice
from rules.game import Outcome, Reason, Seat

NOT_STORED = (
    "Nothing was changed: the database could not be written just now. Please try again in a moment."
)
UNEXPECTED = "Something went wrong on our side, and nothing was changed. Please try again."
UNKNOWN_BUTTON = "This button is not in use any more. `/matches` shows where you can play."
NO_PICTURE = "I may not attach pictures here (**Attach Files** is missing), so this is the board:"
KEPT = "You play on."
ONLY_SERVERS = "Challenges are made in a server's channel, so that there is a place to play."


def mention(player_id: int) -> str:
    """Somebody as Discord shows them. Whether it pings is decided where it is sent."""
    return f"<@{player_id}>"


def match_title(line: MatchLine) -> str:
    """A match in a few words: its game and its number."""
    variant = "" if line.variant == line.info.variants[0] else f" ({line.variant.name})"
    return f"{line.info.name}{variant} · match {line.id}"


# What is refused, and why.


def _illegal(error: errors.IllegalText) -> str:
    wrong = error.error
    where = "" if wrong.span is None else wrong.text[slice(*wrong.span)]
    typed = " at ".join(quoted(part) for part in (wrong.text, where) if part.strip())
    end = "" if wrong.message.endswith((".", "?", "!")) else "."
    hints = ", ".join(f"`{hint}`" for hint in wrong.hints[:5])
    return f"{typed}: {wrong.message}{end}" + (f" For example: {hints}." if hints else "")


def quoted(typed: str, longest: int = 60) -> str:
    """What somebody typed, in a frame that it cannot break."""
    flat = " ".join(typed.replace("`", "'").split())
    return f"`{flat if len(flat) <= longest else flat[:longest] + '…'}`"


def _not_your_turn(error: errors.NotYourTurn) -> str:
    mover = error.view.to_move_player
    return "It is not your turn" + ("." if mover is None else f": {mention(mover)} is to move.")


def _closed(error: errors.ChallengeClosed) -> str:
    return {
        ChallengeState.ACCEPTED: "This challenge was accepted already.",
        ChallengeState.DECLINED: "This challenge was declined.",
        ChallengeState.CANCELLED: "This challenge was taken back.",
        ChallengeState.EXPIRED: "This challenge has run out. Send a new one with `/challenge`.",
    }.get(error.challenge.state, "This challenge is closed.")


def _several(error: errors.SeveralMatches) -> str:
    listed = ", ".join(f"{line.info.name} (match {line.id})" for line in error.matches[:5])
    more = len(error.matches) - 5
    rest = f" and {more} more" if more > 0 else ""
    return f"Which match? Name it with the `match` option: {listed}{rest}."


def _wrong_count(error: errors.WrongOpponentCount) -> str:
    people = "one opponent" if error.needed == 1 else f"{error.needed} opponents"
    return (
        f"{error.variant.name} needs {people}. Name exactly that many, or nobody at all: "
        "then anyone here may accept."
    )


def _unknown_variant(error: errors.UnknownVariant) -> str:
    known = ", ".join(f"`{variant.id}`" for variant in error.info.variants)
    return f"{error.info.name} is not played that way; there is {known}."


REFUSALS: Mapping[type[errors.ServiceError], Callable[[Any], str]] = {
    errors.UnknownMatch: lambda _: "There is no such match.",
    errors.NotYourMatch: lambda _: "You do not play in this match.",
    errors.NotYourTurn: _not_your_turn,
    errors.MatchOver: lambda error: f"This match is over. {result(error.view)}",
    errors.MatchRunning: lambda _: "This match is still being played.",
    errors.AlreadyLeft: lambda _: "You gave up your place in this match before.",
    errors.OutdatedBoard: lambda _: (
        "The match has moved on since that board. This is how it stands."
    ),
    errors.IllegalText: _illegal,
    errors.NoMatchHere: lambda _: (
        "You have no match to play. Start one with `/challenge`, or name one with the "
        "`match` option."
    ),
    errors.SeveralMatches: _several,
    errors.CorruptLog: lambda error: (
        f"Match {error.match_id} is damaged in the database and cannot be shown. "
        "Please tell whoever runs this bot."
    ),
    errors.UnknownGame: lambda _: "I do not know that game. Pick one from the list.",
    errors.UnknownVariant: _unknown_variant,
    errors.UnknownChallenge: lambda _: "There is no such challenge.",
    errors.ChallengeClosed: _closed,
    errors.NotInvited: lambda _: "This challenge is for somebody else.",
    errors.OwnChallenge: lambda _: "You cannot answer your own challenge.",
    errors.NotYourChallenge: lambda _: "Only the person who sent this challenge can take it back.",
    errors.OpponentIsBot: lambda _: "Bots do not play. Challenge a person, or nobody at all.",
    errors.OpponentIsYou: lambda _: "You cannot challenge yourself.",
    errors.SameOpponentTwice: lambda error: (
        f"You named {mention(error.player_id)} twice. Each opponent takes one place."
    ),
    errors.WrongOpponentCount: _wrong_count,
    errors.AlreadyRematched: lambda _: "The rematch of this match was asked for already.",
    errors.BlockedByYou: lambda error: (
        f"You have blocked {mention(error.player_id)}. Unblock them first to play together."
    ),
    errors.BlockedYou: lambda error: f"{mention(error.player_id)} does not want to play with you.",
    errors.GameNotAllowed: lambda error: (
        f"{error.info.name} is not played in this server. "
        f"It plays {', '.join(info.name for info in error.allowed) or 'nothing'}."
    ),
    errors.WrongChannel: lambda error: f"In this server we play in <#{error.channel_id}>.",
    errors.NotAStarter: lambda error: f"Only <@&{error.role_id}> may challenge in this server.",
    errors.NotAManager: lambda error: (
        "Only people who manage the server may do this."
        if error.role_id is None
        else f"Only people who manage the server, or are <@&{error.role_id}>, may do this."
    ),
    errors.NoServerHere: lambda _: "This works only in a server.",
    errors.UnknownTheme: lambda _: "There is no such theme. Pick one from the list.",
    errors.BadRanking: lambda _: "Every seat has to be named once, the winner first.",
    errors.TooLateToAbort: lambda _: "Everybody has moved already; now you can only resign.",
    errors.NothingToUndo: lambda _: "You have no move on the board to take back.",
    errors.NoDrawsHere: lambda error: f"{error.info.name} cannot end in a draw.",
    errors.UnknownRequest: lambda _: "There is no such request.",
    errors.RequestPending: lambda error: (
        f"{mention(error.request.asker_id)} has asked for the same. Answer that first."
    ),
    errors.RequestRefused: lambda _: "You have asked for this before, and the answer was no.",
    errors.RequestClosed: lambda _: "This request is not open any more.",
    errors.OwnRequest: lambda _: "The others have to answer this, not you.",
    errors.NotYourRequest: lambda _: "Only the one who asked can take this back.",
    errors.PicturesBusy: lambda _: "Too many pictures are being drawn. Please try again shortly.",
}


def refusal(error: errors.ServiceError | StorageError) -> str:
    """The sentence for something that was not done."""
    if isinstance(error, StorageError):
        return NOT_STORED
    return REFUSALS[type(error)](error)


def missing_permission(name: str) -> str:
    """What to say when the bot lacks a permission to play here."""
    return f"I cannot play in this channel: I need the **{spoken(name)}** permission here."


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


# Challenges.

_SEATS = {
    SeatChoice.FIRST: "{} moves first.",
    SeatChoice.SECOND: "{} moves second.",
    SeatChoice.RANDOM: "Who moves first is drawn by lot.",
    SeatChoice.ROTATED: "Everybody moves one seat up.",
}


def challenge_heading(view: ChallengeView) -> str:
    """What is offered: the game, how it is played, and whose it is."""
    what = "Rematch" if view.rematch_of is not None else "Challenge"
    return f"### {what}: {view.info.name}\n-# {view.variant.name}, by {view.info.designer}"


def challenge_body(view: ChallengeView) -> str:
    """Who challenges whom, and how seats are given."""
    who = mention(view.challenger_id)
    if view.invited:
        others = " and ".join(mention(player) for player in view.invited)
        line = f"{who} challenges {others}."
    else:
        seats = "anyone here" if view.variant.seats == 2 else f"{view.variant.seats - 1} people"
        line = f"{who} looks for an opponent: {seats} may accept."
    return f"{line} {_SEATS[view.seat_choice].format(who)}"


def challenge_status(view: ChallengeView) -> str:
    """How the challenge stands."""
    match view.state:
        case ChallengeState.ACCEPTED:
            players = " and ".join(mention(player) for player in view.accepted)
            return f"Accepted by {players}. The match begins."
        case ChallengeState.DECLINED:
            return f"Declined by {mention(view.closed_by or 0)}."
        case ChallengeState.CANCELLED:
            return f"Taken back by {mention(view.closed_by or 0)}."
        case ChallengeState.EXPIRED:
            return "Nobody answered in time."
        case _:
            taken = f"Accepted so far: {len(view.accepted)}. " if view.accepted else ""
            return f"-# {taken}Open until <t:{int(view.expires_at.timestamp())}:f>."


# Matches.


def seat_name(view: MatchView, seat: Seat) -> str:
    """A seat by its colour: ``White``."""
    return view.seats[seat].colour_name


def players_line(view: MatchView, names: Mapping[int, str]) -> str:
    """Who plays what: ``White Ada · Black Ben``."""
    return " · ".join(f"{seat.colour_name} {names[seat.player_id]}" for seat in view.seats)


def turn_line(view: MatchView) -> str:
    """Whose turn it is, with the turn's one mention, or how it ended."""
    if view.to_move_player is None:
        return f"**{result(view)}**"
    seat = next(seat for seat in view.seats if seat.player_id == view.to_move_player)
    return f"{mention(view.to_move_player)}, it is your turn: **{seat.colour_name}** to move."


def last_line(view: MatchView) -> str:
    """The last thing that happened, in words."""
    entry = view.last_entry
    if entry is None:
        return "The match begins."
    if entry.kind is EntryKind.MOVE:
        return view.sentence or ""
    if entry.kind is EntryKind.LEAVE and entry.seat is not None:
        return f"{seat_name(view, entry.seat)} resigns."
    return LOGGED[entry.kind]


LOGGED: Mapping[EntryKind, str] = {
    EntryKind.LEAVE: "A player leaves the match.",
    EntryKind.UNDO: "The last move was taken back.",
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
    winners = " and ".join(seat_name(view, seat) for seat in outcome.winners)
    why = _why(outcome)
    if not winners:
        return f"Draw: {why}."
    share = "share the win" if len(outcome.winners) > 1 else "wins"
    return f"{winners} {share}: {why}."


def _why(outcome: Outcome) -> str:
    points = "" if outcome.scores is None else " (" + " to ".join(map(str, outcome.scores)) + ")"
    return _REASONS[outcome.reason] + points


def moved(view: MatchView) -> str:
    """What the mover is told once the move is stored."""
    return f"Played. {last_line(view)}" + (f" {result(view)}" if view.outcome else "")


def match_entry(line: MatchLine, player_id: int) -> str:
    """A match in somebody's list."""
    others = ", ".join(mention(player) for player in line.players if player != player_id)
    place = line.thread_id or line.channel_id
    return f"**{match_title(line)}** against {others} · <#{place}>"


def confirm_resign(view: MatchView) -> str:
    """The question before giving up."""
    return f"Do you really want to resign {match_title(view)}? This cannot be taken back."
