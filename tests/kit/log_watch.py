"""Watching everything that is logged while the suite runs for what must not get into a log."""

import io
import logging
import re
from pathlib import Path

from bot.app.logging_setup import configure_logs

FORBIDDEN = re.compile(
    r"a\.token\.of\.three"
    r"|/(?:webhooks|interactions)/\d+/[\w-]{8,}"
    r"|\b[a-k]\d{1,2}[-x>][a-k]\d"  # of Apart, Abande and Detach
    r"|\b[a-k]\d:\d\+\d"  # of Glaisher
    r"|-?\d,-?\d/-?\d,-?\d"  # of Halves
    r"|\b(?:Ada|Ben|Chloe|Dan|Eve)\b"
)
"""Tokens, moves, and the names of the friends: whatever people hold, write or are called."""


class LogWatch(io.StringIO):
    """Takes the lines of the log, and keeps those that say too much."""

    def __init__(self) -> None:
        self.lines = 0
        self.found: list[str] = []

    def write(self, text: str, /) -> int:
        self.lines += text.count("\n")
        if FORBIDDEN.search(text):
            self.found.append(text)
        return len(text)

    def read_files(self, *files: Path) -> None:
        """Take the lines that other processes have logged into these files."""
        for file in files:
            for line in file.read_text(encoding="utf-8", errors="replace").splitlines(True):
                self.write(line)

    @property
    def is_told(self) -> bool:
        """Whether everything that this process logs comes here still."""
        handlers = logging.getLogger().handlers
        return any(getattr(each, "stream", None) is self for each in handlers)

    def take(self) -> list[str]:
        """The lines that say too much, which are forgotten with this."""
        found, self.found = self.found, []
        return found

    def begin(self) -> None:
        """Have everything logged here, in as much detail as there is."""
        configure_logs("debug", self)


WATCH = LogWatch()
