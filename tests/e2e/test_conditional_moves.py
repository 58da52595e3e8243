"""If they play this, I answer that: prepared by typing or by choosing, played at once."""

from tests.kit.composing import choose
from tests.kit.table import (
    SHORT_APART,
    World,
    begin,
    in_match,
    look,
    message_of,
    play,
    prepare,
    press,
)

FIRST, SECOND, THIRD = SHORT_APART[:3]


async def test_a_typed_answer_is_played_with_the_move_it_answers(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, FIRST)
    told = await prepare(world.ada, thread, f"{SECOND}; {THIRD}")
    seen = world.answer(told)
    assert seen.ephemeral
    assert f"1. `{SECOND}; {THIRD}`" in seen.text
    before = len(world.shown(thread))
    answer = await play(world, world.ben, thread, SECOND)
    assert "A prepared answer was played at once." in answer.text
    posted = world.shown(thread)[before:]
    assert len(posted) == 2
    assert posted[0].pinged == ()
    assert "This was a prepared answer." in posted[1].text
    assert posted[1].pinged == (world.ben.id,)


async def test_an_answer_is_prepared_by_choosing_and_outlives_a_restart(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, FIRST)
    menu = message_of(await world.ada.click(thread.last_message, label="More"))
    board = message_of(await world.ada.click(menu, label="Prepare an answer"))
    assert "**If they play** (Black):" in look(board).text
    assert look(board).pictures == 1
    while "Save this line" not in look(board).buttons:
        stop = next((each for each in look(board).buttons if each.startswith("Stop here")), None)
        if stop is None:
            await choose(world.ada, board, 1)
        else:
            await world.ada.click(board, label=stop)
    assert "**This line:** `" in look(board).text
    line = look(board).text.split("**This line:** `")[1].split("`")[0]
    await world.restart()
    await world.ada.click(board, label="Save this line")
    assert f"1. `{line}`" in look(board).text
    await play(world, world.ben, thread, line.split("; ")[0])
    match = await world.match()
    assert match.ply == 3
    assert match.line[1:] == tuple(line.split("; "))


async def test_what_cannot_be_prepared_is_answered_in_a_sentence(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)

    async def told(line: str) -> str:
        return world.answer(await prepare(world.ada, thread, line)).text

    board = thread.last_message
    for action in ("show", "type"):
        early = world.answer(await press(world, world.ada, board, f"if:1:00000000:{action}:0"))
        assert "It is your turn in this match." in early.text
    await play(world, world.ada, thread, FIRST)
    assert "Move 2 of this line is not possible:" in await told(f"{SECOND}; a1-a2")
    assert "A line must end with your answer." in await told(SECOND)
    nothing = await in_match(world.ada, thread, "Prepare an answer")
    assert "Nothing is prepared yet." in world.answer(nothing).text
    stranger = await press(world, world.dan, board, "if:1:00000000:show:0")
    assert "You do not play in this match" in world.answer(stranger).text
    old = message_of(nothing)
    await told(f"{SECOND}; {THIRD}")
    await choose(world.ada, old, 1)
    assert "This has changed since then." in look(old).text
    assert f"1. `{SECOND}; {THIRD}`" in look(old).text
    assert "prepared" not in (await play(world, world.ben, thread, "b7-b5")).text
