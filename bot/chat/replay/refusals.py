"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.interaction.part import Refusals
from bot.services.one_at_a_time import StillBusy
from bot.services.pictures import PicturesBusy, TooLongToAnimate
from bot.services.replay import NoResult

REFUSALS: Refusals = {
    NoResult: lambda _: "That format wants a result, and this match has none.",
    StillBusy: lambda _: (
        "What you asked for before is still being worked out. It comes in a moment."
    ),
    TooLongToAnimate: lambda _: (
        "This match is too long for one animated picture. Step through it instead."
    ),
    PicturesBusy: lambda _: "Too many pictures are being drawn. Please try again shortly.",
}
