"""Structured logs, one line an event, without secrets and without text that people wrote.

discord.py, aiohttp and SQLAlchemy log through the standard library; their lines get the same
format, UTC times and removal of secrets.
"""

import logging
import re
import sys
import traceback
from collections.abc import Iterator
from typing import TextIO

import structlog
from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

OUR_LOGGERS = ("bot", "data", "renderer")
CHATTY = ("alembic",)
"""Loggers that are silenced below warnings."""

_SECRET = re.compile(
    r"(?<=/webhooks/)\d+/[\w.-]+"  # the token of an interaction
    r"|(?<=/interactions/)\d+/[\w.-]+"
    r"|[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"  # the token of a bot
)


def configure_logs(level: str, stream: TextIO = sys.stderr) -> None:
    """Log at ``level`` and above; libraries at ``info`` and above."""
    number = logging.getLevelNamesMapping()[level.upper()]
    handler = logging.StreamHandler(stream)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_common(),
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.ExceptionRenderer(stack_without_messages),
            without_secrets,
            structlog.dev.ConsoleRenderer(colors=False),
        ],
    )
    handler.setFormatter(formatter)
    logging.basicConfig(level=max(number, logging.INFO), handlers=[handler], force=True)
    for name in OUR_LOGGERS:
        logging.getLogger(name).setLevel(number)
    for name in CHATTY:
        logging.getLogger(name).setLevel(max(number, logging.WARNING))
    structlog.configure(
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        processors=[
            structlog.stdlib.filter_by_level,
            *_common(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
    )


def _common() -> tuple[Processor, ...]:
    return (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    )


def stack_without_messages(exc_info: ExcInfo) -> str:
    """The traceback and the type of an error.

    Its message is left out, since that may contain text that people wrote or hidden game state.
    """
    return "\n".join(_stacks(exc_info[1]))


def _stacks(error: BaseException | None) -> Iterator[str]:
    if error is None:
        return
    yield from _stacks(error.__cause__ or error.__context__)
    yield from (line.rstrip() for line in traceback.format_tb(error.__traceback__))
    yield f"{type(error).__module__}.{type(error).__qualname__}"


def without_secrets(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """The event with tokens removed from its texts."""
    return {
        key: _SECRET.sub("[secret]", value) if isinstance(value, str) else value
        for key, value in event.items()
    }
