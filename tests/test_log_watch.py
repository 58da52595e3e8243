"""What is logged while the suite runs is really watched."""

import logging
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
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


STARTS = re.compile(r"create_subprocess_exec\(|PROCESSES\.Process\(|subprocess\.(?:run|Popen)\(")
WATCHED = re.compile(r"WATCH\.|await said\(|_secrets\(")
OTHERS = {
    "app/test_doctor.py": "prints one word",
    "app/test_memory.py": "prints a number",
    "data_layer/test_files.py": "makes files and logs nothing",
    "data_layer/test_sqlite.py": "another program than the bot",
    "rules/test_examples.py": "the rules alone, which log nothing",
    "chaos/bots.py": "its log is read by the verdict",
    "chaos/run.py": "holds a lock, and logs nothing",
    "app/test_installing.py": "asks what is installed for its help and its first page alone",
    "container.py": "tries an image, by hand",
    "lock.py": "asks uv for hashes, by hand",
    "mutants/running.py": "tests of the copy watch it themselves",
    "release.py": "builds archives",
    "app/test_hosting_files.py": "asks systemd",
    "app/test_compose.py": "the script of the backup service, another program than the bot",
    "app/test_observation.py": "asks a probe as the image does",
    "app/test_restoring.py": "commands of the documentation, with a stand-in for the service",
    "features/tournaments/test_exporting.py": "another program than the bot",
    "test_docs.py": "another program than the bot",
    "test_imports.py": "imports, and logs nothing",
}


def test_processes_of_their_own_are_watched_too() -> None:
    root = Path(__file__).parent
    texts = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in root.rglob("*.py")
    }
    starting = {name for name, text in texts.items() if STARTS.search(text)} - {Path(__file__).name}
    assert {name for name in starting if not WATCHED.search(texts[name])} == set(OTHERS)
    assert "_secrets(log)" in texts["chaos/verdict.py"]


def test_what_other_processes_log_into_files_is_watched(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("quiet\nwhat Ada wrote\n")
    before = WATCH.lines
    WATCH.read_files(log)
    assert WATCH.lines == before + 2
    assert WATCH.take() == ["what Ada wrote\n"]


def test_somebody_else_who_takes_the_log_is_noticed() -> None:
    assert WATCH.is_told
    with logged("warning"):
        assert not WATCH.is_told
    assert WATCH.is_told
