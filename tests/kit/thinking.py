"""Somebody who thinks in the test's own process, with few nodes, and fails when told to."""

import asyncio
import json
from collections import deque

from bot.core.matches import MoveMade
from bot.core.thinking import Processes, ThinkingFailedError
from rules.engine.worker import answer

FEW = 30
NEVER = 10**6  # seconds
FEWEST = 1
"""Nodes for each move that is judged, since there are many."""


class Thinking(Processes):
    """Answers at once. ``asked`` are the questions so far; ``failures`` are raised before that.

    Whoever asks waits until it is ``free``, and then as many seconds as thinking ``takes``. Of the
    judgements of moves, the one with the number ``fails_at``, counted from 0, fails, and that with
    ``waits_at`` is never given; each takes ``judging`` seconds. ``nonsense`` is told about a
    position. ``verdicts`` are given in place of judgements, by the position that a move was made
    in.
    """

    def __init__(self, nodes: int = FEW) -> None:
        self.asked: list[dict[str, object]] = []
        self.failures: deque[Exception] = deque()
        self.free = asyncio.Event()
        self.free.set()
        self.takes = 0.0
        self.judging = 0.0
        self.fails_at: int | None = None
        self.waits_at: int | None = None
        self.nonsense: dict[str, object] = {}
        self.verdicts: dict[object, object] = {}
        self._judged = 0
        self._nodes = nodes

    async def ask(self, question: str, *, patient: bool = False) -> object:
        asked = json.loads(question)
        self.asked.append({**asked, "patient": patient})
        if asked["ask"] == "judgement":
            return await self._judge(asked)
        await self.free.wait()
        await asyncio.sleep(self.takes)
        if self.failures:
            raise self.failures.popleft()
        try:
            return answer(json.dumps({**asked, "nodes": self._nodes}))
        except ValueError as error:
            raise ThinkingFailedError(str(error)) from error

    def judge(
        self, made: MoveMade, before: float, after: float, *, is_mistake: bool, **better: object
    ) -> None:
        """Let it say what a move's player could expect, and of a mistake that another is better."""
        other = next(each for each in made.before.moves() if each != made.move)
        promise = {"line": [str(other)], "merit": {"kind": "promises"}, "punished_by": None}
        signs = [1 if seat == made.seat else -1 for seat in range(2)]
        self.verdicts[made.before.encode()] = {
            "before": [sign * before for sign in signs],
            "after": [sign * after for sign in signs],
            "better": {**promise, "expected": [], "allowed": [], **better} if is_mistake else None,
        }

    async def _judge(self, asked: dict[str, object]) -> object:
        await asyncio.sleep(self.judging)
        number, self._judged = self._judged, self._judged + 1
        if number == self.waits_at:
            await asyncio.sleep(NEVER)
        if number == self.fails_at:
            raise ThinkingFailedError("it died")
        if asked["position"] == self.nonsense.get("position"):
            return self.nonsense["told"]
        if asked["position"] in self.verdicts:
            return self.verdicts[asked["position"]]
        return answer(json.dumps({**asked, "nodes": FEWEST}))

    async def aclose(self) -> None:
        self.free.set()
