"""``quintet restore`` puts a copy in place; the commands of ``docs/backups.md`` do as they say."""

import asyncio
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.app.operating import check_copy
from data.operating import back_up
from data.sqlite_file import sole_use
from tests.kit.club import Club
from tests.kit.command_line import ROOT, run_here
from tests.kit.databases import drop_database, make_database, needs_postgresql, sqlite_url, written

on_a_server = pytest.mark.parametrize(
    "url", [pytest.param("postgresql", marks=needs_postgresql)], indirect=True
)


PAGE = (ROOT / "docs" / "backups.md").read_text(encoding="utf-8")
STUBS = {
    "systemctl": "exit 0",
    # what a container runs is run on this machine
    "podman": 'while [ $# != 2 ] && [ "$1" != --volumes-from ]; do shift; done; shift 2; "$@"',
    "podman-compose": 'case $1 in exec) shift 2; "$@";; esac',
    "quintet": f'PYTHONPATH={ROOT} exec {sys.executable} -m bot "$@"',
}


def drills(heading: str) -> list[str]:
    """The commands of a part of the page, block by block."""
    part = PAGE.split(f"\n### {heading}\n")[1].split("\n## ")[0].split("\n### ")[0]
    return re.findall(r"```sh\n(.*?)```", part, re.DOTALL)


def do(folder: Path, commands: str, **settings: str) -> None:
    """Type the commands in a folder in which the bot is installed."""
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    for name, script in STUBS.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (programs / name).chmod(0o700)
    path = f"{programs}:{os.environ['PATH']}"
    shell = ("/bin/sh", "-euc", commands)
    ended = subprocess.run(
        shell,
        cwd=folder,
        env={"PATH": path, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


async def matches_in(path: Path) -> int:
    club = await Club.open(path)
    try:
        return await club.rows("matches")
    finally:
        await club.close()


@pytest.fixture
async def copy(tmp_path: Path) -> Path:
    """A copy with one match; the database has two."""
    club = await Club.open(tmp_path / "quintet.db")
    await club.start()
    await back_up(sqlite_url(tmp_path / "quintet.db"), tmp_path / "copy.db")
    await club.start()
    await club.close()
    return tmp_path / "copy.db"


async def test_a_file_is_replaced_and_kept_beside(copy: Path, tmp_path: Path) -> None:
    path = tmp_path / "quintet.db"
    given = {"DATABASE_URL": sqlite_url(path)}
    done = await run_here(tmp_path, "restore", str(copy), **given)
    assert done.out == f"Restored from {copy}: 1 matches. Start the bot now.\n", done.err
    assert await matches_in(path) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (before,) = tmp_path.glob("quintet.db-before-*")
    assert await matches_in(before / "quintet.db") == 2
    path.unlink()  # which a bot has used, so that it would not begin anew
    assert (await run_here(tmp_path, "restore", str(copy), **given)).code == 0
    assert await matches_in(path) == 1


async def test_what_cannot_be_restored_changes_nothing(copy: Path, tmp_path: Path) -> None:
    path = tmp_path / "quintet.db"
    before, given = path.read_bytes(), {"DATABASE_URL": sqlite_url(path)}
    with sole_use(given["DATABASE_URL"]):
        refused = await run_here(tmp_path, "restore", str(copy), **given)
    assert f"A bot runs on {path}. Stop it first." in refused.err
    for contents, says in ((b"", "nothing is in it"), (b"PGDMP", "is an archive of PostgreSQL")):
        copy.write_bytes(contents)
        refused = await run_here(tmp_path, "restore", str(copy), **given)
        assert (refused.code, says in refused.err) == (os.EX_UNAVAILABLE, True), refused.said
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*before*"))


@pytest.mark.night
@on_a_server
async def test_an_archive_is_restored_into_an_empty_database(
    club: Club, url: str, tmp_path: Path
) -> None:
    await club.start()
    copy = tmp_path / "copy.dump"
    await back_up(url, copy)
    refused = await run_here(tmp_path, "restore", str(copy), DATABASE_URL=url)
    assert "is not empty. Make an empty database with createdb" in refused.err
    made = await make_database()
    try:
        done = await run_here(tmp_path, "restore", str(copy), DATABASE_URL=written(made))
        assert done.out == f"Restored from {copy}: 1 matches. Start the bot now.\n", done.err
    finally:
        await drop_database(made)


@pytest.mark.night
@pytest.mark.parametrize("heading", ["Python and SQLite", "One container and SQLite"])
async def test_a_drill_on_a_file(copy: Path, tmp_path: Path, heading: str) -> None:
    folder = tmp_path / "srv"
    (folder / "var" / "backups").mkdir(parents=True)
    shutil.copy(tmp_path / "quintet.db", folder / "var")
    shutil.copy(copy, folder / "var" / "backups" / "quintet-2026-01-31.db")
    (commands,) = drills(heading)
    await asyncio.to_thread(do, folder, commands.replace(" /backups", f" {folder}/var/backups"))
    assert await matches_in(folder / "var" / "quintet.db") == 1


@pytest.mark.night
@on_a_server
async def test_the_drills_on_a_server(club: Club, url: str, tmp_path: Path) -> None:
    await club.start()
    copies = tmp_path / "var" / "backups"
    copies.mkdir(parents=True)
    await back_up(url, copies / "quintet-2026-01-31.dump")
    given = make_url(url)
    user, host = given.username or "", f"{given.host}:{given.port}"
    server = {"PGHOST": given.host or "", "PGPORT": str(given.port), "PGUSER": user}
    again = f"{given.database}_again"
    into_new, in_containers = drills("PostgreSQL")
    for before, after in (
        ("--owner quintet quintet_again", again),
        ("quintet@localhost/quintet_again", f"{user}@{host}/{again}"),
    ):
        assert before in into_new
        into_new = into_new.replace(before, after)
    in_containers = in_containers.replace(" quintet\n", f" {again}\n")
    in_containers = in_containers.replace("--dbname quintet /backups", f"--dbname {again} {copies}")
    made = given.set(database=again)
    try:
        for commands in (into_new, in_containers):
            await asyncio.to_thread(do, tmp_path, commands, **server)
            assert (await check_copy(written(made))).matches == 1
    finally:
        await drop_database(made)
