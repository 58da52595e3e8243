"""Everything that is refused: a clear sentence each, and nothing written."""

import pytest

from bot.core.waking import OneAtATime
from bot.screen.page import Accent
from tests.kit.play import begin, in_match, play
from tests.kit.shown import components_of, message_of
from tests.kit.world import World, press


async def test_a_refusal_has_an_amber_edge(world: World) -> None:
    told = message_of(await world.ada.slash(world.channel, "ladder show"))
    assert [each.get("accent_color") for each in components_of(told)][:1] == [Accent.AMBER]


NO_MATCH, NO_GAME = (
    "There is no such match. To see yours, use `/matches`.",
    "I do not know that game.",
)
NO_PUZZLE, OUTDATED = "There is no such puzzle any more.", "no longer works"
FORGED = {
    "m:99:0:move": NO_MATCH,
    "h:99:0:next": NO_MATCH,
    "h:99:0:film": NO_MATCH,
    "s:7:0:00000000:take:0": NO_MATCH,
    "l:open": NO_MATCH,
    "g:any:0:play": NO_GAME,
    "g:chess:0:show": NO_GAME,
    "pl:chess:1:first": NO_GAME,
    "pl:halves:9:first": "How strong",
    "g:chess:0:try": NO_GAME,
    "pf:{ben}:chess:show": NO_GAME,
    "lb:chess:here:active:0:page": NO_GAME,
    "pz:apart-none:00000000:take:0": NO_PUZZLE,
    "pc:apart:99": NO_PUZZLE,
    "pz:own-1-1:00000000:take:0": NO_PUZZLE,
    "dn:chess": NO_GAME,
    "dy:999:share": "You can share the Daily when you have solved it",
    "dy:999:open": "Everybody gets this puzzle.",
    "ds:hour": "Only people with the Manage Server permission",
    "pw:99": "Everybody gets this puzzle.",
    "g:apart:999:show": "Apart: Rulings",
    "lb:apart:here:all:0:kind": "This server: all time",
    "pf:5:apart:show": "No match of it finished yet.",
    "o:5": "Which game?",
    "p:00000000:take:0": "You have no practice board.",
    "cu:99:join:0": "There is no such tournament here.",
    "c:99:accept": "This challenge no longer exists. Send a new one with `/challenge`.",
    "m:1:0:share": "still being played",
    "m:1:0:post": "still being played",
    "m:1:0:poster": "still being played",
    "m:1:0:motion": "Nobody has moved yet.",
    "m:1:0:hint": "only in matches against me",
    "rs:way": "Nothing was changed.",
    "u:theme": "Nothing was changed.",
    "u:COLOUR": OUTDATED,
    "g:apart:1:fly": OUTDATED,
    "m:1:0:castle": OUTDATED,
    "c:1:explode": OUTDATED,
    "m:1:0": OUTDATED,
    "m:1:99999999999999999999:move": OUTDATED,
    "x:1; drop table matches": OUTDATED,
}
"""What no button of this person's stands for, and what is said of it."""


async def test_forged_buttons_do_nothing(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    for custom_id, says in FORGED.items():
        forged = custom_id.format(ben=world.ben.id)
        answer = world.answer(await press(world, world.ada, thread.last_message, forged))
        assert answer.ephemeral, forged
        assert says in answer.text, forged
    assert len(world.shown(thread)) == 1


async def test_buttons_are_for_the_players(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    for label in ("Move", "More"):
        pressed = await world.chloe.click(thread.last_message, label=label)
        assert world.answer(pressed).text.startswith("You are not playing in this match.")
    forged = await press(world, world.chloe, thread.last_message, "m:1:0:resigned")
    assert world.answer(forged).text.startswith("You are not playing in this match.")
    early = world.answer(await world.ben.click(thread.last_message, label="Move"))
    typed = await play(world, world.ben, thread, "b7-b5")
    for shown in (early, typed):
        assert f"It is not your turn: <@{world.ada.id}> is to move." in shown.text
    assert typed.pictures == 1
    looked = world.answer(await world.chloe.click(thread.last_message, label="View"))
    assert looked.pictures == 1
    assert len(world.shown(thread)) == 1


MOST_CHOICE_LENGTH = 100


async def test_what_is_no_move_is_explained_and_kept_while_it_is_typed(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    told = await play(world, world.ada, thread, "b2-b9")
    assert "`b2-b9`" in told.text
    assert (told.ephemeral, told.buttons, told.pinged) == (True, ("Move",), ())
    for typed in ("banana", "?" * MOST_CHOICE_LENGTH):
        (kept,) = await world.ada.autocomplete(thread, "move", "text", typed)
        assert kept["value"] == typed
        assert kept["name"].startswith(typed[:20])
        assert len(kept["name"]) <= MOST_CHOICE_LENGTH
    assert await world.ada.autocomplete(thread, "move", "text", "?" * 101) == []
    assert len(world.shown(thread)) == 1


@pytest.mark.night
async def test_one_export_at_a_time(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    exports = world.client.services[OneAtATime]
    page = await world.ada.slash(thread, "privacy")
    with exports.for_(world.ada.id):
        for refused in (
            await in_match(world.ada, thread, "Export"),
            await world.ada.click(page.response, label="Export"),
        ):
            assert world.answer(refused).text == (
                "I am still working on your last request. It comes in a moment."
            )
        others = await in_match(world.ben, thread, "Export")
        assert "still working on" not in world.answer(others).text
    after = await in_match(world.ada, thread, "Export")
    assert "still working on" not in world.answer(after).text
