"""The list of deletions beside the backups, so that a restored copy forgets again.

A backup still has the people and servers that were deleted after it was made. The list has a line
for each: when, ``person`` or ``server``, and the id. Every start of the bot deletes again what the
list names and the database knows from before. Several processes may write the list.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path

import structlog

NAME = "deletions.txt"
logger = structlog.get_logger(__name__)


class DeletedKind(StrEnum):
    """What was deleted."""

    PERSON = "person"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Deleted:
    """A deletion; what was stored ``at`` that time or before is gone."""

    at: datetime
    kind: DeletedKind
    id: int

    @property
    def line(self) -> str:
        return f"{self.at.isoformat()} {self.kind} {self.id}\n"


class Deletions:
    """The list in a folder of backups. Without a folder, nothing is listed."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    async def note(self, deleted: Deleted) -> None:
        """Add a deletion, on the disk when this returns; a failure is logged."""
        if self._folder is None:
            return
        try:
            await asyncio.to_thread(_append, self._folder, deleted.line)
        except OSError as error:
            told = {"kind": deleted.kind, "id": deleted.id, "error": str(error)}
            logger.error("deletion not listed beside the backups", **told)

    async def read(self, kind: DeletedKind) -> tuple[Deleted, ...]:
        """The deletions of this kind, oldest first; of a thing deleted twice, the last one.

        What cannot be read is logged and left out.
        """
        if self._folder is None:
            return ()
        try:
            found = await asyncio.to_thread(_read, self._folder / NAME)
        except (OSError, UnicodeDecodeError) as error:
            logger.error("list of deletions cannot be read", error=str(error))
            return ()
        last = {each.id: each for each in found if each.kind is kind}
        return tuple(sorted(last.values(), key=lambda each: each.at))


def drop_before(folder: Path, oldest: date) -> None:
    """Remove the deletions before the day of the oldest backup, which no copy has any more."""
    path = folder / NAME
    if not path.exists():
        return
    with _locked(folder) as handle:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if not _is_before(line, oldest)]
        if len(kept) == len(lines):
            return
        new = path.with_suffix(".new")
        _write(new, "".join(kept), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        new.replace(path)
        os.fsync(handle)


def _append(folder: Path, line: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder) as handle:
        path = folder / NAME
        before = path.read_bytes() if path.exists() else b""
        torn = bool(before) and not before.endswith(b"\n")
        _write(path, f"\n{line}" if torn else line, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.fsync(handle)


def _write(path: Path, text: str, flags: int) -> None:
    with open(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _locked(folder: Path) -> Iterator[int]:
    """The folder's descriptor, while no other process changes the list."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        import fcntl  # there is none on Windows, where opening a folder has failed before

        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _read(path: Path) -> list[Deleted]:
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    read = [_deleted(line) for line in lines if line.strip()]
    if None in read:
        logger.error("lines of the list of deletions cannot be read", lines=read.count(None))
    return [each for each in read if each is not None]


def _deleted(line: str) -> Deleted | None:
    try:
        at, kind, number = line.split()
        return Deleted(datetime.fromisoformat(at), DeletedKind(kind), int(number))
    except ValueError:
        return None


def _is_before(line: str, oldest: date) -> bool:
    deleted = _deleted(line)
    return deleted is not None and deleted.at.date() < oldest
