"""The files that hosts copy are what the bot and its documentation say they are."""

import os
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "docs" / "hosting" / "quintet.service"
MOST_EXPOSED = 30
"""Ten times what systemd counts: 0 for a service that may do nothing, 100 for one without limit."""


def test_the_service_starts_again_unless_that_mends_nothing() -> None:
    unit = RawConfigParser(strict=False)
    unit.read(UNIT, encoding="utf-8")
    service = unit["Service"]
    given_up = {int(code) for code in service["RestartPreventExitStatus"].split()}
    assert given_up == {os.EX_NOPERM, os.EX_CONFIG}
    folder = service["WorkingDirectory"]
    assert service["ExecStart"] == f"{folder}/.venv/bin/quintet run"
    assert service["ReadWritePaths"] == f"{folder}/var"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_service_may_do_little() -> None:
    command = ("systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}", UNIT)
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout
