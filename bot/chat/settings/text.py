"""What the settings of people and servers say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.chat.common.text import all_of, mention
from data.ids import PlayerId
from data.states import Orientation

HEADING = (
    "### Your settings\nThey hold for you alone, in every server. This is how you will see boards:"
)
NAMES_HEADING = "### Your name\nWho can see your name in lists, and your profile."
CONFIRM, SIDE, THEME = "Before a move is played", "Boards are drawn", "Colours"
CONFIRMS: Mapping[bool, str] = {
    True: "Show me the result and ask",
    False: "Play at once, without asking",
}
SIDES: Mapping[Orientation, str] = {
    Orientation.FIRST: "As in the match's thread",
    Orientation.OWN: "With my side at the bottom",
}
THEMES: Mapping[str, str] = {
    "slate": "Slate: dark and calm",
    "wood": "Wood: warm, light and dark",
    "tide": "Tide: light, strong contrasts",
}
ELSEWHERE, LEAVING = "In servers that I am not in", "In servers that I have left"
ELSEWHERES: Mapping[bool, str] = {
    False: "I can be seen",
    True: "My name is hidden",
}
LEAVINGS: Mapping[bool, str] = {
    False: "Lists leave my name out",
    True: "Lists go on naming me",
}
SAMPLE = "A board as you will see it."

SERVER_HEADING = (
    "### Settings of this server\n-# Only people with **Manage Server** can change them."
)
CHANNEL = "**Where challenges can be made.** Nothing chosen: in every channel I can write in."
GAMES = "**Games that are played here**"
STARTERS = "**Who may challenge.** Nothing chosen: everybody."
MANAGERS = (
    "**Who may decide, annul or move matches** with `/manage`, "
    "besides those with **Manage Server**. Nothing chosen: nobody else."
)
THREADS: Mapping[bool, str] = {
    True: "**Threads:** every match gets a thread of its own.",
    False: "**Threads:** off; boards are posted in the channel of the challenge.",
}
SWITCH_THREADS: Mapping[bool, str] = {
    True: "Post in the channel instead",
    False: "Give each match a thread",
}
RATED: Mapping[bool, str] = {
    True: "**Rated or friendly:** challenges are rated where nothing else is said.",
    False: "**Rated or friendly:** challenges are friendly where nothing else is said.",
}
SWITCH_RATED: Mapping[bool, str] = {True: "Friendly as usual", False: "Rated as usual"}
USUAL_CLOCK = "**The usual clock** of challenges that name none"
CLOCKS = "**Clocks that can be chosen.** Nothing chosen: all, and any that is typed."
ANY_CLOCK = "Every clock"
ANY_CHANNEL, ANYBODY, NOBODY = "Every channel", "Everybody", "Nobody else"
CANNOT_POST = (
    "I may not post in that channel: I need **View Channel** and **Send Messages** there. "
    "Nothing was changed."
)


def blocked(person: PlayerId) -> str:
    """What somebody is told who blocked a person."""
    return (
        f"{mention(person)} cannot challenge you any more, nor you them. "
        "Matches that are being played go on. `/block remove` takes it back."
    )


def unblocked(person: PlayerId) -> str:
    """What somebody is told who takes a block back."""
    return f"You and {mention(person)} can play again."


SHOWN = 50
"""How many people a block list names."""


def block_list(blocked: Sequence[PlayerId]) -> str:
    """Whom somebody has blocked."""
    if not blocked:
        return "You have blocked nobody."
    shown = [mention(each) for each in blocked[:SHOWN]]
    more = len(blocked) - SHOWN
    return f"You have blocked {all_of([*shown, f'{more} more'] if more > 0 else shown)}."


WEEKLY_ENDED = "No more puzzles will come. The last one shows its solution now."
NO_WEEKLY = "No puzzles come here. `/server puzzle` lets one come every week."


def weekly_kept(channel_id: int, *, changed: bool) -> str:
    """What a manager is told who wants a puzzle a week; where it came already, nothing changes."""
    if not changed:
        return (
            f"A puzzle comes to <#{channel_id}> every week already. "
            "`/server puzzle off:True` ends it."
        )
    return (
        f"A puzzle comes to <#{channel_id}> every week, the first one now. Everybody solves it for "
        "themselves; the solution comes with the next one. `/server puzzle off:True` ends it."
    )
