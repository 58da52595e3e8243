"""Why something is refused here, in sentences."""

from __future__ import annotations

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
