"""Waiting at the end for what may hang."""

import asyncio
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

import structlog

logger = structlog.get_logger(__name__)


async def ended_within(name: str, limit: timedelta, work: Coroutine[Any, Any, None]) -> None:
    """Do ``work``, whose errors are raised; one that takes longer is left alone and logged."""
    ending = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({ending}, timeout=limit.total_seconds())
    if done:
        await ending
    else:
        logger.warning("did not end in time", work=name)
