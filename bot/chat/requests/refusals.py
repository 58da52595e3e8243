"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.common.clocks import moment
from bot.chat.common.text import mention
from bot.chat.interaction.part import Refusals
from bot.services.clocks import FORGIVE_WITHIN, say_duration
from bot.services.requests import (
    AlreadyPaused,
    AskedTooOften,
    BadPause,
    EnginesAgreeToNoDraw,
    NoDrawsHere,
    NothingToUndo,
    NoTimeToPause,
    NotPaused,
    NotYourRequest,
    OwnRequest,
    OwnTimeout,
    RequestClosed,
    RequestPending,
    RequestRefused,
    TooLateToForgive,
    UnknownRequest,
)

_TIMES = {1: "once", 2: "twice", 3: "three times"}


REFUSALS: Refusals = {
    NoTimeToPause: lambda _: "This match has no clock, so there is nothing to pause.",
    AlreadyPaused: lambda error: (
        f"The clocks stand still already, until {moment(error.view.match.paused_until)}."
    ),
    NotPaused: lambda _: "This match is not paused, so there is no pause to end.",
    BadPause: lambda error: f"A pause lasts from {error.shortest} to {error.longest} days.",
    NothingToUndo: lambda _: "You have no move on the board to take back.",
    EnginesAgreeToNoDraw: lambda _: (
        "I play on until the end, so I agree to no draw. You can resign, or call it off early."
    ),
    NoDrawsHere: lambda error: f"{error.info.name} cannot end in a draw.",
    UnknownRequest: lambda _: "There is no such request.",
    RequestPending: lambda error: (
        f"{mention(error.request.asker_id)} has asked for the same. Answer that first."
    ),
    RequestRefused: lambda _: (
        "You have asked for this before, and the answer was no. After the next move you can ask "
        "again."
    ),
    AskedTooOften: lambda error: (
        f"You have asked for this {_TIMES[error.most]} since the last move. Wait for the next one."
    ),
    RequestClosed: lambda _: "This request is not open any more.",
    OwnRequest: lambda _: (
        "The others have to answer this, not you. Ask for the same again, and you can withdraw it."
    ),
    NotYourRequest: lambda _: "Only the one who asked can withdraw this.",
    OwnTimeout: lambda _: "Your opponents can let you play on, or somebody who manages matches.",
    TooLateToForgive: lambda _: (
        f"The time ran out more than {say_duration(FORGIVE_WITHIN)} ago. Somebody who manages "
        "matches here can still let them play on, with `/manage forgive`; or play a rematch."
    ),
}
