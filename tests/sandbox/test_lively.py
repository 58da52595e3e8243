"""A server with a season behind it, made for the demo."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.sandbox.demo import lively_stage, make_lively
from bot.sandbox.simulated import MORE_PEOPLE, PEOPLE


def ask(path: Path, question: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


async def test_a_season_is_played_by_the_rules_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "lively"
    await make_lively(folder, meetings=14)
    stage = lively_stage(folder)
    assert stage.memory.exists()
    assert [each.name for each in tmp_path.iterdir()] == ["lively"]
    found = dict(ask(stage.database, "SELECT status, count(*) FROM matches GROUP BY 1"))
    assert found["over"] >= 2
    assert ask(stage.database, "SELECT count(*) FROM ladders") == [(2,)]
    joined = "SELECT count(*) FROM ladder_entries WHERE kind = 'joined'"
    assert ask(stage.database, joined) == [(40,)]
    people = "SELECT count(DISTINCT player_id) FROM ladder_entries"
    assert 20 <= ask(stage.database, people)[0][0] <= len(PEOPLE) + len(MORE_PEOPLE)
    still = "SELECT kind, count(*) FROM outbox WHERE NOT done GROUP BY 1"
    left = dict(ask(stage.database, still))
    assert left["ladder"] == 2
    assert left.get("board", 0) == found.get("running", 0)
