"""Playing against the bot: somebody presses, plays to the end, and plays again."""

import random
import re
from datetime import timedelta
from typing import Any

import pytest

from bot.core.matches import service as playing
from bot.core.posting import TryLater
from bot.screen.words import defeat_lines
from rules import GAMES
from rules.engine import choose
from tests.kit.passing_time import pass_time
from tests.kit.play import in_match, play
from tests.kit.rules import random_move
from tests.kit.shown import look, message_of
from tests.kit.thinking import Thinking
from tests.kit.world import Shown, World


async def practise(world: World, who: Any, game: str = "apart", **options: Any) -> Shown:
    return world.answer(await who.slash(world.channel, "play", game=game, **options))


async def play_on(world: World, who: Any, number: int = 1, plies: int = 400) -> Any:
    """Somebody who looks one move ahead plays until the match is over; how it stands then."""
    chance = random.Random(number)
    match = await world.match(number)
    while match.is_running and match.ply < plies:
        assert match.to_move_player == who.id
        move = choose(match.position, 2, chance.getrandbits(32))
        answer = await play(world, who, world.thread(), str(move))
        assert answer.text.startswith("Played."), answer.text
        match = await world.match(number)
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


async def test_a_newcomer_plays_a_first_match_to_its_end_and_another(world: World) -> None:
    helped = await world.ada.slash(world.channel, "help")
    message = message_of(helped)
    assert "Press **Play me**" in look(message).text
    await world.ada.click(message, label="Play me")
    await world.ada.click(message, label="Apart")
    begun = await world.ada.click(message, custom_id="pl:apart:1:first")
    thread = world.thread()
    assert world.answer(begun).text == led(world, thread, 0)
    assert thread.name.startswith("Apart · Ada vs Quintet (level 1) · match 1")
    (first,) = world.shown(thread)
    assert first.pinged == (world.ada.id,)
    assert "-# Practice" in first.text
    draw = await in_match(world.ada, thread, "Offer a draw")
    assert "I do not accept draws." in world.answer(draw).text
    await play(world, world.ada, thread, "b2-b4")
    undone = await in_match(world.ada, thread, "Take back my last move")
    assert "The move is taken back." in world.answer(undone).text
    assert (await world.match()).position.ply == 0
    over = await play_on(world, world.ada)
    assert over.result is not None
    shown = world.shown(thread)
    assert len(shown) == over.ply + 1
    assert "wins" in shown[-1].text
    assert shown[-1].buttons[:2] == ("Rematch", "Replay")
    assert "Not rated. It is a match with the bot." in shown[-1].text
    assert "**Replay** shows the match move by move" in shown[-1].text
    again = await world.ada.click(thread.last_message, label="Rematch")
    assert world.thread() != thread
    assert world.answer(again).text == led(world, world.thread(), 0, "You move second.")
    second = await world.match(2)
    assert second.players[1] == world.ada.id  # seats move on, and the bot has moved by itself
    assert second.ply == 1
    replayed = await world.ada.slash(thread, "replay", match=1)
    assert "Apart" in world.answer(replayed).text
    other = await world.ada.click(thread.last_message, label="Another game")
    assert world.answer(other).buttons == tuple(game.info.name for game in GAMES.values())
    await world.ada.click(message_of(other), label="Glaisher")
    await world.ada.click(message_of(other), custom_id="pl:glaisher:3:first")
    assert (await world.match(3)).info.id == "glaisher"
    place = world.ada.user.dm_channel
    answered = await world.ada.user.slash("play", game="abande")
    (board,) = (each for each in world.shown(place) if each.pictures)
    assert f"channels/@me/{place.id}/{board.id})" in world.answer(answered).text


@pytest.mark.night
async def test_whoever_loses_is_told_why_below_the_result_and_in_the_replay(world: World) -> None:
    await practise(world, world.ada, level=2)
    thread, chance, match = world.thread(), random.Random(3), await world.match()
    while match.is_running:
        await play(world, world.ada, thread, str(random_move(match.position, chance)))
        match = await world.match()
    assert match.result.winners == (1,)
    why, tip = map(str, defeat_lines(match, 0))
    assert re.match(r"\*\*Why you lost:\*\* \d+ of your \d+ pieces still touch another", why)
    assert tip.startswith("**Next time:** Move a piece away from your others every turn")
    assert f"\n{why}\n{tip}\n" in world.shown(thread)[-1].text
    replayed = await world.ada.slash(thread, "replay", match=1)
    assert f"\n{why}\n{tip}\n" in world.answer(replayed).text
    watched = await world.ben.slash(thread, "replay", match=1)
    assert why not in world.answer(watched).text


@pytest.mark.waits
@pytest.mark.night
async def test_a_board_that_does_not_come_keeps_nobody_waiting(world: World, monkeypatch) -> None:
    async def refuse(*_: Any) -> None:
        raise TryLater(timedelta(minutes=1))

    monkeypatch.setattr(playing, "FIRST_BOARD_TIMEOUT", timedelta(seconds=1))
    with monkeypatch.context() as discord:
        discord.setattr(world.client.messenger, "post", refuse)
        begun = await world.ada.slash(world.channel, "play", game="apart")
        answer = world.answer(begun)
        where = f"<#{world.channel.id}>"
        assert answer.text == f"Your match against Quintet (level 1) begins in {where}."
        assert answer.buttons == ("Move", "Rules")
        await pass_time(world, 30)
    await pass_time(world, 60)
    (board,) = world.shown(world.thread())
    assert board.pictures == 1
    assert world.answer(begun).text == answer.text  # nobody has waited for it so long
