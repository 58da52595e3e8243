"""Taking a match away as a file."""

import json
from typing import Any

from jsonschema_rs import Draft7Validator

from rules import record
from tests.kit.game_records import GAME_RECORD
from tests.kit.play import SHORT_APART, begin, play, play_all
from tests.kit.world import World


async def exported(world: World, who: Any, where: Any, **options: Any) -> tuple[str, str]:
    """The name of the file and what is in it; only the person who asked gets it."""
    result = await who.slash(where, "export", **options)
    assert world.answer(result).ephemeral
    (file,) = (result.followups[-1] if result.followups else result.response).attachments
    return file.filename, (await file.read()).decode("utf-8")


async def test_a_running_match_as_text(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    name, text = await exported(world, world.ben, thread)
    assert name == "quintet-match-1.txt"
    read = record.read(text)
    assert read.entries == ("b2-b4",)
    assert read.players == ("Ada", "Ben")
    assert read.outcome is None


async def test_an_ended_match_in_both_formats(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play_all(world, thread, (world.ada, world.ben), SHORT_APART)
    _, text = await exported(world, world.ada, world.channel)
    assert record.read(text).entries == SHORT_APART
    name, written = await exported(world, world.ada, thread, format="abstractplay")
    assert name == "quintet-match-1.json"
    told = json.loads(written)
    assert Draft7Validator(GAME_RECORD).is_valid(told)
    assert [(each["name"], each["result"]) for each in told["header"]["players"]] == [
        ("Ada", 1),
        ("Ben", 0),
    ]
    assert told["moves"][0] == list(SHORT_APART[:2])
    assert told["moves"][-1] == [SHORT_APART[-1], None]


async def test_the_other_format_is_for_ended_matches(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    result = await world.ada.slash(thread, "export", format="abstractplay")
    assert "still being played" in world.answer(result).text


async def test_a_match_that_cannot_be_taken_away(world: World) -> None:
    result = await world.ada.slash(world.channel, "export")
    assert "no match to look back at" in world.answer(result).text
    await begin(world, world.ada, world.ben)
    elsewhere = world.env.create_guild("Elsewhere", owner=world.env.create_user("other"))
    stranger = elsewhere.add_member(world.env.create_user("Eve"))
    refused = await stranger.slash(elsewhere.create_text_channel("room"), "export", match=1)
    assert "You can look back at your own matches" in world.answer(refused).text
