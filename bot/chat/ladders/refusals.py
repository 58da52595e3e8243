"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.common.ladders import (
    already_on_ladder,
    cannot_challenge,
    ladder_name,
    not_on_ladder,
    several_ladders,
)
from bot.chat.interaction.part import Refusals
from bot.services.ladders import (
    AlreadyOnLadder,
    ByInvitation,
    CannotChallenge,
    LadderClosed,
    LadderExists,
    LadderFrozen,
    LadderNeedsClock,
    LadderNotFrozen,
    NoLadderHere,
    NotForTwo,
    NotOnLadder,
    SeveralLadders,
    UnknownLadder,
)

REFUSALS: Refusals = {
    UnknownLadder: lambda _: "There is no such ladder here.",
    NoLadderHere: lambda _: (
        "There is no such ladder in this server yet. People who manage it make one with "
        "`/ladder create`."
    ),
    SeveralLadders: several_ladders,
    LadderExists: lambda error: (
        f"This server has a ladder of {ladder_name(error.ladder)} already. Close that one first, "
        "with `/ladder close`."
    ),
    LadderNeedsClock: lambda _: (
        "A ladder needs a clock, or one match could hold a place for ever. "
        "For example `3d`: three days for every move."
    ),
    NotForTwo: lambda error: f"Ladders are played by two; choose a {error.info.name} for two.",
    LadderClosed: lambda error: f"The {ladder_name(error.ladder)} ladder is closed.",
    LadderFrozen: lambda error: (
        f"The {ladder_name(error.ladder)} ladder stands still now: "
        "no challenge is made or answered."
    ),
    LadderNotFrozen: lambda error: f"The {ladder_name(error.ladder)} ladder does not stand still.",
    ByInvitation: lambda error: (
        f"The {ladder_name(error.ladder)} ladder is joined by invitation. "
        "Ask the people who manage this server."
    ),
    AlreadyOnLadder: already_on_ladder,
    NotOnLadder: not_on_ladder,
    CannotChallenge: cannot_challenge,
}
