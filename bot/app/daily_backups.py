"""Daily backups of the database."""

import asyncio
import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import structlog

from bot.app.settings import Settings
from bot.core.deletions import drop_before
from bot.core.matches import Now
from bot.core.measures import BACKUPS_FAILED
from data.addresses import is_file, read_address
from data.operating import back_up
from data.sqlite_file import make_private

CHECK_INTERVAL = timedelta(minutes=10)
_NAME = re.compile(r"quintet-(\d{4}-\d{2}-\d{2})\.(?:db|dump)")

logger = structlog.get_logger(__name__)


class DailyBackups:
    """Makes backups named ``quintet-2026-01-31.db`` (of PostgreSQL ``.dump``) by the day in UTC.

    Old ones are deleted, except the newest; files with other names are not touched.
    """

    def __init__(
        self, settings: Settings, now: Now, succeeded: Callable[[], None] = lambda: None
    ) -> None:
        """``succeeded`` is called whenever today's backup is there."""
        self._url = settings.database_url
        self._folder = settings.backup_folder or Path()
        self._days = timedelta(days=settings.backup_days)
        self._now = now
        self._succeeded = succeeded

    async def run(self) -> None:
        """Make one backup a day until cancelled; raises StorageError."""
        while True:
            try:
                await self.catch_up()
            except Exception:
                BACKUPS_FAILED.inc()
                raise
            self._succeeded()
            await asyncio.sleep(CHECK_INTERVAL.total_seconds())

    async def catch_up(self) -> None:
        """Make today's backup if it is missing; restrict permissions and delete old ones."""
        today = self._now().date()
        ending = "db" if is_file(read_address(self._url)) else "dump"
        copy = self._folder / f"quintet-{today.isoformat()}.{ending}"
        if not await asyncio.to_thread(copy.exists):
            await asyncio.to_thread(self._folder.mkdir, parents=True, exist_ok=True)
            await back_up(self._url, copy)
            logger.info("backed up", file=copy.name)
        await asyncio.to_thread(self._remove_old, today)

    def _remove_old(self, today: date) -> None:
        copies = sorted((_day_of(path), path) for path in self._folder.iterdir() if _day_of(path))
        for _, path in copies:
            make_private(path)
        for day, path in copies[:-1]:
            if day is not None and today - day >= self._days:
                path.unlink(missing_ok=True)
                logger.info("backup removed", file=path.name)
        oldest = next((day for day, path in copies if day is not None and path.exists()), None)
        if oldest is not None:
            drop_before(self._folder, oldest)


def newest_copy_at(folder: Path) -> float:
    """When the newest backup in the folder was made, as a POSIX timestamp; 0 without one."""
    try:
        return max((path.stat().st_mtime for path in folder.iterdir() if _day_of(path)), default=0)
    except OSError:
        return 0.0


def newest_copy(folder: Path) -> date | None:
    """The day of the newest backup in the folder, or None."""
    return max(filter(None, map(_day_of, folder.iterdir())), default=None)


def _day_of(path: Path) -> date | None:
    named = _NAME.fullmatch(path.name)
    try:
        return None if named is None else date.fromisoformat(named[1])
    except ValueError:
        return None
