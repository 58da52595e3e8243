"""A file that is deleted or replaced under a running bot takes no more writes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from data.database import Database
from data.errors import FileGoneError, OpeningError
from data.sqlite_file import check_not_lost, has_a_bot, sole_use, wal_of
from tests.data_layer.test_database import add, count
from tests.kit.databases import sqlite_url


def replace(path: Path) -> None:
    contents = path.read_bytes()
    path.unlink()
    path.write_bytes(contents)


VANISHING: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "replaced": replace,
    "moved away": lambda path: path.rename(path.with_name("elsewhere.db")),
    "its companion deleted": lambda path: wal_of(path).unlink(),
}


@pytest.mark.parametrize("vanish", VANISHING.values(), ids=VANISHING)
async def test_nothing_is_written_into_a_file_that_is_gone(
    file: Database, path: Path, vanish: Callable[[Path], object]
) -> None:
    await file.write(add, 1)
    vanish(path)
    for number in (2, 3):
        with pytest.raises(FileGoneError, match="deleted or replaced while it was in use"):
            await file.write(add, number)
    assert await count(file) == 1


async def test_a_file_that_vanishes_during_a_write_makes_it_fail(
    file: Database, path: Path
) -> None:
    def vanish(connection: object) -> None:
        del connection
        path.unlink()

    with pytest.raises(FileGoneError):
        await file.write(vanish)


def test_a_file_that_is_gone_is_missed_where_no_bot_runs(tmp_path: Path) -> None:
    path = tmp_path / "quintet.db"
    assert not has_a_bot(path)
    with sole_use(sqlite_url(path)):
        assert has_a_bot(path)
    assert not has_a_bot(path)
    check_not_lost(path)
    path.unlink()
    with pytest.raises(OpeningError, match="is missing, though a bot has run on it here"):
        check_not_lost(path)
