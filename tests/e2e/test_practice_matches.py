"""Playing against the bot: somebody presses, plays to the end, and plays again."""

import random
import re
from datetime import timedelta
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import UserHandle

from bot.chat.common.defeats import defeat_lines
from bot.services.matches import first_boards
from bot.services.posting import TryLater
from bot.services.thinking import ThinkingFailedError
from data.ids import MatchId
from rules.engine import choose
from tests.kit.limits import components
from tests.kit.passing_time import DAY, pass_time
from tests.kit.play import play
from tests.kit.rules import random_move
from tests.kit.shown import look
from tests.kit.thinking import Thinking
from tests.kit.world import Shown, World

LIST = 3


async def practise(world: World, who: Any, game: str = "apart", **options: Any) -> Shown:
    answered = await who.slash(world.channel, "practice", game=game, **options)
    await world.settle()
    return world.answer(answered)


async def state(world: World, number: int = 1) -> Any:
    return await world.client.services.matches.state(MatchId(number))


async def play_on(world: World, who: Any, number: int = 1, plies: int = 400) -> Any:
    """Somebody who looks one move ahead plays until the match is over; how it stands then."""
    chance = random.Random(number)
    match = await state(world, number)
    while match.is_running and match.ply < plies:
        assert match.to_move_player == who.id
        move = choose(match.position, 2, chance.getrandbits(32))
        answer = await play(world, who, world.thread(), str(move))
        assert answer.text.startswith("Played."), answer.text
        match = await state(world, number)
    return match


def led(world: World, thread: Any, number: int, turn: str = "You move first.") -> str:
    """What somebody is told whose match against the weakest level has begun in a thread."""
    board = world.shown(thread)[number].id
    link = f"https://discord.com/channels/{world.server.id}/{thread.id}/{board}"
    return f"Your match against Quintet (level 1) has begun. {turn} [Go to the board]({link})"


def thinker(world: World) -> Thinking:
    found = world.client._thinker
    assert isinstance(found, Thinking)
    return found


async def test_the_first_move_is_a_press_away_before_the_board_is_found(world: World) -> None:
    begun = await world.ada.slash(world.channel, "practice", game="apart")
    await world.settle()
    assert world.answer(begun).buttons == ("Move", "Rules")
    message = begun.followups[-1] if begun.followups else begun.response
    choosing = await world.ada.click(message, label="Move")
    assert "Which piece moves?" in world.answer(choosing).text


async def test_whose_opponent_begins_is_shown_the_board_as_it_stands(world: World) -> None:
    begun = await world.ada.slash(world.channel, "practice", game="apart", seat="second")
    await world.settle()
    assert world.answer(begun).buttons == ("Board", "Rules")
    message = begun.followups[-1] if begun.followups else begun.response
    shown = await world.ada.click(message, label="Board")
    assert "Move" in world.answer(shown).buttons
    assert (await state(world)).ply == 1


async def test_a_newcomer_plays_a_first_match_to_its_end_and_another(world: World) -> None:
    helped = await world.ada.slash(world.channel, "help")
    message = helped.followups[-1] if helped.followups else helped.response
    assert "play it against me" in look(message).text
    lists = [each for each in components(message._message.components) if each["type"] == LIST]
    begun = await world.ada.select(message, ["apart"], custom_id=lists[1]["custom_id"])
    await world.settle()
    thread = world.thread()
    assert world.answer(begun).text == led(world, thread, 0)
    assert thread.name.startswith("Apart #1 · Ada vs Quintet (level 1)")
    (first,) = world.shown(thread)
    assert first.pinged == (world.ada.id,)
    assert "-# Practice" in first.text
    over = await play_on(world, world.ada)
    assert over.result is not None
    shown = world.shown(thread)
    assert len(shown) == over.ply + 1
    assert "wins" in shown[-1].text
    assert shown[-1].buttons[:2] == ("Rematch", "Replay")
    assert "Not rated: it is a match with the bot." in shown[-1].text
    assert "**Replay** shows the match move by move" in shown[-1].text
    choosing = await world.ada.click(thread.last_message, label="Another game")
    assert "Which game against me" in world.answer(choosing).text
    again = await world.ada.click(thread.last_message, label="Rematch")
    await world.settle()
    assert world.thread() != thread
    assert world.answer(again).text == led(world, world.thread(), 0, "You move second.")
    second = await state(world, 2)
    assert second.players[1] == world.ada.id  # seats move on, and the bot has moved by itself
    assert second.ply == 1
    replayed = await world.ada.slash(thread, "replay", match=1)
    assert "Apart" in world.answer(replayed).text


async def test_a_rematch_of_the_bot_exchanges_a_side_that_was_chosen(world: World) -> None:
    await practise(world, world.ada, seat="second")
    for number, seat in ((1, 1), (2, 0), (3, 1)):
        thread, match = world.thread(), await state(world, number)
        assert match.players[seat] == world.ada.id
        asked = await world.ada.slash(thread, "resign")
        await world.ada.click(asked.response, label="Resign")
        await world.settle()
        await world.ada.click(thread.last_message, label="Rematch")
        await world.settle()


async def test_whoever_loses_is_told_why_below_the_result_and_in_the_replay(world: World) -> None:
    await practise(world, world.ada, level=2)
    thread, chance, match = world.thread(), random.Random(3), await state(world)
    while match.is_running:
        await play(world, world.ada, thread, str(random_move(match.position, chance)))
        match = await state(world)
    assert match.result.winners == (1,)
    why, tip = defeat_lines(match, 0)
    assert re.match(r"\*\*Why you lost:\*\* \d+ of your \d+ pieces still touch another", why)
    assert tip.startswith("**Next time:** Bring a piece away from the others with every turn")
    assert f"\n{why}\n{tip}\n" in world.shown(thread)[-1].text
    replayed = await world.ada.slash(thread, "replay", match=1)
    assert f"\n{why}\n{tip}\n" in world.answer(replayed).text
    watched = await world.ben.slash(thread, "replay", match=1)
    assert why not in world.answer(watched).text


async def test_everything_else_of_a_match_works_as_well(world: World) -> None:
    await practise(world, world.ada, level=2)
    thread = world.thread()
    await play(world, world.ada, thread, "b2-b4")
    match = await state(world)
    assert match.ply == 2
    undone = await world.ada.slash(thread, "match undo")
    await world.settle()
    assert "The move is taken back." in world.answer(undone).text
    assert (await state(world)).position.ply == 0
    draw = await world.ada.slash(thread, "match draw")
    assert "I agree to no draw" in world.answer(draw).text
    asked = await world.ada.slash(thread, "resign")
    await world.ada.click(
        asked.followups[-1] if asked.followups else asked.response, label="Resign"
    )
    await world.settle()
    assert "Quintet (level 2) (Black) wins by resignation" in world.shown(thread)[-1].text


@pytest.mark.waits
async def test_whoever_thinks_dies_and_the_bot_is_restarted(world: World) -> None:
    await practise(world, world.ada, seat="second")
    assert (await state(world)).ply == 1
    thinker(world).failures.append(ThinkingFailedError("it died"))
    match = await state(world)
    move = str(random_move(match.position, random.Random(1)))
    assert (await play(world, world.ada, world.thread(), move)).text.startswith("Played.")
    assert (await state(world)).ply == 3  # asked again after a moment
    thinker(world).takes = 3600
    match = await state(world)
    move = str(random_move(match.position, random.Random(1)))
    await play(world, world.ada, world.thread(), move)
    assert "is thinking" in world.shown(world.thread())[-1].text
    await world.restart()
    assert (await state(world)).ply == 5
    assert world.shown(world.thread())[-1].pinged == (world.ada.id,)


async def test_the_bot_itself_can_be_challenged(world: World) -> None:
    me = UserHandle(world.env, world.env.backend.bot_user)
    bot = MemberActor(world.env, world.server, me)
    answered = await world.ada.slash(
        world.channel, "challenge", game="apart", opponent=bot, seat="first", level=3
    )
    await world.settle()
    assert "Your match against Quintet (level 3) has begun." in world.answer(answered).text
    answered = await world.ada.slash(
        world.channel, "challenge", game="halves", opponent=world.ben, opponent2=bot
    )
    await world.settle()
    card = world.card(world.channel)
    assert "Quintet (level 2) plays too." in world.shown(world.channel)[-1].text
    await world.ben.click(card, label="Accept")
    await world.settle()
    three = await state(world, 2)
    assert set(three.people) == {world.ada.id, world.ben.id}


async def test_practice_in_direct_messages(world: World) -> None:
    place = world.ada.user.dm_channel
    answered = await world.ada.user.slash("practice", game="abande")
    await world.settle()
    (board,) = (each for each in world.shown(place) if each.pictures)
    assert f"channels/@me/{place.id}/{board.id})" in world.answer(answered).text


@pytest.mark.waits
async def test_a_board_that_does_not_come_keeps_nobody_from_the_first_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> None:
        raise TryLater(timedelta(minutes=1))

    monkeypatch.setattr(first_boards, "PATIENCE", timedelta(seconds=1))
    with monkeypatch.context() as discord:
        discord.setattr(world.client.messenger, "post", refuse)
        begun = await world.ada.slash(world.channel, "practice", game="apart")
        answer = world.answer(begun)
        where = f"<#{world.channel.id}>"
        assert answer.text == f"Your match against Quintet (level 1) begins in {where}."
        assert answer.buttons == ("Move", "Rules")
        await pass_time(world, 30)
    await pass_time(world, 60)
    (board,) = world.shown(world.thread())
    assert board.pictures == 1
    assert world.answer(begun).text == answer.text  # nobody has waited for it so long


async def test_bad_input_is_answered_in_a_sentence(world: World) -> None:
    answer = await practise(world, world.ada, variant="nonsense")
    assert answer.text == "Apart is not played that way; there is `standard`."
    assert world.channel.threads == []


@pytest.mark.slow
async def test_a_forgotten_match_ends_without_bothering_anybody(world: World) -> None:
    await practise(world, world.ada)
    thread = world.thread()
    before = len(world.shown(thread))
    await pass_time(world, 120 * DAY + 60)
    (last,) = world.shown(thread)[before:]
    assert "Nobody had moved for four months, so the match was called off." in last.text
    assert last.pinged == ()


async def test_another_game_begins_from_a_result(world: World) -> None:
    await practise(world, world.ada)
    thread = world.thread()
    asked = await world.ada.slash(thread, "resign")
    question = asked.followups[-1] if asked.followups else asked.response
    await world.ada.click(question, label="Resign")
    await world.settle()
    choosing = await world.ada.click(thread.last_message, label="Another game")
    message = choosing.followups[-1] if choosing.followups else choosing.response
    (games,) = [each for each in components(message._message.components) if each["type"] == LIST]
    begun = await world.ada.select(message, ["glaisher"], custom_id=games["custom_id"])
    await world.settle()
    assert "Your match against Quintet (level 1) has begun." in world.answer(begun).text
    assert (await state(world, 2)).info.id == "glaisher"
