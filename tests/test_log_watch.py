"""What is logged while the suite runs is really watched."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
import structlog

from tests.kit.log_watch import WATCH
from tests.kit.logs import captured, logged

TOO_MUCH = [
    "b2-b4",
    "b8-h8-b8-b6",
    "f10>e10,g10",
    "i2:3+2+1>E@f6",
    "2,-1/2,-2",
    "Ada",
    "a.token.of.three",
    "POST /interactions/17/aW50ZXJhY3Rpb24/callback",
]


@pytest.mark.parametrize("text", TOO_MUCH[:-1])
def test_our_lines_and_those_of_others_are_watched(text: str) -> None:
    structlog.get_logger("bot.app").debug("something", said=text)
    logging.getLogger("discord.http").warning("something of %s", text)
    ours, theirs = WATCH.take()
    assert text in ours
    assert text in theirs


def test_tokens_are_taken_out_before() -> None:
    before = WATCH.lines
    logging.getLogger("discord.http").warning(TOO_MUCH[-1])
    assert WATCH.lines == before + 1
    assert WATCH.take() == []


@pytest.mark.parametrize("reading", [logged, captured])
def test_what_others_read_is_watched_too_and_what_comes_after_them(
    reading: Callable[[], AbstractContextManager[Any]],
) -> None:
    with reading():
        structlog.get_logger("bot.app").warning("something", said="Ada")
    structlog.get_logger("bot.app").debug("something", said="b2-b4")
    during, after = WATCH.take()
    assert "Ada" in during
    assert "b2-b4" in after
