"""The sentences of settings and block lists."""

from collections.abc import Sequence

from bot.core.people import NotAManager
from bot.screen import words
from bot.screen.words import mention, some_of
from data.ids import PlayerId
from rules.texts import Text, Words

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


@words.sentence.register
def _(error: NotAManager) -> Words:
    return (
        Text("Only people with the Manage Server permission can do this.")
        if error.role_id is None
        else Text(
            "Only people with the Manage Server permission or the role <@&{role}> can do this.",
            role=error.role_id,
        )
    )
