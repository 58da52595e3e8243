"""A server with a season behind it, made for the demo."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from simcord.builders import ChannelHandle

from bot.demo.demo import Stage, lively_stage, make_lively
from bot.demo.season import start_calmly
from bot.demo.simulated import MORE_PEOPLE, PEOPLE, SimulatedDiscord
from bot.screen.words import UNEXPECTED
from rules import GAMES
from tests.kit.demo import running
from tests.kit.shown import Shown, look, message_of, posted
from tests.kit.world import renderer

pytestmark = pytest.mark.night


def ask(path: Path, question: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


async def test_a_season_is_played_by_the_rules_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "lively"
    await make_lively(folder, meetings=14)
    stage = lively_stage(folder)
    assert stage.memory.exists()
    assert [each.name for each in tmp_path.iterdir()] == ["lively"]
    ended = "SELECT finished_at IS NOT NULL, count(*) FROM matches GROUP BY 1"
    found = dict(ask(stage.database, ended))
    assert found[True] >= 2
    late = "finished_at IS NULL AND deadline < datetime('now', '12 hours')"
    assert ask(stage.database, f"SELECT count(*) FROM matches WHERE {late}") == [(0,)]
    assert ask(stage.database, "SELECT count(*) FROM ladders") == [(2,)]
    joined = "SELECT count(*) FROM ladder_entries WHERE kind = 'joined'"
    assert ask(stage.database, joined) == [(40,)]
    people = "SELECT count(DISTINCT player_id) FROM ladder_entries"
    assert 20 <= ask(stage.database, people)[0][0] <= len(PEOPLE) + len(MORE_PEOPLE)
    still = "SELECT kind, count(*) FROM outbox WHERE NOT done GROUP BY 1"
    left = dict(ask(stage.database, still))
    assert left["ladder"] == 2
    assert left.get("board", 0) == found.get(False, 0)
    await visit_lively(stage)
    await visit_lively(stage)


FOR_MANAGERS = {"Keep it here", "Champion's role"}


def named(discord: SimulatedDiscord, name: str) -> ChannelHandle:
    env, ada = discord._env, discord._members["Ada"]
    found = next(each for each in env.backend.channels.values() if each.name == name)
    return ChannelHandle(env, ada.guild, found)


async def look_around(discord: SimulatedDiscord) -> None:
    """Everything that a newcomer, Ada, tries first."""
    ada: Any = discord._members["Ada"]

    def answer(result: Any) -> Shown:
        shown = look(message_of(result))
        assert str(UNEXPECTED) not in shown.text
        return shown

    async def asked(name: str, **options: Any) -> Shown:
        return answer(await ada.slash(named(discord, "games"), name, **options))

    listed = await ada.slash(named(discord, "games"), "leaderboard", game="apart")
    shown = answer(listed)
    assert shown.text.count("\n") >= 2
    for button in [each for each in shown.buttons if each not in FOR_MANAGERS]:
        answer(await ada.click(message_of(listed), label=button))
    assert "Ada" in (await asked("profile")).text
    for name in ("ladder show", "ladder challenge", "ladder manage"):
        told = (await asked(name, game=next(iter(GAMES)))).text
        assert "There is no ladder" not in told
        assert len(told) > 40, name
    assert (await asked("matches")).text
    assert "match" in (await asked("watch")).text


async def visit_lively(stage: Stage) -> None:
    """Start the bot there twice over, as ``make demo`` would, and look around."""
    await start_calmly(stage.settings.database_url)
    client, discord = stage.discord(renderer())
    async with running(client, discord):
        await discord._env.advance_time(30)
        standings = posted(discord._env.backend, named(discord, "ladders").id)
        assert len([each for each in standings if "Challenge" in each.buttons]) == 2
        await look_around(discord)
