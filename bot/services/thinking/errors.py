"""Why nothing came of thinking."""

from typing import TypeVar

from cachetools import LRUCache


class ThinkingFailedError(Exception):
    """Whoever was asked died, took too long, or could make nothing of the question."""


REMEMBERED_FAILURES = 1_000
"""Of so many questions it is known that they failed; of some nobody ever hears again."""

Asked = TypeVar("Asked")


class Failures(LRUCache[Asked, int]):
    """How often each question failed; 0 for those that never did, or too long ago."""

    def __init__(self) -> None:
        super().__init__(REMEMBERED_FAILURES)

    def __missing__(self, asked: Asked) -> int:
        return 0
