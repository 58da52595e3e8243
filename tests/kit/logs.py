"""Everything that is logged while a block runs: as an operator reads it, or as values.

Whoever reads the log with these hides nothing from the watch over the log of the whole suite.
"""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from structlog.typing import EventDict, WrappedLogger

from bot.app.logging_setup import OUR_LOGGERS, configure_logs
from tests.kit.log_watch import WATCH


class _Told(io.StringIO):
    """Keeps the lines, and lets the watch read them."""

    def write(self, text: str, /) -> int:
        WATCH.write(text)
        return super().write(text)


@contextmanager
def logged(level: str = "debug") -> Iterator[io.StringIO]:
    """The lines, as the program set up to log at this level writes them."""
    root = logging.getLogger()
    handlers, before = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in OUR_LOGGERS}
    root.handlers[:] = []  # they are pytest's, and would be closed
    told, before_structlog = _Told(), structlog.get_config()
    try:
        configure_logs(level, told)
        yield told
    finally:
        structlog.configure(**before_structlog)
        root.handlers[:] = handlers
        root.setLevel(before)
        for name, level_before in levels.items():
            logging.getLogger(name).setLevel(level_before)


@contextmanager
def captured() -> Iterator[list[dict[str, Any]]]:
    """What our own code logs, each line as its fields; ``event`` is what happened."""
    found: list[dict[str, Any]] = []

    def note(_: WrappedLogger, level: str, event: EventDict) -> EventDict:
        found.append({**event, "log_level": level})
        return event

    processors = structlog.get_config()["processors"]  # loggers that were bound have this list
    processors.insert(0, note)
    try:
        yield found
    finally:
        processors.remove(note)
