"""Why something is refused here, in sentences."""

from bot.core import matches
from bot.features.watching import CannotFollow, FollowsThemselves, FollowsTooMany
from bot.screen.choices import MOVE
from bot.screen.interaction import Refusals
from bot.screen.interaction.interaction import CannotStandError
from bot.screen.interaction.naming import NamedBotError, NamedNobodyError, NotHereError
from bot.screen.messenger.words import cannot_stand, holder_name, result
from bot.screen.names import TITLE, harmless
from bot.screen.words import WHICH, illegal
from rules.texts import Text, in_a_row, sentences

_COMMANDS = {"draw": "/match", "help": "/help", "resign": "/resign", "undo": "/match"}
"""What is typed as a move and is none, and the command that does it."""


def _illegal_move(error: matches.IllegalText) -> Text:
    """Why the move cannot be played; without an example also that there is another way."""
    press = Text("Or press **{button}** and choose.", button=MOVE)
    command = _COMMANDS.get(error.error.text.strip().casefold())
    for_that = command and Text("Use {command} for that.", command=f"`{command}`")
    return sentences(illegal(error), None if error.error.hints else press, for_that)


def _no_match(error: matches.NoMatchHere) -> Text:
    nothing = (
        Text("You have no match to look at.")
        if error.scope is matches.Scope.SEEN
        else Text("You have no match to play.")
    )
    start = Text("Start one with `/challenge`, or name one with the `match` option.")
    return sentences(nothing, start)


def _not_your_turn(error: matches.NotYourTurn) -> Text:
    mover = error.view.to_move_player
    if mover is None:
        return Text("It is not your turn.")
    return Text("It is not your turn: {player} is to move.", player=holder_name(mover))


REFUSALS: Refusals = {
    NamedBotError: Text("{player} is a bot. Choose a person."),
    NamedNobodyError: Text("Discord does not know this person. Choose somebody else."),
    NotHereError: Text("This person is not in this server. Choose somebody who is."),
    CannotStandError: lambda error: cannot_stand(error.channel_id, error.obstacle),
    matches.UnknownMatch: Text("There is no such match. `/matches` lists yours."),
    matches.NotYourMatch: Text("You do not play in this match. `/match` shows it to you."),
    matches.NotYoursToSee: Text(
        "You can look back at your own matches, and in a server at those that are played there."
    ),
    matches.NotYourTurn: _not_your_turn,
    matches.MatchOver: lambda error: sentences(Text("This match is over."), result(error.view)),
    matches.MatchRunning: Text("This match is still being played."),
    matches.AlreadyLeft: Text("You have already left this match."),
    matches.PlayerDeleted: Text(
        "A player's data was deleted since then, so the match cannot go back to their turn."
    ),
    matches.OutdatedBoard: Text(
        "The match has moved on since that board. Here is the current board."
    ),
    matches.IllegalText: _illegal_move,
    matches.NoBoardThere: Text(
        "This message has no board. Use this on a message with a board, or type `/match`."
    ),
    matches.NoMatchHere: _no_match,
    matches.SeveralMatches: WHICH,
    matches.CorruptLog: Text(
        "Match {match} is damaged in the database and cannot be shown. Please tell the "
        "person who runs this bot."
    ),
    matches.UnknownGame: Text("I do not know that game. Pick one from the list."),
    matches.UnknownVariant: lambda error: Text(
        "{game} has no such variant. Choose one of these: {known}.",
        game=error.info.name,
        known=in_a_row([f"`{variant.id}`" for variant in error.info.variants]),
    ),
    FollowsThemselves: Text("You cannot follow yourself. Name somebody else."),
    FollowsTooMany: Text(
        "You follow {most} already, which is the limit. Stop following one of them first."
    ),
    CannotFollow: Text("{person} cannot be followed right now."),
    matches.MovesStand: lambda error: Text(
        "This is a tournament game (*{tournament}*), so this is not possible here. You can "
        "withdraw from the tournament.",
        tournament=harmless(error.view.match.tournament or "", TITLE),
    ),
    matches.TooLateToAbort: Text("Everybody has moved already; now you can only resign."),
    matches.NothingToForgive: lambda error: (
        Text("Nobody's time ran out just now.")
        if error.view.is_running
        else Text(
            "Nobody lost this match on time, or a manager has decided it since. `/manage` "
            "changes the result."
        )
    ),
    matches.RulesVersionMissing: Text(
        "This match of {name} began under rules that this version of the bot does not "
        "have. Nothing was changed. Please tell the person who runs the bot."
    ),
}
