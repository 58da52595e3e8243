"""Seeing what is stored about oneself, and having it deleted, through Discord."""

import json

from sqlalchemy import Connection, select

from data.tables import players
from tests.kit.play import begin, offer, play
from tests.kit.shown import look
from tests.kit.world import World, press


async def test_somebody_takes_away_what_is_stored_about_them(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    result = await world.ada.slash(world.channel, "privacy export")
    assert world.answer(result).ephemeral
    (file,) = (result.followups[-1] if result.followups else result.response).attachments
    assert file.filename == "quintet-data.json"
    stored = json.loads((await file.read()).decode())["stored"]
    assert [entry["text"] for entry in stored["entries"]] == ["b2-b4"]
    assert str(world.ben.id) not in json.dumps(stored["entries"])


async def test_somebody_is_asked_twice_and_then_forgotten(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    await offer(world, world.ada, [world.chloe])
    first = await world.ada.slash(world.channel, "privacy delete")
    assert "resigned" in world.answer(first).text
    second = await world.ada.click(first.response, label="Delete my data")
    assert "Are you sure?" in world.answer(second).text
    done = await world.ada.click(first.response, label="Yes, delete it for ever")
    await world.settle()
    assert "Everything about you was deleted" in world.answer(done).text
    text = world.shown(thread)[-1].text
    assert f"<@{world.ben.id}> (Black) wins by resignation" in text
    assert "Deleted player resigned." in text
    assert "so far" not in text
    assert "Rematch" not in world.shown(thread)[-1].buttons
    assert str(world.ada.id) not in text
    assert "Ada" not in text
    assert "deleted player" in world.shown(world.channel)[-1].text
    matches = look((await world.ada.slash(world.channel, "matches")).response)
    assert "Apart" not in matches.text


async def test_somebody_who_thinks_better_of_it_keeps_everything(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    asked = await world.ada.slash(world.channel, "privacy delete")
    kept = await world.ada.click(asked.response, label="Keep it")
    assert world.answer(kept).text == "Nothing was deleted."
    await play(world, world.ada, thread, "b2-b4")
    assert len(world.shown(thread)) == 2


async def test_pressing_six_times_at_once_deletes_once(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    asked = await world.ada.slash(world.channel, "privacy delete")
    for _ in range(6):
        done = await press(world, world.ada, asked.response, "z:delete")
        assert "Everything about you was deleted" in world.answer(done).text
    await world.settle()

    def stand_ins(connection: Connection) -> int:
        return len(connection.execute(select(players.c.id).where(players.c.id < 0)).all())

    assert await world.client.services.database.read(stand_ins) == 1
