"""``compose.yaml`` is what the bot and its documentation say it is."""

import re
from pathlib import Path
from typing import Any

import yaml

from bot.app.settings import Settings
from data.shards import Shards

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "compose.yaml"
ELSEWHERE = {"QUINTET_DEMO_SPEED", "DATABASE_URL_FILE"}
"""A setting of the demo, which is not hosted, and one for an address that is written there."""
WRITTEN = {"DISCORD_TOKEN": "a.token.of.three", "POSTGRES_PASSWORD": "secret"}


def bots() -> dict[str, dict[str, Any]]:
    services = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    return {name: each for name, each in services.items() if name.startswith("bot-")}


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
    assert {each.database_url for each in found} == {
        "postgresql+asyncpg://quintet:secret@database/quintet"
    }
    assert {each.require_token() for each in found} == {WRITTEN["DISCORD_TOKEN"]}


def test_each_writes_to_one_volume_of_its_own_alone() -> None:
    found = bots().values()
    assert all(each["read_only"] for each in found)
    assert sorted(each["volumes"] for each in found) == [["bot-0:/data"], ["bot-1:/data"]]


def test_every_setting_that_hosting_names_can_be_given() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    table = page[page.index("| variable |") :].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines()[2:]]
    named = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    assert len(named) > 8
    for each in bots().values():
        assert named - ELSEWHERE - each["environment"].keys() == set()


def test_a_process_may_do_little_and_fills_neither_memory_nor_disk() -> None:
    for each in bots().values():
        assert each["cap_drop"] == ["ALL"]
        assert each["security_opt"] == ["no-new-privileges:true"]
        assert each["mem_limit"] == "1g"
        assert each["logging"]["options"].keys() == {"max-size", "max-file"}
