"""Turning errors of an interaction into answers. Logs contain no text of people."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import discord
import structlog

from bot.core.errors import ServiceError
from bot.core.matches import MatchOver, MatchService, NotYourTurn, OutdatedBoard, SeveralMatches
from bot.core.measures import FAILED, REFUSALS
from bot.screen.interaction.acknowledging import is_doubtful, is_too_late, short
from bot.screen.interaction.command_options import Purpose, ask_which
from bot.screen.interaction.interaction import Interaction
from bot.screen.messenger.channels import CONNECTION_LOST
from bot.screen.words import ANSWER_LOST, UNEXPECTED
from data.errors import StorageError, UnreadableError
from rules.texts import Words

logger = structlog.get_logger(__name__)

REFUSED = (ServiceError, StorageError)
"""Errors with a sentence of their own."""
UNDELIVERED = (discord.HTTPException, *CONNECTION_LOST)
"""Errors of sending an answer."""
PAUSES = (1.0, 4.0, 16.0)
"""Seconds between attempts to send an answer of unknown outcome."""


async def answered(interaction: Interaction, work: Awaitable[None]) -> None:
    """Await ``work`` and answer its refusals; an unexpected error is answered and raised."""
    try:
        await work
    except (*REFUSED, *UNDELIVERED) as error:
        await refuse(interaction, error)
    except Exception:
        await _attempt(partial(interaction.warn, failure(interaction)))
        raise


async def refuse(interaction: Interaction, error: Exception) -> None:
    """Answer with the reason of a refusal, and the current board where that helps. Never raises."""
    if isinstance(error, StorageError):
        interaction.ask_for_no_settings()
        if isinstance(error, UnreadableError):
            logger.error("not readable", reason=str(error))
        else:
            logger.error("database failed", reason=str(error))
    if isinstance(error, REFUSED):
        REFUSALS.labels(type(error).__name__).inc()
    second = await _attempt(partial(_tell, interaction, error))
    if isinstance(second, REFUSED):
        await _attempt(partial(interaction.warn, interaction.refusal(second)))
    elif second is not None and not isinstance(second, UNDELIVERED):
        await _attempt(partial(interaction.warn, failure(interaction)))


def failure(interaction: Interaction) -> Words:
    """Count a failure by a fault of the bot; returns the sentence about it."""
    FAILED.labels(interaction.route).inc()
    return interaction.referring(UNEXPECTED)


async def _tell(interaction: Interaction, error: Exception) -> None:
    if isinstance(error, OutdatedBoard | NotYourTurn | MatchOver):
        await interaction.defer_private()
        await interaction.services[MatchService].end(error.view)
        await interaction.show_board(error.view, interaction.refusal(error))
    elif isinstance(error, SeveralMatches):
        await interaction.defer_private()
        await ask_which(interaction, error.matches, Purpose.OPEN)
    elif isinstance(error, REFUSED):
        await interaction.warn(interaction.refusal(error))
    elif not isinstance(error, UNDELIVERED):
        logger.error("interaction failed", exc_info=error)
        await interaction.warn(failure(interaction))
    elif is_doubtful(error):
        # the work is done; only its answer may be lost
        logger.warning("answer in doubt", **short(error))
        await interaction.warn(ANSWER_LOST)
    elif is_too_late(error):
        logger.warning("answer too late", **short(error))
    else:
        logger.error("answer not accepted", exc_info=error, **short(error))
        await interaction.warn(failure(interaction))


async def _attempt(telling: Callable[[], Awaitable[None]]) -> Exception | None:
    """Send an answer; returns the final error, or None."""
    try:
        await _until_it_arrives(telling)
    except UNDELIVERED as error:
        logger.warning("answer not delivered", **short(error))
        return error
    except REFUSED as error:
        return error
    except Exception as error:  # there is no way left to answer
        logger.error("answer failed", exc_info=error)
        return error
    return None


async def _until_it_arrives(telling: Callable[[], Awaitable[None]]) -> None:
    """Send an answer, again after each of PAUSES while its outcome is unknown."""
    for pause in (*PAUSES, None):
        try:
            await telling()
        except UNDELIVERED as error:
            if pause is None or not is_doubtful(error):
                raise
            logger.warning("answer is told again", **short(error))
            await asyncio.sleep(pause)
        else:
            return
