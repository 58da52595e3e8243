"""What is refused, and why: one sentence for every error of the services."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.chat.common.permissions import spoken
from bot.chat.common.text import all_of, mention, quoted
from bot.chat.messenger.text import result
from bot.services.matches import errors
from data.database import StorageError
from data.states import ChallengeState

NOT_STORED = (
    "Nothing was changed: the database could not be written just now. Please try again in a moment."
)


def _illegal(error: errors.IllegalText | errors.IllegalPractice) -> str:
    wrong = error.error
    where = "" if wrong.span is None else wrong.text[slice(*wrong.span)]
    end = "" if wrong.message.endswith((".", "?", "!")) else "."
    hints = ", ".join(f"`{hint}`" for hint in wrong.hints[:5])
    return f"{_named(wrong.text, where, wrong.message)}{end}" + (
        f" For example: {hints}." if hints else ""
    )


def _named(typed: str, where: str, message: str) -> str:
    """What is wrong, behind what was typed; a part that the sentence names itself is not repeated.

    ``0,0`` already holds a tile, or ``b2-b9`` at ``b9``: that is off the board.
    """
    parts = list(dict.fromkeys(part for part in (typed.strip(), where.strip()) if part))
    if parts and message.startswith(f"{parts[-1]} "):
        message = quoted(parts[-1]) + message.removeprefix(parts[-1])
        parts.pop()
    named = " at ".join(quoted(part) for part in parts)
    return f"{named}: {message}" if named else message


def _illegal_move(error: errors.IllegalText) -> str:
    """Why the move cannot be played; without an example also that there is another way."""
    other = "" if error.error.hints else " Or press **Move** and choose."
    return _illegal(error) + other


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
    seats = {2: "two", 3: "three"}.get(error.variant.seats, str(error.variant.seats))
    opponents = "one opponent" if error.needed == 1 else f"{error.needed} opponents"
    return (
        f"**{error.variant.name}** is for {seats}; name {opponents}, "
        "or nobody: then anyone here may accept."
    )


def _unknown_variant(error: errors.UnknownVariant) -> str:
    known = ", ".join(f"`{variant.id}`" for variant in error.info.variants)
    return f"{error.info.name} is not played that way; there is {known}."


REFUSALS: Mapping[type[errors.ServiceError], Callable[[Any], str]] = {
    errors.UnknownMatch: lambda _: "There is no such match.",
    errors.NotYourMatch: lambda _: "You do not play in this match.",
    errors.NotYoursToSee: lambda _: (
        "You can look back at your own matches, and in a server at those that are played there."
    ),
    errors.NoResult: lambda _: "That format wants a result, and this match has none.",
    errors.NotYourTurn: _not_your_turn,
    errors.MatchOver: lambda error: f"This match is over. {result(error.view)}",
    errors.MatchRunning: lambda _: "This match is still being played.",
    errors.AlreadyLeft: lambda _: "You gave up your place in this match before.",
    errors.OutdatedBoard: lambda _: (
        "The match has moved on since that board. This is how it stands."
    ),
    errors.IllegalText: _illegal_move,
    errors.NoBoardThere: lambda _: "This message shows no board of mine.",
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
    errors.RulesMissing: lambda error: (
        f"The rules of {error.info.name} were not installed with this bot. "
        "Please tell whoever runs it."
    ),
    errors.UnknownChallenge: lambda _: "There is no such challenge.",
    errors.ChallengeClosed: _closed,
    errors.NotInvited: lambda _: "This challenge is for somebody else.",
    errors.OwnChallenge: lambda _: "You cannot answer your own challenge.",
    errors.NotYourChallenge: lambda _: "Only the person who sent this challenge can take it back.",
    errors.OpponentIsBot: lambda _: (
        "Bots cannot be challenged. Name a person, or nobody for an open challenge."
    ),
    errors.OpponentIsYou: lambda _: "You cannot challenge yourself.",
    errors.SameOpponentTwice: lambda error: (
        f"You named {mention(error.player_id)} twice. Each opponent takes one place."
    ),
    errors.WrongOpponentCount: _wrong_count,
    errors.AlreadyRematched: lambda _: "The rematch of this match was asked for already.",
    errors.RematchElsewhere: lambda error: (
        "Ask for the rematch where the match was played: "
        f"<#{error.view.thread_id or error.view.channel_id}>."
    ),
    errors.BlockedByYou: lambda error: (
        f"You have blocked {mention(error.player_id)}. Unblock them first to play together."
    ),
    errors.BlockedYou: lambda error: f"{mention(error.player_id)} cannot be challenged right now.",
    errors.GameNotAllowed: lambda error: (
        f"{error.info.name} is not played in this server. "
        f"It plays {all_of([info.name for info in error.allowed]) if error.allowed else 'nothing'}."
    ),
    errors.WrongChannel: lambda error: f"In this server we play in <#{error.channel_id}>.",
    errors.NotAStarter: lambda error: f"Only <@&{error.role_id}> may challenge here.",
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
    errors.NotYourRequest: lambda _: "Only the one who asked can withdraw this.",
    errors.NoPractice: lambda _: (
        "You have no practice board. Choose a game with `/rules`, then press **Try it**."
    ),
    errors.PracticeMovedOn: lambda _: "This is where your practice stands now.",
    errors.IllegalPractice: _illegal,
    errors.TooLongToAnimate: lambda _: (
        "This match is too long for one animated picture. Step through it instead."
    ),
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
