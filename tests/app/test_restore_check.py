"""A copy is put to the test before anybody relies on it."""

import os
import sqlite3
import stat
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.daily_backups import DailyBackups
from bot.app.operating import check_copy
from bot.app.settings import Settings
from bot.core.deletions import NAME, Deleted, DeletedKind, Deletions
from data.addresses import path_of, read_address
from data.errors import OpeningError, StorageError
from data.operating import back_up
from tests.kit.club import Club
from tests.kit.command_line import run_here
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.further_step import further_step
from tests.kit.scripted import ManualClock
from tests.kit.times import DAY


@pytest.fixture
async def copy(tmp_path: Path) -> Path:
    """A copy, made while the bot runs, of two matches: a running one and one that has ended."""
    club = await Club.open(tmp_path / "quintet.db")
    await club.play(await club.start(), 4)
    ended = await club.play(await club.start(), 3)
    await club.resign(ended, ended.people[0])
    made = tmp_path / "copy.db"
    await back_up(sqlite_url(tmp_path / "quintet.db"), made)
    await club.close()
    return made


async def test_a_copy_that_is_whole(copy: Path, tmp_path: Path) -> None:
    before = copy.read_bytes()
    ended = await run_here(tmp_path, "restore-check", str(copy))
    assert (ended.code, ended.err.count("Traceback")) == (0, 0), ended.said
    assert ended.out == f"{copy} can be used: 2 matches with 8 entries replayed.\n"
    assert copy.read_bytes() == before


def change(copy: Path, statements: str) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(statements)


DAMAGES = {
    "an illegal move": (
        "UPDATE entries SET text = 'a1-a9' WHERE match_id = 1 AND ply = 3",
        "Match 1 cannot be replayed beyond entry 3: ",
    ),
    "a missing entry": (
        "DELETE FROM entries WHERE match_id = 2 AND ply = 2",
        "Match 2 cannot be replayed beyond entry 3: 4 entries expected.",
    ),
    "another player to move": (
        "UPDATE matches SET to_move = 1 - to_move WHERE id = 1",
        "Match 1 is listed with a wrong player to move.",
    ),
    "another end": (
        "UPDATE matches SET finished_at = NULL, result = NULL WHERE id = 2",
        "Match 2 is listed with a wrong result.",
    ),
    "who left": (
        "UPDATE seats SET has_left = 0",
        "Match 2 is listed with a wrong list of who left.",
    ),
    "rules of the future": (
        "UPDATE matches SET rules_version = 99 WHERE id = 1",
        "Match 1 began by the rules of Apart in version 99, which this bot does not have.",
    ),
    "a game that is gone": (
        "UPDATE matches SET game = 'chess' WHERE id = 1",
        "Match 1 is of the game chess, which this bot does not know.",
    ),
}


@pytest.mark.parametrize(("statement", "says"), DAMAGES.values(), ids=DAMAGES)
async def test_damage_is_named(copy: Path, statement: str, says: str) -> None:
    change(copy, statement)
    checked = await check_copy(str(copy))
    assert checked.damages
    assert any(says in damage for damage in checked.damages), checked.damages


MISPLACED = """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET rootpage = 9999 WHERE name = 'ix_seats_player_id';
"""


@pytest.mark.parametrize(
    ("statements", "says"),
    [
        ("DELETE FROM players WHERE id = 1", "refers to something that is not there"),
        (MISPLACED, r"is damaged\."),
    ],
    ids=["a person is gone", "an index is gone"],
)
async def test_what_the_database_itself_finds_damaged_is_not_opened(
    copy: Path, statements: str, says: str
) -> None:
    change(copy, statements)
    with pytest.raises(StorageError, match=says):
        await check_copy(str(copy))


async def test_a_copy_of_an_older_version_is_upgraded_first(copy: Path, tmp_path: Path) -> None:
    before = copy.read_bytes()
    with further_step(tmp_path):
        checked = await check_copy(str(copy))
    assert checked.matches > 0
    assert copy.read_bytes() == before


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        (None, "There is no file"),
        (b"", "nothing is in it"),
        (b"PGDMP and what follows", "is an archive of PostgreSQL. Let DATABASE_URL be"),
        (b"Dear friend, " * 500, "is not a database"),
    ],
)
async def test_what_is_no_copy(tmp_path: Path, contents: bytes | None, says: str) -> None:
    path = tmp_path / "copy.db"
    if contents is not None:
        path.write_bytes(contents)
    with pytest.raises(OpeningError, match=says) as refused:
        await check_copy(str(path))
    assert str(path) in str(refused.value)
    assert "Stop the bot" not in str(refused.value)


@given(st.text(st.sampled_from("ab./=& "), min_size=1), st.sampled_from(["", "?", "?a=b", "?/c"]))
def test_a_path_is_read_whole_or_refused(path: str, further: str) -> None:
    address = f"sqlite+aiosqlite:///{path}{further}"
    if not further:
        assert path_of(read_address(address)) == Path(path)
        return
    with pytest.raises(OpeningError, match=r"There is a \? in the address"):
        read_address(address)


@pytest.fixture
async def backups(path: Path, clock: ManualClock) -> DailyBackups:
    """The daily copies of a file, for three days."""
    await lay_out(path)
    given = Settings("", sqlite_url(path), backup_folder=path.parent / "backups", backup_days=3)
    return DailyBackups(given, clock)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def names(path: Path) -> list[str]:
    return sorted(each.name for each in (path.parent / "backups").iterdir())


async def test_every_day_has_one_copy_and_old_ones_go(
    path: Path, backups: DailyBackups, clock: ManualClock
) -> None:
    for _ in range(12):
        await backups.catch_up()
        clock.advance(hours=12)
    assert names(path) == [f"quintet-2026-01-0{day}.db" for day in (5, 6, 7)]
    newest = path.parent / "backups" / "quintet-2026-01-07.db"
    assert (await check_copy(str(newest))).damages == ()


async def test_the_newest_daily_copy_is_tried_if_none_is_named(
    path: Path, tmp_path: Path, backups: DailyBackups
) -> None:
    given = {"DATABASE_URL": sqlite_url(path), "BACKUP_DIR": str(tmp_path / "backups")}
    for folder, says in (({}, "BACKUP_DIR is not set"), (given, "There is no daily copy in")):
        refused = await run_here(tmp_path, "restore-check", **folder)
        assert (refused.code, says in refused.err) == (os.EX_CONFIG, True), refused.said
    await backups.catch_up()
    tried = await run_here(tmp_path, "restore-check", **given)
    assert "quintet-2026-01-01.db can be used: 0 matches" in tried.out


async def test_half_a_copy_of_a_process_that_died_is_removed(
    path: Path, tmp_path: Path, backups: DailyBackups, clock: ManualClock
) -> None:
    halves = [tmp_path / "backups" / name for name in (".copy-old", ".copy-now")]
    for each, age in zip(halves, (25, 1), strict=True):
        each.mkdir(parents=True)
        (each / "quintet-2026-01-01.db").touch()
        at = (clock.now - timedelta(hours=age)).timestamp()
        os.utime(each, (at, at))
    await backups.catch_up()
    assert names(path) == [".copy-now", "quintet-2026-01-01.db"]


async def test_copies_that_others_make_are_left_to_them(path: Path, clock: ManualClock) -> None:
    await lay_out(path)
    folder = path.parent / "backups"
    await Deletions(folder).note(Deleted(clock.now - DAY, DeletedKind.PERSON, 1))
    old = folder / "quintet-2020-01-01.db"
    for each in (old, folder / f"quintet-{clock.now:%Y-%m-%d}.db"):
        each.touch()
        each.chmod(0o640)
    given = Settings("", sqlite_url(path), backup_folder=folder, backup_days=0)
    await DailyBackups(given, clock).catch_up()
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert (folder / NAME).read_text(), "the oldest copy may have the person"
    old.unlink()
    await DailyBackups(given, clock).catch_up()
    assert (folder / NAME).read_text() == ""


async def test_what_is_no_copy_and_the_newest_copy_stay(
    path: Path, tmp_path: Path, backups: DailyBackups, clock: ManualClock
) -> None:
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
