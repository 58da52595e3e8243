"""Logs with fields. What people write never gets into them."""

from __future__ import annotations

import logging

import structlog


def configure_logs(level: str) -> None:
    """Log at ``level`` and above, one line an event."""
    number = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(
        level=max(number, logging.INFO), format="%(levelname)s %(name)s %(message)s"
    )
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(number),
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer(colors=False),
        ],
    )
