"""The sentences of settings and block lists."""

from collections.abc import Sequence

from bot.core.people import NotAManager
from bot.screen import words
from bot.screen.words import mention, some_of
from data.ids import PlayerId
from rules.texts import Text, Words

MENU_BLOCK, UNBLOCK = Text("Block or unblock"), Text("Unblock", "button")
UNBLOCK_ONE = Text("Unblock {player}", "button")
BLOCKED = Text("You and {person} can no longer challenge each other. Running matches go on.")
UNBLOCKED = Text("You and {person} can play again.")
SHOWN = 50
"""How many people a block list names."""


def block_list(blocked: Sequence[PlayerId]) -> Text:
    if not blocked:
        return Text("You have blocked nobody.")
    return Text("You have blocked {players}.", players=some_of([*map(mention, blocked)], SHOWN))


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
