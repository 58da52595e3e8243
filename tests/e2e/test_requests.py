"""The life of a match besides its moves: taking back, draws, calling it off, and what crosses."""

from typing import Any

from tests.kit.play import begin, in_match, play
from tests.kit.shown import Shown, look
from tests.kit.world import World, press


async def menu(world: World, who: Any, thread: Any) -> Any:
    return (await who.click(_board(world, thread), label="More")).response


def _board(world: World, thread: Any) -> Any:
    """The newest message that has a Board button."""
    number = next(each.id for each in reversed(world.shown(thread)) if "View" in each.buttons)
    return world.message(thread, number)


async def ask(world: World, who: Any, thread: Any, label: str) -> Shown:
    """Ask by the menu's button; what was asked, as everybody sees it."""
    await who.click(await menu(world, who, thread), label=label)
    return world.shown(thread)[-1]


async def answer(world: World, who: Any, thread: Any, label: str) -> Shown:
    """Answer what was asked last; how that message reads then."""
    number = world.shown(thread)[-1].id
    await who.click(world.message(thread, number), label=label)
    return as_it_reads(world, thread, number)


def as_it_reads(world: World, thread: Any, number: int) -> Shown:
    """A message of the thread as it stands now."""
    return next(each for each in world.shown(thread) if each.id == number)


async def test_the_menu_offers_what_can_be_done_now(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    seen = look(await menu(world, world.ada, thread))
    assert (seen.ephemeral, seen.pictures) == (True, 1)
    both = ("Replay", "Export", "Rules")
    assert seen.buttons == ("Move", "Offer a draw", "Cancel the match", "Resign", *both)
    await play(world, world.ada, thread, "b2-b4")
    assert "Take back my last move" in look(await menu(world, world.ada, thread)).buttons
    assert "Take back my last move" not in look(await menu(world, world.ben, thread)).buttons
    await play(world, world.ben, thread, "b7-b5")
    now = look(await menu(world, world.ada, thread)).buttons
    assert now == ("Move", "Take back my last move", "Offer a draw", "Resign", *both)
    await in_match(world.ada, thread, "Take back my last move")
    for who in (world.ada, world.ben):  # it is asked already
        shown = world.answer(await in_match(who, thread))
        assert "Take back my last move" not in shown.buttons
    assert "Move" not in shown.buttons
    assert "Ada" not in shown.text  # people are shown as mentions that do not ping
    assert shown.pinged == ()
    read = world.answer(await in_match(world.ben, thread, "Rules"))
    assert read.text.startswith("### Apart: ")


async def test_a_move_is_taken_back_if_the_opponent_agrees(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    opened = await menu(world, world.ada, thread)
    await world.restart()
    await world.ada.click(opened, label="Take back my last move")
    asked = world.shown(thread)[-1]
    assert "asks to take back their last move, `b2-b4`." in asked.text
    assert asked.pinged == (world.ben.id,)  # whoever has to answer
    assert asked.buttons == ("Agree", "Decline", "Withdraw request")
    await world.restart()
    granted = await answer(world, world.ben, thread, "Agree")
    assert "The move is taken back." in granted.text
    assert granted.buttons == ()
    board = world.shown(thread)[-1]
    said = f"A move was taken back, as <@{world.ada.id}> had asked."
    assert said in board.text
    assert board.pinged == (world.ada.id,)
    assert (await play(world, world.ada, thread, "c2-c4")).text.startswith("Played.")


async def test_the_others_answer_and_the_asker_takes_it_back(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    own = await menu(world, world.ada, thread)
    await world.ada.click(own, label="Take back my last move")
    assert look(own).buttons == ("Withdraw request",)
    request = world.message(thread, world.shown(thread)[-1].id)
    for who, label, refusal in (
        (world.ada, "Agree", "You asked for this, so somebody else has to answer."),
        (world.chloe, "Agree", "You are not playing in this match."),
        (world.chloe, "Withdraw request", "You are not playing in this match."),
        (world.ben, "Withdraw request", "Only the person who asked can withdraw this."),
    ):
        assert refusal in world.answer(await who.click(request, label=label)).text
    await world.ada.click(own, label="Withdraw request")
    assert f"<@{world.ada.id}> withdrew this. The match continues." in look(own).text
    await world.settle()
    card = as_it_reads(world, thread, request.id)
    assert "withdrew this" in card.text
    assert card.buttons == ()
    late = await press(world, world.ben, request, "r:undo:1:grant")
    assert "not open any more" in world.answer(late).text
    await ask(world, world.ada, thread, "Take back my last move")
    declined = await answer(world, world.ben, thread, "Decline")
    assert f"Declined by <@{world.ben.id}>. The match continues." in declined.text
    assert declined.buttons == ()
    again = await in_match(world.ada, thread, "Take back my last move")
    assert "the answer was no" in world.answer(again).text


async def test_who_offers_a_draw_and_then_moves_was_told_that_it_ends(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4", "b7-b5")
    ends = "The next move, whoever makes it, ends this request."
    own = world.answer(await in_match(world.ada, thread, "Offer a draw"))
    assert ends in own.text
    await world.settle()
    card = world.shown(thread)[-1]
    assert ends in card.text
    await play(world, world.ada, thread, "b4-c4")
    lapsed = as_it_reads(world, thread, card.id)
    assert "The match continued before this was answered." in lapsed.text
    assert lapsed.buttons == ()
    late = await press(world, world.ada, world.message(thread, card.id), "r:draw:1:withdraw")
    assert "not open any more" in world.answer(late).text
    assert ends not in lapsed.text


async def test_two_offers_of_a_draw_are_an_agreement(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    asked = await ask(world, world.ada, thread, "Offer a draw")
    assert "offers a draw" in asked.text
    both = world.answer(await in_match(world.ben, thread, "Offer a draw"))
    assert "You both asked for the same. The match is a draw." in both.text
    await world.settle()
    last = world.shown(thread)[-1]
    assert "Draw: the players agreed." in last.text
    assert "Rematch" in last.buttons
    other = await begin(world, world.ada, world.ben, game="detach")
    assert "Offer a draw" not in look(await menu(world, world.ada, other)).buttons
    refused = world.answer(await press(world, world.ada, other.last_message, "m:2:0:draw"))
    assert refused.text == "Detach cannot end in a draw."


async def test_a_match_is_called_off_until_both_have_moved(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2-b4")
    question = (await in_match(world.ben, thread, "Cancel the match")).response
    assert "Do you want to cancel" in look(question).text
    await play(world, world.ben, thread, "b7-b5")
    late = world.answer(await press(world, world.ada, thread.last_message, "m:1:2:aborted"))
    assert late.text.startswith("Everybody has moved, so you can only resign.")
    other = await begin(world, world.ada, world.ben, "b2-b4", clock="3d")
    await in_match(world.ben, other, "Cancel the match", "Cancel the match")
    assert "It has no result." in world.shown(other)[-1].text
    late = await press(world, world.ada, other.last_message, "m:2:1:aborted")
    assert "This match is over." in world.answer(late).text
