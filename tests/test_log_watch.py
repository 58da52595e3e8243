"""What is logged while the suite runs is really watched."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
import structlog

from tests.kit.log_watch import WATCH
from tests.kit.logs import captured, logged

TOO_MUCH = ["b2-b4", "Ada", "a.token.of.three", "POST /interactions/17/aW50ZXJhY3Rpb24/callback"]


@pytest.mark.parametrize("text", TOO_MUCH[:-1])
def test_our_lines_are_watched(text: str) -> None:
    structlog.get_logger("bot.app").debug("something", said=text)
    assert text in WATCH.take()[0]


@pytest.mark.parametrize("text", TOO_MUCH[:-1])
def test_lines_of_others_are_watched(text: str) -> None:
    logging.getLogger("discord.http").warning("something of %s", text)
    assert text in WATCH.take()[0]


def test_tokens_are_taken_out_before() -> None:
    before = WATCH.lines
    logging.getLogger("discord.http").warning(TOO_MUCH[-1])
    assert WATCH.lines == before + 1
    assert WATCH.take() == []


def test_others_who_read_the_log_leave_the_watch_as_it_was() -> None:
    with logged("warning"):
        structlog.get_logger("bot.app").warning("something")
    before = WATCH.lines
    structlog.get_logger("bot.app").debug("something")
    assert WATCH.lines == before + 1


@pytest.mark.parametrize("reading", [logged, captured])
def test_what_others_read_is_watched_too(
    reading: Callable[[], AbstractContextManager[Any]],
) -> None:
    with reading():
        structlog.get_logger("bot.app").warning("something", said="Ada")
    assert "Ada" in WATCH.take()[0]
