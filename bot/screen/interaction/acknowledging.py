"""Acknowledging an interaction, which has to be done within three seconds.

An acknowledgement may be carried out although its answer gets lost. Then the work goes on, and
the answer finds out which way is open.
"""

import asyncio
import time
from enum import Enum
from typing import Any

import discord
import structlog

from bot.core.measures import ACKNOWLEDGED
from bot.screen.messenger.refusals import CONNECTION_LOST

logger = structlog.get_logger(__name__)

ALREADY_ACKNOWLEDGED, TOKEN_EXPIRED = 40060, 50027
SERVER_ERROR = 500
IN_TIME = 3.0
"""Seconds for which Discord waits for an acknowledgement."""

FOLLOWS, IN_DOUBT, HEARD = "what follows", "acknowledged in doubt", "heard at"
"""What is kept with an interaction; HEARD tells how long its acknowledgement took."""


class Follows(Enum):
    """What Discord was told to expect after an acknowledgement."""

    NOTHING = "nothing"
    """Nothing was acknowledged; the answer is the first thing that is sent."""
    PRIVATE = "private"
    """The private message that waits, or that was pressed, becomes the answer."""
    BESIDE = "beside"
    """The message that was pressed stays as it is, and private answers come beside it."""


async def acknowledge(
    interaction: discord.Interaction[Any],
    expected: Follows,
    *,
    thinking: bool = True,
    counts: bool = False,
) -> None:
    """Acknowledge at once. Acknowledged before, nothing is left to do.

    What ``counts`` when it reached Discord goes on though it is too late to answer it; else that is
    raised.
    """
    if interaction.response.is_done() or FOLLOWS in interaction.extras:
        return
    try:
        async with asyncio.timeout(IN_TIME):  # discord.py would try for longer than anybody waits
            await interaction.response.defer(ephemeral=thinking, thinking=thinking)
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        if is_doubtful(error):
            interaction.extras[IN_DOUBT] = True
        elif not (counts and is_too_late(error)):
            raise
        logger.warning("acknowledgement in doubt", **short(error))
    interaction.extras[FOLLOWS] = expected
    if HEARD in interaction.extras:
        ACKNOWLEDGED.observe(time.monotonic() - interaction.extras[HEARD])


def is_doubtful(error: BaseException) -> bool:
    """Whether what failed so may have been done all the same."""
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVER_ERROR or error.code == ALREADY_ACKNOWLEDGED
    return isinstance(error, CONNECTION_LOST)


def is_too_late(error: BaseException) -> bool:
    """Whether Discord takes no answer to the interaction any more."""
    if not isinstance(error, discord.HTTPException):
        return False
    return isinstance(error, discord.NotFound) or error.code == TOKEN_EXPIRED


def short(error: BaseException) -> dict[str, Any]:
    """What may be logged of an error: its kind and numbers, nothing that somebody wrote."""
    if isinstance(error, discord.HTTPException):
        return {"error": type(error).__name__, "status": error.status, "code": error.code}
    return {"error": type(error).__name__}
