"""The life of a match besides its moves: taking back, draws, calling it off, and what crosses."""

from datetime import timedelta
from typing import Any

import pytest

from bot.services.delivery import worker
from tests.kit.play import begin, offer, play
from tests.kit.shown import Shown, look
from tests.kit.world import World, press


async def menu(world: World, who: Any, thread: Any) -> Any:
    """The private menu of the match."""
    return (await who.click(_board(world, thread), label="More")).response


def _board(world: World, thread: Any) -> Any:
    """The newest message that has a Board button."""
    number = next(each.id for each in reversed(world.shown(thread)) if "Board" in each.buttons)
    return world.message(thread, number)


async def ask(world: World, who: Any, thread: Any, label: str) -> Shown:
    """Ask by the menu's button; what was asked, as everybody sees it."""
    await who.click(await menu(world, who, thread), label=label)
    await world.settle()
    return world.shown(thread)[-1]


async def answer(world: World, who: Any, thread: Any, label: str) -> Shown:
    """Answer what was asked last; how that message reads then."""
    number = world.shown(thread)[-1].id
    await who.click(world.message(thread, number), label=label)
    await world.settle()
    return as_it_reads(world, thread, number)


def as_it_reads(world: World, thread: Any, number: int) -> Shown:
    """A message of the thread as it stands now."""
    return next(each for each in world.shown(thread) if each.id == number)


async def test_the_menu_offers_what_can_be_done_now(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    seen = look(await menu(world, world.ada, thread))
    assert seen.ephemeral
    assert seen.pictures == 1
    assert seen.buttons == (
        "Move",
        "Offer a draw",
        "Replay",
        "Rules",
        "Call the match off",
        "Resign",
    )
    await play(world, world.ada, thread, "b2-b4")
    assert "Take back my last move" in look(await menu(world, world.ada, thread)).buttons
    assert "Take back my last move" not in look(await menu(world, world.ben, thread)).buttons
    await play(world, world.ben, thread, "b7-b5")
    assert look(await menu(world, world.ada, thread)).buttons == (
        "Move",
        "Take back my last move",
        "Offer a draw",
        "Replay",
        "Rules",
        "Resign",
    )
    here = world.answer(await world.ben.slash(thread, "match show"))
    assert "Take back my last move" in here.buttons
    await world.ada.slash(thread, "match undo")
    for who in (world.ada, world.ben):  # it is asked already
        asked = world.answer(await who.slash(thread, "match show"))
        assert "Take back my last move" not in asked.buttons
    by_command = world.answer(await world.ben.slash(thread, "match show"))
    assert "Move" not in by_command.buttons
    assert "Ada" not in by_command.text  # people are shown as mentions that do not ping
    assert by_command.pinged == ()


async def test_a_move_is_taken_back_if_the_opponent_agrees(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    asked = await ask(world, world.ada, thread, "Take back my last move")
    assert "asks to take back their last move, `b2-b4`." in asked.text
    assert asked.pinged == (world.ben.id,)  # whoever has to answer
    assert asked.buttons == ("Agree", "Decline")
    granted = await answer(world, world.ben, thread, "Agree")
    assert "The move is taken back." in granted.text
    assert granted.buttons == ()
    board = world.shown(thread)[-1]
    said = f"The match was taken back to this position, as <@{world.ada.id}> had asked."
    assert said in board.text
    assert board.pinged == (world.ada.id,)
    assert (await play(world, world.ada, thread, "c2-c4")).text.startswith("Played.")


async def test_a_declined_request_cannot_be_repeated_at_once(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    await ask(world, world.ada, thread, "Take back my last move")
    declined = await answer(world, world.ben, thread, "Decline")
    assert f"Declined by <@{world.ben.id}>. The match goes on." in declined.text
    assert declined.buttons == ()
    again = await world.ada.slash(thread, "match undo")
    assert "the answer was no" in world.answer(again).text
    assert len(world.shown(thread)) == 3


async def test_only_the_others_answer_and_only_the_asker_takes_it_back(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    own = await menu(world, world.ada, thread)
    await world.ada.click(own, label="Take back my last move")
    await world.settle()
    assert look(own).buttons == ("Withdraw request",)
    request = world.message(thread, world.shown(thread)[-1].id)
    for who, label, refusal in (
        (world.ada, "Agree", "The others have to answer this"),
        (world.chloe, "Agree", "You do not play in this match."),
    ):
        assert refusal in world.answer(await who.click(request, label=label)).text
    forged = await press(world, world.ben, request, "r:undo:1:withdraw")
    assert "Only the one who asked can withdraw this." in world.answer(forged).text
    await world.ada.click(own, label="Withdraw request")
    assert f"<@{world.ada.id}> withdrew this. The match goes on." in look(own).text
    await world.settle()
    card = as_it_reads(world, thread, request.id)
    assert "withdrew this" in card.text
    assert card.buttons == ()
    late = await press(world, world.ben, request, "r:undo:1:grant")
    assert "not open any more" in world.answer(late).text


async def test_a_move_while_an_undo_is_asked_makes_it_lapse(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    asked = await ask(world, world.ada, thread, "Take back my last move")
    await play(world, world.ben, thread, "b7-b5")
    lapsed = as_it_reads(world, thread, asked.id)
    assert "The match went on before this was answered." in lapsed.text
    assert lapsed.buttons == ()
    late = await press(world, world.ben, world.message(thread, asked.id), "r:undo:1:grant")
    assert "not open any more" in world.answer(late).text
    assert (await world.client.services.matches.state(1)).ply == 2


async def test_two_who_ask_for_the_same_undo_are_told_to_answer(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    await play(world, world.ben, thread, "b7-b5")
    asked = await ask(world, world.ada, thread, "Take back my last move")
    told = "asks to take back their last move, `b2-b4`, and what was played since."
    assert told in asked.text
    crossed = world.answer(await world.ben.slash(thread, "match undo"))
    assert "has asked for the same" in crossed.text
    shown = world.answer(await world.ben.slash(thread, "match show"))
    assert shown.buttons[:2] == ("Agree", "Decline")


async def test_the_menu_leads_to_the_rules(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    opened = await menu(world, world.ada, thread)
    await world.ada.click(opened, label="Rules")
    read = look(opened)
    assert read.ephemeral
    assert read.text.startswith("### Apart: ")
    assert "Next ▶" in read.buttons


async def test_a_draw_is_offered_and_agreed(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    asked = await ask(world, world.ada, thread, "Offer a draw")
    assert "offers a draw" in asked.text
    await answer(world, world.ben, thread, "Agree")
    last = world.shown(thread)[-1]
    assert "Draw: the players agreed." in last.text
    assert "Rematch" in last.buttons


async def test_two_offers_of_a_draw_are_an_agreement(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await ask(world, world.ada, thread, "Offer a draw")
    both = world.answer(await world.ben.slash(thread, "match draw"))
    assert "You both asked for the same. The match is a draw." in both.text
    await world.settle()
    assert "Draw" in world.shown(thread)[-1].text


async def test_a_game_without_draws_says_so(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, game="detach")
    assert "Offer a draw" not in look(await menu(world, world.ada, thread)).buttons
    refused = world.answer(await world.ada.slash(thread, "match draw"))
    assert refused.text == "Detach cannot end in a draw."


async def test_a_match_is_called_off_before_both_have_moved(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    question = (await world.ben.slash(thread, "match abort")).response
    assert "Do you want to call off" in look(question).text
    await world.ben.click(question, label="Call the match off")
    await world.settle()
    assert "It has no result." in world.shown(thread)[-1].text
    late = await press(world, world.ada, _board(world, thread), "m:1:1:aborted")
    assert "This match is over." in world.answer(late).text


async def test_a_match_that_has_begun_is_not_called_off(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    await play(world, world.ben, thread, "b7-b5")
    question = (await world.ada.slash(thread, "match abort")).response
    await world.ada.click(question, label="Call the match off")
    assert look(question).text.startswith("Everybody has moved already, so you can resign.")


async def test_all_opponents_agree_where_three_play(world: World) -> None:
    offered = await offer(world, world.ada, [world.ben, world.chloe], game="halves", variant="3p")
    for friend in (world.ben, world.chloe):
        await friend.click(offered.response, label="Accept")
    await world.settle()
    thread = world.thread()
    view = await world.client.services.matches.state(1)
    await play(world, world.ada, thread, str(next(iter(view.position.moves()))))
    await ask(world, world.ada, thread, "Take back my last move")
    first = await answer(world, world.chloe, thread, "Agree")
    assert f"<@{world.chloe.id}> agreed. Waiting for <@{world.ben.id}>" in first.text
    second = await answer(world, world.ben, thread, "Agree")
    assert "The move is taken back." in second.text
    assert (await world.client.services.matches.state(1)).position.ply == 0


async def test_the_others_can_answer_when_the_asker_has_left_the_server(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    await ask(world, world.ada, thread, "Take back my last move")
    world.env.backend.remove_member(world.server.id, world.ada.id)
    granted = await answer(world, world.ben, thread, "Agree")
    assert "The move is taken back." in granted.text


async def test_requests_and_menus_outlive_the_bot(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    opened = await menu(world, world.ada, thread)
    await world.restart()
    await world.ada.click(opened, label="Take back my last move")
    await world.settle()
    await world.restart()
    granted = await answer(world, world.ben, thread, "Agree")
    assert "The move is taken back." in granted.text


async def test_what_is_asked_is_not_lost_where_nothing_can_be_posted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # longer than settling waits for, so that no wall-clock time is spent on pauses
    monkeypatch.setattr(worker, "FIRST_PAUSE", timedelta(minutes=1))
    thread = await begin(world, world.ada, world.ben)
    await play(world, world.ada, thread, "b2-b4")
    world.forbid(world.channel, send_messages_in_threads=True)
    told = world.answer(await world.ada.slash(thread, "match undo"))
    assert told.text.startswith("You have asked.")
    assert len(world.shown(thread)) == 2
    waiting = (await world.ben.slash(thread, "match show")).response
    assert "asks to take back their last move" in look(waiting).text
    await world.ben.click(waiting, label="Agree")
    assert "The move is taken back." in look(waiting).text
    assert (await world.client.services.matches.state(1)).position.ply == 0


async def test_nobody_is_asked_to_call_off_what_cannot_be(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, clock="3d")
    await play(world, world.ada, thread, "b2-b4")
    asked = world.answer(await world.ada.slash(thread, "match abort"))
    assert "Do you want to call off" in asked.text
    await play(world, world.ben, thread, "b7-b5")
    told = world.answer(await world.ada.slash(thread, "match abort"))
    assert told.text == "Everybody has moved already; now you can only resign."
