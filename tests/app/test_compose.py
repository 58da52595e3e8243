"""``compose.yaml`` is what the bot and its documentation say it is."""

import asyncio
import os
import re
import signal
import stat
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import make_url

from bot.app.operating import check_copy
from bot.app.settings import Settings
from data.shards import Shards
from tests.kit.club import Club
from tests.kit.databases import needs_postgresql
from tests.kit.waiting import until

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "compose.yaml"
ELSEWHERE = {"QUINTET_DEMO_SPEED", "DATABASE_URL_FILE"}
"""A setting of the demo, which is not hosted, and one for an address that is written there."""
WRITTEN = {"DISCORD_TOKEN": "a.token.of.three"}
SECRET = "${POSTGRES_PASSWORD}"


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))
    return found["services"]


def bots() -> dict[str, dict[str, Any]]:
    return {name: each for name, each in services().items() if name.startswith("bot-")}


def settings(bot: dict[str, Any]) -> Settings:
    """What the bot makes of its environment, once ``.env`` is written."""
    environment = dict(bot["environment"])
    for name, value in environment.items():
        for variable, given in WRITTEN.items():
            value = value.replace(f"${{{variable}}}", given)
            value = value.replace(f"${{{variable}:-}}", given)
        environment[name] = re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value)
    return Settings.from_environment(environment)


def test_two_processes_share_all_shards_and_one_database() -> None:
    found = [settings(each) for each in bots().values()]
    assert [each.shards for each in found] == [Shards(0, 0, 2), Shards(1, 1, 2)]
    address = "postgresql+asyncpg://quintet@database/quintet"
    assert {each.database_url for each in found} == {address}
    assert {each["environment"]["PGPASSWORD"] for each in bots().values()} == {SECRET}
    assert {each.require_token() for each in found} == {WRITTEN["DISCORD_TOKEN"]}


def test_each_writes_to_a_volume_of_its_own_and_to_that_of_the_copies() -> None:
    found = bots().values()
    assert all(each["read_only"] for each in found)
    volumes = sorted(each["volumes"] for each in found)
    assert volumes == [[f"bot-{number}:/data", "backups:/backups"] for number in (0, 1)]
    assert {(settings(each).backup_folder, settings(each).backup_days) for each in found} == {
        (Path("/backups"), 0)
    }


def test_every_setting_that_hosting_names_can_be_given() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    table = page[page.index("| variable |") :].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines()[2:]]
    named = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    assert len(named) > 8
    for each in bots().values():
        assert named - ELSEWHERE - each["environment"].keys() == set()


@asynccontextmanager
async def copying(folder: Path, **server: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """What the service of the copies runs, on this machine, until the end of the block."""
    service = services()["backup"]
    script = service["command"][0].replace("$$", "$")
    given = {"PATH": os.environ["PATH"], "BACKUP_DIR": str(folder), "BACKUP_DAYS": "14"}
    assert given.keys() - {"PATH"} <= service["environment"].keys()
    shell = (*service["entrypoint"], script)
    running = await asyncio.create_subprocess_exec(
        *shell, env={**given, **server}, stderr=asyncio.subprocess.PIPE, start_new_session=True
    )
    try:
        yield running
    finally:
        os.killpg(running.pid, signal.SIGKILL)  # a child that is just forked loses SIGTERM
        await running.communicate()


@pytest.mark.night
@needs_postgresql
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_copies_are_made_tried_private_and_removed_in_time(
    club: Club, url: str, tmp_path: Path
) -> None:
    await club.start()
    at = make_url(url)
    server = {"PGHOST": at.host or "", "PGPORT": str(at.port), "PGUSER": at.username or ""}
    for name, days in (("quintet-2026-01-01.dump", 15), ("quintet-2026-01-02.dump", 13)):
        (tmp_path / name).touch()
        made = time.time() - days * 86400
        os.utime(tmp_path / name, (made, made))
    old = sorted(each.name for each in tmp_path.glob("*.dump"))
    async with copying(tmp_path, **server, PGDATABASE="nowhere") as failing:
        assert failing.stderr is not None
        said = b""
        while b"no copy was made: look at the lines above" not in said:
            said += await failing.stderr.readline()
    assert sorted(each.name for each in tmp_path.iterdir()) == old, "no old copy goes for nothing"
    async with copying(tmp_path, **server, PGDATABASE=at.database or ""):
        await until(lambda: not (tmp_path / old[0]).exists())
    kept, copy = sorted(tmp_path.iterdir())
    assert kept.name == old[1]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert (await check_copy(str(copy), url)).matches == 1


def test_a_process_may_do_little_and_fills_neither_memory_nor_disk() -> None:
    for each in (*bots().values(), services()["backup"]):
        assert each["cap_drop"] == ["ALL"]
        assert each["security_opt"] == ["no-new-privileges:true"]
        assert each["mem_limit"] in ("1g", "512m")
        assert each["read_only"]
        assert each["logging"]["options"].keys() == {"max-size", "max-file"}
