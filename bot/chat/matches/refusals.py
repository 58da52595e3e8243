"""Why something is refused here, in sentences."""

from bot.chat.common.illegal import illegal
from bot.chat.common.text import mention
from bot.chat.interaction.part import Refusals
from bot.chat.messenger.text import holder_name, result
from bot.services.matches import (
    AlreadyLeft,
    CorruptLog,
    IllegalText,
    MatchOver,
    MatchRunning,
    NoBoardThere,
    NoMatchHere,
    NothingToForgive,
    NotYourMatch,
    NotYoursToSee,
    NotYourTurn,
    OutdatedBoard,
    RulesVersionMissing,
    Scope,
    SeveralMatches,
    TooLateToAbort,
    UnknownGame,
    UnknownMatch,
    UnknownVariant,
)
from bot.services.watching import CannotFollow, FollowsThemselves, FollowsTooMany

_COMMANDS = {"draw": "/match draw", "help": "/help", "resign": "/resign", "undo": "/match undo"}
"""What is typed as a move and is none, and the command that does it."""


def _illegal_move(error: IllegalText) -> str:
    """Why the move cannot be played; without an example also that there is another way."""
    other = "" if error.error.hints else " Or press **Move** and choose."
    command = _COMMANDS.get(error.error.text.strip().casefold())
    return illegal(error) + other + (f" For that there is `{command}`." if command else "")


def _no_match(error: NoMatchHere) -> str:
    what = "look back at" if error.scope is Scope.SEEN else "play"
    return (
        f"You have no match to {what}. Start one with `/challenge`, or name one with the "
        "`match` option."
    )


def _not_your_turn(error: NotYourTurn) -> str:
    mover = error.view.to_move_player
    return "It is not your turn" + ("." if mover is None else f": {holder_name(mover)} is to move.")


def _several(error: SeveralMatches) -> str:
    listed = ", ".join(f"{line.game_name} (match {line.id})" for line in error.matches[:5])
    more = len(error.matches) - 5
    rest = f" and {more} more" if more > 0 else ""
    return f"Which match? Name it with the `match` option: {listed}{rest}."


def _unknown_variant(error: UnknownVariant) -> str:
    known = ", ".join(f"`{variant.id}`" for variant in error.info.variants)
    return f"{error.info.name} is not played that way; there is {known}."


REFUSALS: Refusals = {
    UnknownMatch: lambda _: "There is no such match.",
    NotYourMatch: lambda _: "You do not play in this match. `/board` shows it to you.",
    NotYoursToSee: lambda _: (
        "You can look back at your own matches, and in a server at those that are played there."
    ),
    NotYourTurn: _not_your_turn,
    MatchOver: lambda error: f"This match is over. {result(error.view)}",
    MatchRunning: lambda _: "This match is still being played.",
    AlreadyLeft: lambda _: "You gave up your place in this match before.",
    OutdatedBoard: lambda _: "The match has moved on since that board. This is how it stands.",
    IllegalText: _illegal_move,
    NoBoardThere: lambda _: (
        "This message shows no board of mine. Choose this on a board, or type `/board`."
    ),
    NoMatchHere: _no_match,
    SeveralMatches: _several,
    CorruptLog: lambda error: (
        f"Match {error.match_id} is damaged in the database and cannot be shown. "
        "Please tell whoever runs this bot."
    ),
    UnknownGame: lambda _: "I do not know that game. Pick one from the list.",
    UnknownVariant: _unknown_variant,
    FollowsThemselves: lambda _: "You cannot follow yourself. Name somebody else.",
    FollowsTooMany: lambda error: (
        f"You follow {error.most} already, which is the most. Stop following one of them first."
    ),
    CannotFollow: lambda error: f"{mention(error.person_id)} cannot be followed right now.",
    TooLateToAbort: lambda _: "Everybody has moved already; now you can only resign.",
    NothingToForgive: lambda error: (
        "Nobody's time ran out just now."
        if error.view.is_running
        else "This match did not end on time, or something was decided since. `/manage decide` "
        "says how a match ended."
    ),
    RulesVersionMissing: lambda error: (
        f"This match of {error.info.name} began by rules that this version of the bot does not "
        "have. Nothing was changed; please tell whoever runs it."
    ),
}
