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

from bot.chat.interaction.client import Interaction
from bot.chat.messenger.errors import CONNECTION_LOST
from bot.measures import ACKNOWLEDGED

logger = structlog.get_logger(__name__)

ALREADY_ACKNOWLEDGED, TOKEN_EXPIRED = 40060, 50027
SERVER_ERROR = 500
IN_TIME = 3.0
"""Seconds for which Discord waits for an acknowledgement."""

_FOLLOWS, _IN_DOUBT, _HEARD = "what follows", "acknowledged in doubt", "heard at"


class Follows(Enum):
    """What Discord was told to expect after an acknowledgement."""

    NOTHING = "nothing"
    """Nothing was acknowledged; the answer is the first thing that is sent."""
    PRIVATE = "private"
    """The private message that waits, or that was pressed, becomes the answer."""
    BESIDE = "beside"
    """The message that was pressed stays as it is, and private answers come beside it."""


async def defer_private(interaction: Interaction, *, counts: bool = False) -> None:
    """Acknowledge at once; the answer, for this person alone, follows.

    Acknowledged before, nothing is left to do. What ``counts`` when it reached Discord goes on
    though it is too late to answer it; else that is raised.
    """
    await _acknowledge(interaction, Follows.PRIVATE, thinking=True, counts=counts)


async def defer_update(interaction: Interaction, *, counts: bool = False) -> None:
    """Acknowledge at once; the answer takes the place of the private message it came from.

    From a message that everybody sees, or a command, the answer is a private one of its own.
    ``counts`` as in ``defer_private``.
    """
    thinking = not is_on_private(interaction)
    await _acknowledge(interaction, Follows.PRIVATE, thinking=thinking, counts=counts)


async def defer_beside(interaction: Interaction) -> None:
    """Acknowledge at once; the message that was pressed stays as it is.

    An answer, for this person alone, is a message of its own.
    """
    await _acknowledge(interaction, Follows.BESIDE, thinking=False)


def note_hearing(interaction: Interaction) -> None:
    """Note when the interaction was heard of, to tell how long its acknowledgement took."""
    interaction.extras[_HEARD] = time.monotonic()


def follows(interaction: Interaction) -> Follows:
    """What Discord was told to expect."""
    told: Follows = interaction.extras.get(_FOLLOWS, Follows.NOTHING)
    return told


def is_on_private(interaction: Interaction) -> bool:
    """Whether something on a message was pressed that one person alone sees."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


def is_in_doubt(interaction: Interaction) -> bool:
    """Whether the acknowledgement may not have reached Discord."""
    return _IN_DOUBT in interaction.extras


def is_acknowledged(interaction: Interaction) -> bool:
    """Whether an acknowledgement or an answer was sent."""
    return interaction.response.is_done() or _FOLLOWS in interaction.extras


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


async def _acknowledge(
    interaction: Interaction, expected: Follows, *, thinking: bool, counts: bool = False
) -> None:
    if is_acknowledged(interaction):
        return
    try:
        async with asyncio.timeout(IN_TIME):  # discord.py would try for longer than anybody waits
            await interaction.response.defer(ephemeral=thinking, thinking=thinking)
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        if is_doubtful(error):
            interaction.extras[_IN_DOUBT] = True
        elif not (counts and is_too_late(error)):
            raise
        logger.warning("acknowledgement in doubt", **short(error))
    interaction.extras[_FOLLOWS] = expected
    if _HEARD in interaction.extras:
        ACKNOWLEDGED.observe(time.monotonic() - interaction.extras[_HEARD])
