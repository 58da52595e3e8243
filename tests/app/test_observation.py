"""What monitoring is told: figures, and whether all is well; nothing that anybody wrote."""

import asyncio
import json
import platform
import re
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from prometheus_client.parser import text_string_to_metric_families

from bot import VERSION
from bot.app.discordpy import watching_answers
from bot.app.observation import Observation, backlog
from bot.app.settings import Settings, SettingsError
from bot.app.supervision import Jobs
from bot.features.timekeeping.storage import allow_timeouts, stop_timeouts
from tests.kit.club import Club
from tests.kit.outages import back, cut_off
from tests.kit.play import begin, play
from tests.kit.world import World, open_world

Figures = dict[str, float]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_world(tmp_path / "quintet.db") as opened:
        yield opened


@asynccontextmanager
async def observed(world: World, jobs: Jobs | None = None) -> AsyncIterator[str]:
    observation = Observation(world.client, jobs or Jobs())
    port = await observation.start(0)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        await observation.close()


async def ask(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def figures(address: str) -> Figures:
    _, text = await ask(f"{address}/metrics")
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def grown(before: Figures, after: Figures, name: str) -> float:
    return after.get(name, 0) - before.get(name, 0)


async def test_what_people_do_is_counted(world: World) -> None:
    async with observed(world) as address:
        before = await figures(address)
        thread = await begin(world, world.ada, world.ben, "b2-b4")
        await play(world, world.ada, thread, "c2-c4")
        after = await figures(address)
        _, text = await ask(f"{address}/metrics")
    build = {"quintet_build_info", VERSION, platform.python_version(), discord.__version__}
    assert build in [set(name.split()) for name in after]
    assert after["process_resident_memory_bytes"] > 10**6
    assert grown(before, after, "quintet_entries_total move") == 1
    assert grown(before, after, "quintet_refusals_total NotYourTurn") == 1
    assert grown(before, after, "quintet_posting_seconds_count board") == 2
    assert grown(before, after, "quintet_posting_seconds_count challenge") == 2
    assert grown(before, after, "quintet_pictures_total board") == 2
    assert grown(before, after, "quintet_acknowledgement_seconds_count") >= 4
    assert grown(before, after, "quintet_database_seconds_count write") >= 3
    assert after["quintet_gateway_ready"] == after["quintet_database_up"] == 1
    assert after["quintet_servers"] == 1
    assert after["quintet_outbox_rows"] == after["quintet_timers_overdue"] == 0
    private = (str(world.ada.id), str(world.server.id), "b2-b4", "Ada", "apart")
    assert [word for word in private if word in text] == []


async def test_waiting_is_told_with_age(club: Club) -> None:
    await club.offer()
    found = await club.database.read(backlog, club.clock.now + timedelta(minutes=10))
    assert found["outbox_rows"] == 1
    assert found["outbox_age_seconds"] == 600
    assert found["timers_overdue"] == found["timeouts_held"] == 0
    await club.database.write(stop_timeouts, club.clock.now, 7, 9)
    assert (await club.database.read(backlog, club.clock.now))["timeouts_held"] == 7
    await club.database.write(allow_timeouts)
    assert (await club.database.read(backlog, club.clock.now))["timeouts_held"] == 0


async def test_all_is_well_until_it_is_not(world: World) -> None:
    jobs = Jobs()

    async def fail() -> None:
        raise ZeroDivisionError

    async with observed(world, jobs) as address:
        assert await ask(f"{address}/health") == (200, '{"healthy": true, "troubles": []}')
        assert await ask(f"{address}/ready") == (200, '{"ready": true, "troubles": []}')
        jobs.start("deliver", fail)
        async with asyncio.timeout(60):
            while not jobs.failing:
                await asyncio.sleep(0.01)
        status, text = await ask(f"{address}/health")
        probes = [(await ask(f"{address}/{each}"))[0] for each in ("ready", "live")]
        await jobs.finish()
    assert status == 503
    assert "the job deliver has failed" in text
    assert probes == [200, 200], "a restart mends no job"


async def test_lost_connections_are_counted(world: World) -> None:
    async with observed(world) as address:
        before = await figures(address)
        await cut_off(world, 60)
        await back(world)
        after = await figures(address)
    for event in ("lost", "resumed"):
        assert grown(before, after, f"quintet_gateway_events_total {event}") == 1
    assert grown(before, after, "quintet_gateway_events_total begun") == 0


async def test_the_images_health_check_asks_whether_the_process_lives(world: World) -> None:
    written = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
    (line,) = re.findall(r"^HEALTHCHECK .* CMD (.+)$", written, re.MULTILINE)
    check = [sys.executable, *json.loads(line)[1:]]
    async with observed(world) as address:
        given = {"METRICS_HOST": "127.0.0.1", "METRICS_PORT": address.rpartition(":")[2]}
        living = await asyncio.create_subprocess_exec(*check, env=given)
        assert await living.wait() == 0
    gone = await asyncio.create_subprocess_exec(*check, env=given, stderr=DEVNULL)
    assert await gone.wait() == 1


async def test_a_silent_database_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang(*_: Any) -> None:
        await asyncio.Event().wait()

    async with observed(world) as address:
        with monkeypatch.context() as hanging:
            hanging.setattr(type(world.client.services.database), "read", hang)
            hanging.setattr("bot.app.observation.TIMEOUT", 0.05)
            away = await figures(address)
            for probe in ("health", "ready"):
                status, text = await ask(f"{address}/{probe}")
                assert (status, "the database cannot be read" in text) == (503, True)
            assert await ask(f"{address}/live") == (200, '{"live": true}')
        there = await figures(address)
    assert (there["quintet_database_up"], away["quintet_database_up"]) == (1, 0)
    told = {"outbox_rows", "outbox_age_seconds", "timers_overdue_seconds", "timers_put_aside"}
    told |= {"outbox_put_aside", "timers_overdue", "timeouts_held"}
    assert there.keys() - away.keys() == {f"quintet_{each}" for each in told}


async def test_what_discord_refuses_and_fails_is_counted(world: World) -> None:
    async def refuse(_: web.Request) -> web.Response:
        return web.Response(status=429)

    async def fail(_: web.Request) -> web.Response:
        return web.Response(status=502)

    server = web.Application()
    server.add_routes([web.get("/", refuse), web.get("/broken", fail)])
    runner = web.AppRunner(server)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with observed(world) as address:
        before = await figures(address)
        trace = watching_answers(lambda: world.client.http)
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            url = f"http://127.0.0.1:{runner.addresses[0][1]}"
            for each in (f"{url}/", f"{url}/broken", f"{address}/health"):
                async with session.get(each):
                    pass
            with pytest.raises(aiohttp.ClientConnectorError):
                await session.get("http://127.0.0.1:1/")
        after = await figures(address)
    await runner.cleanup()
    assert grown(before, after, "quintet_rate_limits_total") == 1
    assert grown(before, after, "quintet_discord_errors_total") == 2


async def test_it_is_open_to_whom_the_operator_says_and_on_a_free_port(world: World) -> None:
    observation, other = (Observation(world.client, Jobs()) for _ in range(2))
    given = Settings.from_environment({"METRICS_HOST": "0.0.0.0"})
    await other.start(0, given.metrics_host)
    assert [address[0] for address in other.addresses] == ["0.0.0.0"]
    await other.close()
    other = Observation(world.client, Jobs())
    port = await observation.start(0)
    assert [address[0] for address in observation.addresses] == ["127.0.0.1"]
    with pytest.raises(SettingsError, match="Let METRICS_PORT be a free one"):
        await other.start(port)
    await other.close()
    await observation.close()
    assert Settings.from_environment({"METRICS_PORT": "9100"}).metrics_port == 9100
