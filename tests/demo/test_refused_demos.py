"""A demo that cannot be shown ends with a sentence."""

import os
import socket
from pathlib import Path

import pytest

from tests.kit.command_line import Ended, run, run_here


def check(ended: Ended, says: str) -> None:
    assert ended.code == os.EX_CONFIG, ended.said
    assert says in ended.err.splitlines()[-1]
    assert "Traceback" not in ended.said
    assert "warning" not in ended.said


async def test_a_language_that_is_none(tmp_path: Path) -> None:
    ended = await run_here(tmp_path, "demo", "--language", "tlh")
    check(ended, "There is no language tlh. Let --language be one of these: en, ")


@pytest.mark.night
async def test_a_port_that_is_taken_and_packages_that_are_missing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        check(await run(tmp_path, "demo", "--port", port), f"Port {port} cannot be opened")
    (tmp_path / "simcord.py").write_text("raise ModuleNotFoundError", encoding="utf-8")
    check(await run(tmp_path, "demo"), "Install quintet with its extra demo")
