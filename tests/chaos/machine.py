"""The clock of the machine that the bots run on, which can be set wrong while they run."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

AHEAD = "ahead.txt"
"""The file that says by how many seconds the clock is ahead of Discord's."""


def set_ahead(folder: Path, by: timedelta) -> None:
    """Set the clock, for every bot whose folder this is."""
    written = folder / f"{AHEAD}.new"
    written.write_text(str(by.total_seconds()), encoding="ascii")
    written.replace(folder / AHEAD)


def now(folder: Path) -> datetime:
    file = folder / AHEAD
    ahead = float(file.read_text(encoding="ascii")) if file.exists() else 0.0
    return datetime.now(UTC) + timedelta(seconds=ahead)
