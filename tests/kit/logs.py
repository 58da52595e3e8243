"""Everything that is logged while a block runs, as an operator reads it."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from bot.app.logging_setup import OUR_LOGGERS, configure_logs


@contextmanager
def logged(level: str = "debug") -> Iterator[io.StringIO]:
    """The lines, as the program set up to log at this level writes them."""
    root = logging.getLogger()
    handlers, before = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in OUR_LOGGERS}
    root.handlers[:] = []  # they are pytest's, and would be closed
    told, before_structlog = io.StringIO(), structlog.get_config()
    try:
        configure_logs(level, told)
        yield told
    finally:
        structlog.configure(**before_structlog)
        root.handlers[:] = handlers
        root.setLevel(before)
        for name, level_before in levels.items():
            logging.getLogger(name).setLevel(level_before)
