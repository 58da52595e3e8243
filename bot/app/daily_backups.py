"""Daily backups of the database."""

import asyncio
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import structlog

from bot.app.settings import Settings, SettingsError
from bot.core.deletions import drop_before
from bot.core.matches import Now
from bot.core.measures import BACKUPS_FAILED
from data.addresses import is_file, read_address
from data.operating import back_up
from data.sqlite_file import make_private

CHECK_INTERVAL = timedelta(minutes=10)
HALVES = ".copy-*"
"""The folders in which copies are written."""
HALF_KEPT = timedelta(days=1)
"""How old such a folder has to be so that nobody writes in it any more."""
_NAME = re.compile(r"quintet-(\d{4}-\d{2}-\d{2})\.(?:db|dump)")

logger = structlog.get_logger(__name__)


class DailyBackups:
    """Makes backups named ``quintet-2026-01-31.db`` (of PostgreSQL ``.dump``) by the day in UTC.

    Old ones are deleted, except the newest; files with other names are not touched. If the
    operator keeps them for no day at all, another program makes and deletes them.
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
        await asyncio.to_thread(self._folder.mkdir, parents=True, exist_ok=True)
        if self._days and not await asyncio.to_thread(copy.exists):
            await asyncio.to_thread(self._remove_halves)
            await back_up(self._url, copy)
            logger.info("backed up", file=copy.name)
        await asyncio.to_thread(self._remove_old, today)

    def _remove_halves(self) -> None:
        """Remove what is left of copies during which the process died."""
        for path in self._folder.glob(HALVES):
            if path.stat().st_mtime < (self._now() - HALF_KEPT).timestamp():
                shutil.rmtree(path, ignore_errors=True)
                logger.info("half a backup removed", file=path.name)

    def _remove_old(self, today: date) -> None:
        copies = sorted(_dated(self._folder))
        for _, path in copies if self._days else ():
            make_private(path)
        for day, path in copies[:-1] if self._days else ():
            if today - day >= self._days:
                path.unlink(missing_ok=True)
                logger.info("backup removed", file=path.name)
        oldest = next((day for day, path in copies if path.exists()), None)
        if oldest is not None:
            drop_before(self._folder, oldest)


def _dated(folder: Path) -> Iterator[tuple[date, Path]]:
    """The backups in a folder, with the days in their names; raises OSError."""
    for path in folder.iterdir():
        named = _NAME.fullmatch(path.name)
        with suppress(ValueError):
            if named is not None:
                yield date.fromisoformat(named[1]), path


def newest_copy_at(folder: Path) -> float:
    """When the newest backup in the folder was made, as a POSIX timestamp; 0 without one."""
    try:
        return max((made_at(*each).timestamp() for each in _dated(folder)), default=0.0)
    except OSError:
        return 0.0


def made_at(day: date, path: Path) -> datetime:
    """When a backup was made: not after the day in its name, even if the file was copied since."""
    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return min(changed, datetime.combine(day, time.max, UTC))


def copies_in(folder: Path) -> tuple[tuple[date, Path], ...]:
    """The backups in the folder with their days, newest first; none if it cannot be read."""
    try:
        return tuple(sorted(_dated(folder), reverse=True))
    except OSError:
        return ()


def newest_copy(settings: Settings) -> Path:
    """The newest daily backup; raises SettingsError if there is none."""
    if settings.backup_folder is None:
        raise SettingsError("BACKUP_DIR is not set. Set it, or name a copy.")
    for _, path in copies_in(settings.backup_folder):
        return path
    raise SettingsError(f"There is no daily copy in {settings.backup_folder}. Name a copy.")
