"""Taking a match away as a file, seeing all that is stored about oneself, and having it deleted."""

import json
from typing import Any

from rules import record
from tests.kit.game_records import VALID
from tests.kit.play import SHORT_APART, begin, in_match, offer, play
from tests.kit.shown import called, look, message_of
from tests.kit.world import World


async def exported(world: World, who: Any, where: Any) -> dict[str, str]:
    """The files and what is in them; only the person who asked gets them."""
    result = await in_match(who, where, "Export")
    assert world.answer(result).ephemeral
    files = message_of(result).attachments
    return {file.filename: (await file.read()).decode("utf-8") for file in files}


async def test_matches_are_taken_away_as_text_and_as_a_record_once_over(world: World) -> None:
    for command in ("match", "replay"):
        nothing = await world.ada.slash(world.channel, command)
        assert "You have no match to look at." in world.answer(nothing).text
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    shown = await world.chloe.slash(thread, "replay")
    result = await world.chloe.click(shown.response, label="Export")
    (file,) = message_of(result).attachments
    assert file.filename == "quintet-match-1.txt"
    ((name, text),) = (await exported(world, world.ben, thread)).items()
    assert name == "quintet-match-1.txt"
    read = record.read(text)
    assert (read.entries, read.players, read.outcome) == (("b2-b4",), ("Ada", "Ben"), None)
    over = await begin(world, world.ada, world.ben, *SHORT_APART)
    files = await exported(world, world.ada, over)
    assert record.read(files["quintet-match-2.txt"]).entries == SHORT_APART
    assert VALID.is_valid(json.loads(files["quintet-match-2.json"]))


async def test_somebody_is_asked_twice_and_then_forgotten(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    await offer(world, world.ada, [world.chloe])
    page = await world.ada.slash(world.channel, "privacy")
    await world.ada.click(page.response, label="Delete everything")
    kept = await world.ada.click(page.response, label="Keep it")
    assert world.answer(kept).text == "Nothing was deleted."
    await play(world, world.ben, thread, "b7-b5")
    page = await world.ada.slash(world.channel, "privacy")
    first = await world.ada.click(page.response, label="Delete everything")
    assert "resigned" in world.answer(first).text
    second = await world.ada.click(first.response, label="Delete my data")
    assert "Are you sure?" in world.answer(second).text
    done = await world.ada.click(first.response, label="Yes, delete it for ever")
    assert "I deleted everything about you" in world.answer(done).text
    text = world.shown(thread)[-1].text
    assert f"{called(world.ben)} (Black) wins by resignation" in text
    assert "Deleted player resigned." in text
    assert "so far" not in text
    assert "Rematch" not in world.shown(thread)[-1].buttons
    assert str(world.ada.id) not in text
    assert "Ada" not in text
    assert "Deleted player" in world.shown(world.channel)[-1].text
    matches = look((await world.ada.slash(world.channel, "matches")).response)
    assert "Apart" not in matches.text
