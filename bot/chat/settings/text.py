"""What the settings of people and servers say."""

from collections.abc import Sequence

from bot.chat.common.text import mention, some_of, typed_as
from bot.chat.interaction import Refusals
from bot.services import settings
from data.ids import PlayerId
from rules.texts import Text, Words, listed, sentences

MENU_BLOCK, UNBLOCK = Text("Block or unblock"), Text("Unblock", "button")


def unblock(name: Words) -> Text:
    return Text("Unblock {player}", "button", player=name)


def blocked(person: PlayerId) -> Text:
    return Text(
        "You and {person} can no longer challenge each other. Running matches go on.",
        person=mention(person),
    )


def unblocked(person: PlayerId) -> Text:
    return Text("You and {person} can play again.", person=mention(person))


SHOWN = 50
"""How many people a block list names."""


def block_list(blocked: Sequence[PlayerId]) -> Text:
    if not blocked:
        return Text("You have blocked nobody.")
    return Text("You have blocked {players}.", players=some_of([*map(mention, blocked)], SHOWN))


WEEKLY_ENDED = Text("The weekly puzzle is off. The last one shows its solution now.")
WEEKLY_BEGINS = Text("I post a puzzle in {channel} every week, the first one now.")


REFUSALS: Refusals = {
    settings.BlockedByYou: Text("You have blocked {player}. `/block` undoes this."),
    settings.BlockedYou: Text("{player} cannot be challenged right now."),
    settings.GameNotAllowed: lambda error: sentences(
        Text("{game} is not played in this server.", game=error.info.name),
        Text("Its games are {games}.", games=listed([info.name for info in error.allowed]))
        if error.allowed
        else Text("No game is enabled here."),
    ),
    settings.ClockNotAllowed: lambda error: Text(
        "This server does not allow this clock. Choose one of these: {clocks}.",
        clocks=typed_as([str(each) for each in error.allowed]),
    ),
    settings.WrongChannel: lambda error: Text(
        "In this server, challenges are made in <#{channel}>. Try again there.",
        channel=error.channel_id,
    ),
    settings.NotAStarter: Text("Only <@&{role}> may challenge here."),
    settings.NotAManager: lambda error: (
        Text("Only people with the Manage Server permission can do this.")
        if error.role_id is None
        else Text(
            "Only people with the Manage Server permission or the role <@&{role}> can do this.",
            role=error.role_id,
        )
    ),
    settings.NoServerHere: Text("This works only in a server."),
    settings.BlockedYourself: Text("You cannot block yourself."),
}
