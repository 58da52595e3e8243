"""What ``doctor`` says of everything round the bot: each trouble with what to do about it."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from aiohttp import web
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.app import doctor
from bot.app.doctor import (
    FAILED,
    OFTEN,
    Finding,
    backups,
    clock,
    examine,
    given,
    installation,
    metrics,
    room,
    sessions,
    spoken_languages,
)
from bot.app.settings import Settings
from bot.core.actor import Place
from bot.features.challenges import storage as challenges
from bot.features.tournaments.acts import Act
from bot.screen.messenger.channels import INVITE
from data.ids import ChallengeId, ChannelId, ServerId
from data.shards import ALL, Shards
from languages import read_all
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.loopback import Fault, Loopback

NOW = datetime(2026, 3, 9, 12, tzinfo=UTC)


def settings(folder: Path, **given: Any) -> Settings:
    return Settings("a.token.of.three", sqlite_url(folder / "quintet.db"), **given)


async def findings(given: Settings) -> dict[str, Finding]:
    return {each.about: each for each in await examine(given)}


@asynccontextmanager
async def a_discord() -> AsyncIterator[tuple[Loopback, Any]]:
    """A Discord on this machine with a server that the bot is in."""
    there = Loopback()
    async with there.serving():
        yield there, there.backend.create_guild("Board Club")


def grant(there: Loopback, server: Any, permissions: discord.Permissions) -> None:
    for role in server.roles.values():
        there.backend.edit_role(server.id, role.id, {"permissions": permissions.value})


async def test_where_all_is_well_nothing_is_to_be_done(tmp_path: Path) -> None:
    await lay_out(tmp_path / "quintet.db")
    async with a_discord() as (there, server):
        grant(there, server, INVITE)
        found = await findings(settings(tmp_path, backup_folder=tmp_path / "copies"))
    assert [each for each in found.values() if not each.ok] == []
    told = (
        "version settings database stuck timeouts messages disk backups fonts token clock "
        "sessions languages"
    )
    assert set(found) == {*told.split(), "rounds", "installation", f"server {server.id}"}


async def test_a_permission_that_is_missing_is_named(tmp_path: Path) -> None:
    without = discord.Permissions(INVITE.value)
    without.update(attach_files=False)
    async with a_discord() as (there, server):
        grant(there, server, without)
        found = await findings(settings(tmp_path))
    assert not found[f"server {server.id}"].ok
    assert found[f"server {server.id}"].says == "grant the bot's role: Attach Files"


async def test_what_a_channel_forbids_is_named_where_the_bot_posts(club: Club, url: str) -> None:
    async with a_discord() as (there, server):
        grant(there, server, INVITE)
        channel = there.backend.create_channel(server.id, "games")
        me, names = there.backend.bot_user.id, ("read_message_history", "attach_files")
        denied = discord.Permissions(**dict.fromkeys(names, True)).value
        there.backend.set_overwrite(
            channel.id, Overwrite(me, OverwriteType.MEMBER, allow=0, deny=denied)
        )
        given, about = Settings("a.token.of.three", url), f"server {server.id}"
        assert (await findings(given))[about].ok, "nothing is posted there"
        await club.start(place=Place(ServerId(server.id), ChannelId(channel.id)))
        found = (await findings(given))[about]
    assert not found.ok
    assert found.says == "let the bot have, in #games: Attach Files, Read Message History"


@pytest.mark.parametrize(("remaining", "is_well"), [(16, True), (15, False)])
def test_whether_every_shard_may_start(remaining: int, is_well: bool) -> None:
    limits = discord.SessionStartLimits(
        total=1000, remaining=remaining, reset_after=3_600_000, max_concurrency=1
    )
    found = sessions(1, limits, Shards(0, 3, 16), NOW)
    assert found.ok == is_well
    assert f"{remaining} of 1000 remain until 2026-03-09 13:00 UTC" in found.says
    assert sessions(1, limits, ALL, NOW).ok


def test_a_name_that_is_no_setting_and_a_token_that_others_read_are_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    assert [each.ok for each in given(settings(tmp_path), file)] == [True]
    file.write_text("DISCORD_TOKN=a", encoding="utf-8")
    for mode, says in ((0o600, ()), (0o640, (f"and the token in it: chmod 600 {file}",))):
        file.chmod(mode)
        found = given(settings(tmp_path, unknown=("DISCORD_TOKN is no setting",)), file)
        assert not any(each.ok for each in found)
        first, *others = [each.says for each in found]
        assert first == "DISCORD_TOKN is no setting"
        assert len(others) == len(says)
        assert "".join(others).endswith("".join(says))


@pytest.mark.parametrize("name", ["DISCORD_TOKEN_FILE", "DATABASE_URL_FILE"])
def test_a_file_of_a_secret_that_others_read_is_named(tmp_path: Path, name: str) -> None:
    file = tmp_path / "secret"
    file.write_text(sqlite_url(tmp_path / "quintet.db"), encoding="utf-8")
    read = Settings.from_environment({name: str(file)})
    for mode, is_well in ((0o640, True), (0o644, False)):
        file.chmod(mode)
        (found,) = given(read, tmp_path / ".env")
        assert (found.ok, f"the secret in it: chmod 600 {file}" in found.says) == (
            is_well,
            not is_well,
        )


@pytest.mark.parametrize(
    ("config", "is_well"), [({"0": {}, "1": {}}, True), ({"0": {}}, False), ({}, None)]
)
def test_where_the_bot_can_be_installed(config: Any, is_well: bool | None) -> None:
    told = {"id": "1", "name": "Q", "bot_public": True, "bot_require_code_grant": False}
    owner = {"id": "2", "username": "o", "discriminator": "0", "avatar": None}
    data: Any = {**told, "owner": owner, "verify_key": "", "flags": 0, "icon": None}
    data |= {"description": "", "integration_types_config": config}
    application = discord.AppInfo(Mock(), data)
    assert [each.ok for each in installation(application)] == ([] if is_well is None else [is_well])


async def test_a_token_that_is_not_accepted_and_a_discord_that_does_not_answer(tmp_path) -> None:
    async with a_discord() as (there, _):
        for status, says in ((401, "reset it and copy it again"), (None, "cannot be reached")):
            there.faults[:] = [Fault("GET", "/users/@me", status, times=9)]
            found = await findings(settings(tmp_path))
            assert not found["token"].ok
            assert says in found["token"].says


async def test_messages_that_fail_again_and_again_are_told_of(club: Club, url: str) -> None:
    await club.database.write(challenges.note_card, ChallengeId(404), NOW)
    await club.sql(f"UPDATE outbox SET attempts = {OFTEN}, error = 'attach_files is missing'")
    told = (await findings(Settings("", url)))["messages"]
    assert not told.ok
    assert told.says.startswith(
        "1 were refused, or could not be posted in 5 attempts, the last because of: "
        "attach_files is missing"
    )
    await club.sql("UPDATE outbox SET attempts = 0, done = true")
    assert not (await findings(Settings("", url)))["messages"].ok


async def test_rounds_that_are_not_paired_are_told_of(club: Club, url: str) -> None:
    cup = await Cup.open(club, name="Autumn cup")
    for times, is_well in ((FAILED - 1, True), (FAILED, False)):
        await club.sql(f"UPDATE tournaments SET failures = {times}")
        found = await findings(Settings("", url))
        assert found["rounds"].ok is is_well
    told = found["rounds"].says
    assert told.startswith(
        f"the next one could not be paired 3 times or more: Autumn cup ({cup.id})"
    )
    await cup.act(Act.CANCEL, reason="we give up")
    assert (await findings(Settings("", url)))["rounds"].ok


def test_a_clock_that_is_wrong_is_told_of() -> None:
    discords = "Mon, 09 Mar 2026 11:58:00 GMT"
    assert clock(discords, NOW - timedelta(minutes=2)).ok
    assert "120 seconds ahead; let NTP set it" in clock(discords, NOW).says
    assert "86,280 seconds behind" in clock(discords, NOW - timedelta(days=1)).says
    assert clock(None, NOW).ok


def test_a_nearly_full_disk_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = settings(tmp_path / "not yet", backup_folder=tmp_path / "neither")
    assert [each.ok for each in room(given)] == [True]
    monkeypatch.setattr(doctor, "LITTLE_ROOM", 2**60)
    (finding,) = room(given)
    assert not finding.ok
    assert f"free in {tmp_path}; make room" in finding.says


async def told(given: Settings) -> list[str]:
    """What is told about backups, with NO before what is not well."""
    return [f"{'' if each.ok else 'NO '}{each.says}" for each in await backups(given, NOW)]


async def test_failing_backups_are_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "copies"
    given = settings(tmp_path, backup_folder=folder)
    assert await told(settings(tmp_path)) == []
    assert await told(given) == [f"the first copy will be made in {folder}"]
    folder.write_text("a file")
    assert await told(given) == [f"NO BACKUP_DIR is {folder}, which is no folder"]
    folder.unlink()
    folder.mkdir()
    monkeypatch.setattr(os, "access", lambda *_: False)
    (says,) = await told(given)
    assert f"may not write into {folder}; make them its owner" in says
    monkeypatch.undo()
    monkeypatch.setenv("PATH", "")
    server = Settings("", "postgresql+asyncpg://q@host/q", backup_folder=folder)
    assert "need pg_dump, which is not installed here" in (await told(server))[0]
    assert await told(replace(server, backup_days=0)) == await told(given), "others make them"


async def put_copy(folder: Path, day: str, hours: float) -> Path:
    """A daily copy in which nothing has happened, made so many hours ago."""
    path = folder / f"quintet-{day}.db"
    await lay_out(path)
    made = (NOW - timedelta(hours=hours)).timestamp()
    os.utime(path, (made, made))
    return path


async def test_the_age_is_that_of_the_newest_copy_that_can_be_restored(tmp_path: Path) -> None:
    given = settings(tmp_path, backup_folder=tmp_path)
    old = await put_copy(tmp_path, f"{NOW - timedelta(days=4):%Y-%m-%d}", hours=100)
    (says,) = await told(given)
    assert says.startswith("NO the newest copy that can be restored is 100 hours old; is the bot")
    newer = await put_copy(tmp_path, f"{NOW - timedelta(days=1):%Y-%m-%d}", hours=30)
    assert await told(given) == ["the newest copy that can be restored is 30 hours old"]
    os.utime(newer)  # it was copied since, and is no newer for that
    assert await told(given) == ["the newest copy that can be restored is 12 hours old"]
    newer.write_bytes(b"")
    says, why = await told(given)
    assert "is 100 hours old" in says
    assert why.startswith(f"NO {newer.name} cannot be restored: ")
    assert "Stop the bot" not in why
    for path in (newer, old):
        path.write_bytes(b"PGDMP and what follows")
    says, *others = await told(given)
    assert says.startswith("NO no copy can be restored; make one with `quintet backup FILE`")
    assert len(others) == 2


@asynccontextmanager
async def answering(content: Any) -> AsyncIterator[int]:
    """A program on this machine that answers whoever asks how it is."""
    application = web.Application()

    async def tell(_: web.Request) -> web.Response:
        return web.json_response(content)

    application.router.add_get("/health", tell)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def test_a_port_is_free_or_the_bots_own(tmp_path: Path) -> None:
    assert await metrics(settings(tmp_path)) == ()
    async with answering({"healthy": True, "troubles": []}) as port:
        (own,) = await metrics(settings(tmp_path, metrics_port=port))
        assert own == Finding("metrics", True, f"a bot that is well answers on port {port}")
    (free,) = await metrics(settings(tmp_path, metrics_port=port))
    assert free.says == f"port {port} is free"
    async with answering({"healthy": False, "troubles": ["not connected to Discord"]}) as port:
        (ill,) = await metrics(settings(tmp_path, metrics_port=port))
        assert ill.says.endswith("says: not connected to Discord")
    async with answering(["something"]) as port:
        (other,) = await metrics(settings(tmp_path, metrics_port=port))
        assert other.says.startswith(f"another program has port {port}; let METRICS_PORT")


def test_a_catalog_that_cannot_be_read_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "messages.pot").write_text('msgid "a"\nmsgstr ""\n', encoding="utf-8")
    for code, text in {"de": 'msgid "a"\nmsgstr "b"\n', "xx": 'msgid "a"\nmsgstr b\n'}.items():
        (tmp_path / code).mkdir()
        (tmp_path / code / "messages.po").write_text(text, encoding="utf-8")
    well, broken = spoken_languages(read_all(tmp_path))
    assert (well.ok, well.says) == (True, "en, de")
    assert not broken.ok
    assert "xx/messages.po: line 2" in broken.says
