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


class Visit:
    """The server that lives, with the bot running in it, as Ada finds it."""

    def __init__(self, discord: SimulatedDiscord) -> None:
        self.env: Any = discord._env
        self.ada: Any = discord._members["Ada"]
        self.discord = discord

    def place(self, name: str) -> ChannelHandle:
        found = next(each for each in self.env.backend.channels.values() if each.name == name)
        return ChannelHandle(self.env, self.ada.guild, found)

    async def asks(self, name: str, **options: Any) -> tuple[Shown, Any]:
        """What a command answers, and the message to click on."""
        result = await self.ada.slash(self.place("games"), name, **options)
        return self._answer(result)

    async def presses(self, message: Any, **which: Any) -> tuple[Shown, Any]:
        return self._answer(await self.ada.click(message, **which))

    def _answer(self, result: Any) -> tuple[Shown, Any]:
        message = message_of(result)
        shown = look(message)
        assert str(UNEXPECTED) not in shown.text
        return shown, message


async def look_around(visit: Visit) -> None:
    """Everything that a newcomer tries first."""
    listed, message = await visit.asks("leaderboard", game="apart")
    assert listed.text.count("\n") >= 2
    for button in [each for each in listed.buttons if each not in FOR_MANAGERS]:
        await visit.presses(message, label=button)
    profile, _ = await visit.asks("profile")
    assert "Ada" in profile.text
    for name in ("ladder show", "ladder challenge", "ladder manage"):
        shown, _ = await visit.asks(name, game=next(iter(GAMES)))
        assert "There is no ladder" not in shown.text
        assert len(shown.text) > 40, name
    inbox, _ = await visit.asks("matches")
    assert inbox.text
    watched, _ = await visit.asks("watch")
    assert "match" in watched.text


async def visit_lively(stage: Stage) -> None:
    """Start the bot there twice over, as ``make demo`` would, and look around."""
    await start_calmly(stage.settings.database_url)
    client, discord = stage.discord(renderer())
    async with running(client, discord):
        visit = Visit(discord)
        await visit.env.advance_time(30)
        standings = posted(visit.env.backend, visit.place("ladders").id)
        assert len([each for each in standings if "Challenge" in each.buttons]) == 2
        await look_around(visit)
