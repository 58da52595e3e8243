"""What holds for every test."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.kit.examples import DAY, TIMES
from tests.kit.log_watch import WATCH

# how long an example takes says more of the machine than of the code: benchmarks measure
BUSY = (HealthCheck.too_slow,)
for profile, times in TIMES.items():
    settings.register_profile(
        profile, deadline=None, max_examples=round(100 * times), suppress_health_check=BUSY
    )
settings.load_profile(DAY)

WAITING = ("chaos", "waits")
SELDOM = (10_000, 20, 50)
"""After how many objects memory is cleaned; as often as usual it takes 6 % of the time."""
MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory: databases wait for the disk, and tests need not."""

if os.access(MEMORY, os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: one of them has the tests that wait, which begin first.

    More would cost 4 s of processor time each, in which the tests are collected.
    """
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave to the night what is told nothing new by a second database."""
    if item.get_closest_marker("second_database") and not item.get_closest_marker("both_databases"):
        item.add_marker("night")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits for seconds begins first: at the end there would be a core without work.

    What is first is given to the same process, so that the others keep the cores busy meanwhile.
    """
    items.sort(key=lambda item: not any(item.get_closest_marker(name) for name in WAITING))
    items.sort(key=lambda item: item.get_closest_marker("chaos") is None)


def pytest_collection_finish() -> None:
    """Let the memory's cleaning leave alone what lives to the end: modules, and all the tests."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_sessionstart() -> None:
    """Let the log of the whole suite be read, and memory not be cleaned while tests are found."""
    WATCH.begin()
    gc.disable()
    gc.set_threshold(*SELDOM)


def pytest_sessionfinish() -> None:
    """Let all that is left be cleaned once: pytest looks five times whether there is more."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def nothing_private_is_logged() -> Iterator[None]:
    """Fail every test while which something is logged that is nobody's business.

    It begins before all other fixtures of a test, and ends after them.
    """
    yield
    found = WATCH.take()
    assert found == []
    assert WATCH.is_told, "from here on nobody would have watched what is logged"


@pytest.fixture(scope="session", autouse=True)
def nothing_private_is_logged_at_the_end() -> Iterator[None]:
    """Fail the last test of a process if what was shared by tests logs such things as it ends."""
    yield
    found = WATCH.take()
    assert found == []
