"""What the settings of people and servers say."""

from collections.abc import Sequence

from bot.chat.common.clocks import which_clocks
from bot.chat.common.text import all_of, mention
from bot.chat.interaction.part import Refusals
from bot.services.settings import (
    BlockedByYou,
    BlockedYou,
    BlockedYourself,
    ClockNotAllowed,
    GameNotAllowed,
    NoServerHere,
    NotAManager,
    NotAStarter,
    NotBlocked,
    WrongChannel,
)
from data.ids import PlayerId


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


REFUSALS: Refusals = {
    BlockedByYou: lambda error: (
        f"You have blocked {mention(error.player_id)}. `/block remove` takes that back."
    ),
    BlockedYou: lambda error: f"{mention(error.player_id)} cannot be challenged right now.",
    GameNotAllowed: lambda error: (
        f"{error.info.name} is not played in this server. "
        f"It plays {all_of([info.name for info in error.allowed]) if error.allowed else 'nothing'}."
    ),
    ClockNotAllowed: lambda error: (
        f"This clock is not used in this server. It plays with {which_clocks(error.allowed)}."
    ),
    WrongChannel: lambda error: f"In this server we play in <#{error.channel_id}>.",
    NotAStarter: lambda error: f"Only <@&{error.role_id}> may challenge here.",
    NotAManager: lambda error: (
        "Only people who manage the server may do this."
        if error.role_id is None
        else f"Only people who manage the server, or are <@&{error.role_id}>, may do this."
    ),
    NoServerHere: lambda _: "This works only in a server.",
    BlockedYourself: lambda _: "You cannot block yourself.",
    NotBlocked: lambda error: f"You had not blocked {mention(error.player_id)}.",
}
