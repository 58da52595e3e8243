"""Structured logs, one line an event, without secrets and without text that people wrote.

discord.py, aiohttp and SQLAlchemy log through the standard library; their lines get the same
format, UTC times and removal of secrets.
"""

import logging
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import TextIO

import structlog
from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

OUR_LOGGERS = ("bot", "data", "renderer")
CHATTY = ("alembic",)
"""Loggers that are silenced below warnings."""

ROOT = Path(__file__).resolve().parents[2]
OUR_FOLDERS = ("bot", "data", "languages", "renderer", "rules")

_SECRET = re.compile(
    r"(?<=/webhooks/)\d+/[\w.-]+"  # the token of an interaction
    r"|(?<=/interactions/)\d+/[\w.-]+"
    r"|[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"  # the token of a bot
)


def configure_logs(level: str, stream: TextIO = sys.stderr, *, as_json: bool = False) -> None:
    """Log at ``level`` and above; libraries at ``info`` and above.

    A line is text for people, or a JSON object.
    """
    rendered: Processor = structlog.dev.ConsoleRenderer(colors=False)
    if as_json:
        rendered = structlog.processors.JSONRenderer(ensure_ascii=False)
    number = logging.getLevelNamesMapping()[level.upper()]
    handler = logging.StreamHandler(stream)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_common(),
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.ExceptionRenderer(stack_without_messages),
            without_secrets,
            rendered,
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
    """Where an error was, as a line for each frame of ours and for the last, and its type.

    Its message is left out, since that may contain text that people wrote or hidden game state.
    """
    return "\n".join(_stacks(exc_info[1]))


def _stacks(error: BaseException | None) -> Iterator[str]:
    if error is None:
        return
    yield from _stacks(error.__cause__ or error.__context__)
    frames = list(traceback.walk_tb(error.__traceback__))
    for number, (frame, line) in enumerate(frames, start=1):
        code = frame.f_code
        place = _place(code)
        if place.parts[0] in OUR_FOLDERS or number == len(frames):
            yield f"{place}:{line} {code.co_qualname}"
    yield f"{type(error).__module__}.{type(error).__qualname__}"


def _place(code: CodeType) -> Path:
    """The file of the code, without the folder that it is installed in."""
    path = Path(code.co_filename)
    folders = (folder for folder in (ROOT, *map(Path, sys.path)) if path.is_relative_to(folder))
    return min((path.relative_to(each) for each in folders), key=_length, default=path)


def _length(path: Path) -> int:
    return len(path.parts)


def without_secrets(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """The event with tokens removed from its texts."""
    return {
        key: _SECRET.sub("[secret]", value) if isinstance(value, str) else value
        for key, value in event.items()
    }
