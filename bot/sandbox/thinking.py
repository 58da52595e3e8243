"""Thinking in the demo, for which nobody there has to wait."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from bot.services.thinking import Processes, Thinks

Waits: TypeAlias = Callable[..., Awaitable[Any]]
"""Waits for something, for which there is a ``reason``, without holding anybody else up."""


class ThinkingAside:
    """Asks processes; the simulated Discord is told not to wait until they have answered."""

    def __init__(self, thinker: Thinks | None = None) -> None:
        self._thinker = thinker or Processes()
        self._waits: Waits | None = None

    def beside(self, waits: Waits) -> None:
        """From now on, wait by this."""
        self._waits = waits

    async def ask(self, question: str, *, patient: bool = False) -> Any:
        """The answer to a question; raises ThinkingFailedError."""
        asking = self._thinker.ask(question, patient=patient)
        if self._waits is None:
            return await asking
        # in a context of its own, since whatever is begun in the bot's counts as the bot's work
        answer = contextvars.Context().run(asyncio.ensure_future, asking)
        return await self._waits(answer, reason="somebody thinks")

    async def aclose(self) -> None:
        """Think no more."""
        await self._thinker.aclose()
