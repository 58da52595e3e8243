"""A copy a day, kept as long as the operator says."""

from pathlib import Path

import pytest

from bot.app.daily_backups import DailyBackups
from bot.app.restore_check import check_copy
from bot.app.settings import Settings, SettingsError
from data.errors import StorageError
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.scripted import ManualClock


def backups_of(path: Path, clock: ManualClock, days: int = 3) -> DailyBackups:
    folder = path.parent / "backups"
    return DailyBackups(
        Settings("", sqlite_url(path), backup_folder=folder, backup_days=days), clock
    )


def names(path: Path) -> list[str]:
    return sorted(each.name for each in (path.parent / "backups").iterdir())


async def test_every_day_has_one_copy_and_old_ones_go(tmp_path: Path) -> None:
    path, clock = tmp_path / "quintet.db", ManualClock()
    await lay_out(path)
    backups = backups_of(path, clock)
    for _ in range(12):
        await backups.catch_up()
        clock.advance(hours=12)
    assert names(path) == [f"quintet-2026-01-0{day}.db" for day in (5, 6, 7)]
    assert (await check_copy(str(tmp_path / "backups" / "quintet-2026-01-07.db"))).is_whole


async def test_what_is_no_copy_and_the_newest_copy_stay(tmp_path: Path) -> None:
    path, clock = tmp_path / "quintet.db", ManualClock()
    await lay_out(path)
    backups = backups_of(path, clock)
    await backups.catch_up()
    kept = ["notes.txt", "quintet-2020-13-77.db", "quintet-2020-01-01.db.old"]
    for name in (*kept, "quintet-2020-01-01.db"):
        (tmp_path / "backups" / name).write_text("kept")
    await backups.catch_up()
    assert names(path) == sorted([*kept, "quintet-2026-01-01.db"])
    path.unlink()
    clock.advance(days=30)
    with pytest.raises(StorageError, match="nothing to copy"):
        await backups.catch_up()
    assert names(path) == sorted([*kept, "quintet-2026-01-01.db"])


@pytest.mark.parametrize("days", ["0", "-1", "many", "1.5", "99999", "²"])
def test_a_malformed_number_of_days_says_what_to_write(days: str) -> None:
    with pytest.raises(SettingsError, match=r"BACKUP_DAYS is .*; write a number from 1 to 3650"):
        Settings.from_environment({"BACKUP_DIR": "x", "BACKUP_DAYS": days})
