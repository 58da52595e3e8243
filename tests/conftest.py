"""What holds for every test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.kit.log_watch import WATCH

# how long an example takes says more of the machine than of the code: benchmarks measure
settings.register_profile("quintet", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=10)  # of make quick
settings.load_profile("quintet")

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory: databases wait for the disk, and tests need not."""

if os.access(MEMORY, os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_sessionstart() -> None:
    """Let the log of the whole suite be read."""
    WATCH.begin()


@pytest.fixture
def nothing_private_is_logged() -> Iterator[None]:
    """Fail a test that has something logged which is nobody's business."""
    WATCH.found.clear()
    yield
    found, WATCH.found = WATCH.found, []
    assert found == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what else was logged that is nobody's business."""
    for line in WATCH.found:
        terminalreporter.write_line(f"LOGGED TOO MUCH: {line}")
