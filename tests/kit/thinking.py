"""Somebody who thinks in the test's own process, with few nodes, and fails when told to."""

from __future__ import annotations

import asyncio
import json
from collections import deque

from bot.services.thinking import ThinkingFailedError
from rules.engine.worker import answer

FEW = 30


class Thinking:
    """Answers at once. ``asked`` are the questions so far; ``failures`` are raised before that.

    Whoever asks waits until it is ``free``, and then as many seconds as thinking ``takes``.
    """

    def __init__(self, nodes: int = FEW) -> None:
        self.asked: list[dict[str, object]] = []
        self.failures: deque[Exception] = deque()
        self.free = asyncio.Event()
        self.free.set()
        self.takes = 0.0
        self._nodes = nodes

    async def ask(self, question: str) -> object:
        asked = json.loads(question)
        self.asked.append(asked)
        await self.free.wait()
        await asyncio.sleep(self.takes)
        if self.failures:
            raise self.failures.popleft()
        try:
            return answer(json.dumps({**asked, "nodes": self._nodes}))
        except ValueError as error:
            raise ThinkingFailedError(str(error)) from error

    async def aclose(self) -> None:
        self.free.set()
