"""The slash commands: within Discord's limits, each with its line in the documentation."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app.client import Quintet
from bot.app.features import add_commands
from bot.screen.interaction.declaring import CommandTranslator
from tests.kit.limits import beyond_limits
from tests.kit.overhearing import LONGEST
from tests.kit.plain_english import plain
from tests.kit.speaking import known
from tests.kit.world import new_client

DOCUMENTED = Path(__file__).resolve().parents[2] / "docs" / "commands.md"
SUBCOMMAND, GROUP = 1, 2
NAME = re.compile(r"[a-z_0-9]{1,32}")


async def loaded(tmp_path: Path) -> Quintet:
    client = new_client(tmp_path / "unused.db")
    await add_commands(client)
    return client


@pytest.fixture
async def commands(tmp_path: Path) -> list[dict[str, Any]]:
    client = await loaded(tmp_path)
    return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def leaves(command: dict[str, Any], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Each thing that can be typed, by its full name."""
    name = f"{before} {command['name']}".strip()
    nested = [o for o in command.get("options", ()) if o["type"] in (SUBCOMMAND, GROUP)]
    if not nested:
        yield name, command
    for option in nested:
        yield from leaves(option, name)


def slash(commands: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    return [leaf for each in commands if each.get("type", 1) == 1 for leaf in leaves(each)]


async def test_everything_is_named_and_described(commands: list[dict[str, Any]]) -> None:
    assert beyond_limits("/commands", commands) == []
    for name, leaf in slash(commands):
        for each in (leaf, *leaf.get("options", ())):
            assert NAME.fullmatch(each["name"]), name
            assert 5 <= len(each["description"]) <= 100, name
            assert each["description"] != "…", name
            assert not each["description"].endswith("."), name


async def test_where_a_command_works_is_as_documented(commands: list[dict[str, Any]]) -> None:
    menus = {"Challenge to a match", "Show this match", "Show profile", "Head to head"}
    menus |= {"Block or unblock"}
    in_servers = {"challenge", "ladder", "tournament", "club", "watch", "server", "manage"}
    in_servers |= menus
    for command in commands:
        here = command["name"] in in_servers
        # to practise, the bot has to be where its boards are posted
        elsewhere = [0, 1] if command["name"] == "play" else [0, 1, 2]
        assert command["contexts"] == ([0] if here else elsewhere), command["name"]
        assert command["integration_types"] == ([0] if here else [0, 1]), command["name"]
    needed = {each["name"]: each["default_member_permissions"] for each in commands}
    assert [name for name, bits in needed.items() if bits is not None] == ["server"]
    assert needed["server"] == discord.Permissions(manage_guild=True).value


FRENCH = "fr"
LIMITS = {"name": 32, "description": 100, "choice": 100}


def told(part: dict[str, Any], limit: str = "name") -> Iterator[tuple[str, str, int]]:
    """What people read of a command in English and in the other language, and its limit.

    Names of commands and options stay as they are.
    """
    translated = part.get("name_localizations", {}).get(FRENCH)
    if "description" not in part:
        yield part["name"], translated or "", LIMITS[limit]
    elif part["description"]:
        other = part.get("description_localizations", {}).get(FRENCH)
        yield part["description"], other or "", LIMITS["description"]
    for option in part.get("options") or ():
        yield from told(option)
    for choice in part.get("choices") or ():
        yield from told(choice, "choice")


async def test_everything_is_said_whole_in_every_language(tmp_path: Path) -> None:
    """At the length of the longest; a description, choice or menu that is not said is English."""
    client = await loaded(tmp_path)
    with known(fr=LONGEST):
        found = [
            await command.get_translated_payload(client.tree, CommandTranslator())
            for command in client.tree.get_commands()
        ]
    for english, other, limit in (each for command in found for each in told(command)):
        assert list(plain(other or english)) == []
        assert other[-1:] in ("", "]"), f"{english}: cut"
        assert len(other) <= limit


async def test_every_command_is_documented(commands: list[dict[str, Any]]) -> None:
    documented = re.findall(r"^\| `/([a-z ]+?)`", DOCUMENTED.read_text("utf-8"), re.MULTILINE)
    assert sorted(documented) == sorted(name for name, _ in slash(commands))
    menus = [command["name"] for command in commands if command.get("type", 1) != 1]
    assert [name for name in menus if f"**{name}**" not in DOCUMENTED.read_text("utf-8")] == []
