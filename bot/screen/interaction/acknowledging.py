"""Acknowledging an interaction within Discord's three seconds.

An acknowledgement of unknown outcome may have taken effect. Then the work goes on, and the answer
tries both ways.
"""

import asyncio
import time
from enum import Enum
from typing import Any

import discord
import structlog

from bot.core.measures import ACKNOWLEDGED
from bot.screen.messenger.channels import CONNECTION_LOST

logger = structlog.get_logger(__name__)

ALREADY_ACKNOWLEDGED, TOKEN_EXPIRED = 40060, 50027
SERVER_ERROR = 500
TIME_LIMIT = 3.0
"""Seconds that Discord waits for an acknowledgement."""

FOLLOWS = "what follows"
IN_DOUBT = "acknowledged in doubt"
HEARD = "heard at"
"""Keys of ``extras`` of an interaction; HEARD is the time when it arrived."""


class Follows(Enum):
    """What Discord expects after the acknowledgement."""

    NOTHING = "nothing"
    """Not acknowledged: the answer is the first response."""
    PRIVATE = "private"
    """The answer replaces the waiting private message, or the pressed one."""
    BESIDE = "beside"
    """The pressed message stays; answers are further private messages."""


async def acknowledge(
    interaction: discord.Interaction[Any],
    expected: Follows,
    *,
    thinking: bool = True,
    counts: bool = False,
) -> None:
    """Acknowledge the interaction, unless that was done before.

    If it ``counts`` when it reached Discord, the work goes on although it is too late for an
    answer; else the error is raised.
    """
    if interaction.response.is_done() or FOLLOWS in interaction.extras:
        return
    try:
        async with asyncio.timeout(TIME_LIMIT):  # discord.py would retry for longer
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
    """Whether a request that failed like this may have taken effect."""
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVER_ERROR or error.code == ALREADY_ACKNOWLEDGED
    return isinstance(error, CONNECTION_LOST)


def is_too_late(error: BaseException) -> bool:
    """Whether the interaction has expired."""
    if not isinstance(error, discord.HTTPException):
        return False
    return isinstance(error, discord.NotFound) or error.code == TOKEN_EXPIRED


def short(error: BaseException) -> dict[str, Any]:
    """Log fields of an error, without text that people wrote."""
    if isinstance(error, discord.HTTPException):
        return {"error": type(error).__name__, "status": error.status, "code": error.code}
    return {"error": type(error).__name__}
