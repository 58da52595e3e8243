"""One shape for every line, whoever writes it, and nothing in it that people wrote or must hide."""

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import structlog

from bot.app.logging_setup import configure_logs
from bot.app.operating import check_copy
from data.errors import StorageError
from tests.kit.logs import logged

LINE = re.compile(r"(\S+Z) \[(\w+) *\] (.+?) +\[([\w.]+)\](.*)")
TOKEN = "NzkyNzE1NDU0MTk2MDg4ODQy.X-hvzA.Ovy4MCQywSkoMRRclStW4xAYK7I"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    with logged() as told:
        yield told


def parts(line: str) -> tuple[str, ...]:
    found = LINE.fullmatch(line)
    assert found is not None, line
    return found.groups()


def test_lines_of_others_have_the_shape_of_ours(lines: io.StringIO) -> None:
    structlog.get_logger("bot.app.client").info("ready", servers=3)
    logging.getLogger("discord.gateway").info("Shard ID %s has connected", 0)
    logging.getLogger("aiohttp.server").warning("slow")
    logging.getLogger("sqlalchemy.pool").error("lost")
    told = [parts(line) for line in lines.getvalue().splitlines()]
    assert [(level, event, name) for _, level, event, name, _ in told] == [
        ("info", "ready", "bot.app.client"),
        ("info", "Shard ID 0 has connected", "discord.gateway"),
        ("warning", "slow", "aiohttp.server"),
        ("error", "lost", "sqlalchemy.pool"),
    ]
    assert told[0][-1] == " servers=3"
    for at, *_ in told:
        assert abs(datetime.fromisoformat(at) - datetime.now(UTC)).days == 0


def test_our_details_are_told_and_those_of_others_are_not(lines: io.StringIO) -> None:
    structlog.get_logger("bot.features").debug("board due", match=1)
    logging.getLogger("discord.http").debug("POST with everything that somebody wrote")
    assert [parts(line)[2] for line in lines.getvalue().splitlines()] == ["board due"]


def test_an_error_tells_where_it_was_and_not_what_it_said(lines: io.StringIO) -> None:
    written = ["what Ada wrote", "what Ben wrote"]
    try:
        try:
            raise KeyError(written[0])
        except KeyError as error:
            raise ValueError(written[1]) from error
    except ValueError as failed:
        structlog.get_logger("bot.app").error("failed", exc_info=failed)
        logging.getLogger("discord.client").exception("Ignoring exception in %s", "on_ready")
    told = lines.getvalue()
    assert told.count("builtins.KeyError") == told.count("builtins.ValueError") == 2
    assert "test_logging.py" in told
    assert [each for each in written if each in told] == []


def test_an_error_names_our_frames_and_the_last_alone() -> None:
    async def look() -> None:
        await check_copy("/nowhere.db")

    with logged() as told:
        try:
            asyncio.run(look())
        except StorageError as failed:
            structlog.get_logger("bot.app").error("failed", exc_info=failed)
    frames = told.getvalue().splitlines()[1:]
    assert re.fullmatch(r"bot/app/operating.py:\d+ check_copy", frames[0])
    assert re.fullmatch(r"bot/app/operating.py:\d+ _is_archive", frames[1])
    assert frames[2:] == ["data.errors.OpeningError"]


def test_lines_can_be_objects_for_programs() -> None:
    told = io.StringIO()
    with logged():
        configure_logs("info", told, as_json=True)
        structlog.get_logger("bot.app").info("ready", servers=3)
        logging.getLogger("discord.gateway").warning("Bot %s", TOKEN)
        try:
            raise KeyError("what Ada wrote")
        except KeyError as failed:
            structlog.get_logger("bot.app").error("failed", exc_info=failed)
    ready, warned, failed_at = map(json.loads, told.getvalue().splitlines())
    assert ready.items() >= {"event": "ready", "level": "info", "servers": 3}.items()
    assert datetime.fromisoformat(ready["timestamp"]).tzinfo == UTC
    assert warned["event"] == "Bot [secret]"
    assert failed_at["exception"].endswith("builtins.KeyError")
    assert "Ada" not in told.getvalue()


SECRETS = [
    f"https://discord.com/api/v10/webhooks/123456/{TOKEN}/messages/@original",
    "https://discord.com/api/v10/interactions/123456/aW50ZXJhY3Rpb246c2VjcmV0/callback",
    f"Authorization: Bot {TOKEN}",
]


def test_no_token_is_told(lines: io.StringIO) -> None:
    for secret in SECRETS:
        logging.getLogger("discord.http").warning("POST %s failed", secret)
        structlog.get_logger("bot.app").warning("failed", url=secret)
    told = lines.getvalue()
    assert told.count("[secret]") == 2 * len(SECRETS)
    assert TOKEN not in told
    assert "aW50ZXJhY3Rpb246c2VjcmV0" not in told
