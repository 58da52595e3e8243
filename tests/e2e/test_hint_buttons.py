"""A hint is a button away where one practises, and never between people."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.services.thinking import ThinkingFailedError
from renderer import PictureRequest
from rules import GAMES
from tests.e2e.test_practice_matches import practise, state, thinker
from tests.kit.play import begin
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import look
from tests.kit.world import World, open_world, press


async def hinted(world: World, who: Any, message: Any) -> Any:
    clicked = await who.click(message, label="Hint")
    await world.settle()
    return world.answer(clicked)


async def test_a_hint_in_a_match_against_the_bot(world: World) -> None:
    await practise(world, world.ada)
    thread = world.thread()
    assert "Hint" in world.shown(thread)[-1].buttons
    seen = await hinted(world, world.ada, thread.last_message)
    assert seen.ephemeral
    assert seen.pictures == 1
    assert "### What I would look at\n-# With the chance to win after each.\n1. **`" in seen.text
    told = [line for line in seen.text.splitlines() if line[:1].isdigit()]
    reason = r"it (looks good on the whole(; I expect `.+` in answer)?|.+)"
    line = rf"\d\. \*\*`.+`\*\* · (about )?\d+ %: {reason}\."
    assert [each for each in told if not re.fullmatch(line, each)] == []
    first = seen.text.split("`")[1]
    (await state(world)).position.play(first)
    other = await hinted(world, world.ben, thread.last_message)
    assert "You do not play in this match" in other.text
    thinker(world).failures.append(ThinkingFailedError("it died"))
    assert "Please ask again." in (await hinted(world, world.ada, thread.last_message)).text


TURNS = 3


@pytest.mark.parametrize("game", GAMES)
async def test_a_suggested_move_is_played_with_one_press(world: World, game: str) -> None:
    await practise(world, world.ada, game=game)
    thread = world.thread()
    for turn in range(TURNS):
        clicked = await world.ada.click(thread.last_message, label="Hint")
        await world.settle()
        seen = world.answer(clicked)
        suggested = re.findall(r"^\d\. \*\*`(.+?)`", seen.text, re.MULTILINE)
        assert seen.buttons == tuple(f"Play {number}" for number, _ in enumerate(suggested, 1))
        hints = clicked.followups[-1] if clicked.followups else clicked.response
        played = await world.ada.click(hints, label=f"Play {len(suggested)}")
        await world.settle()
        assert world.answer(played).text.startswith("Played.")
        match = await state(world)
        assert match.ply == 2 * turn + 2  # the bot has answered
        assert match.moves[2 * turn].move.written == suggested[-1]


async def test_no_hint_between_people(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    assert "Hint" not in world.shown(thread)[-1].buttons
    forged = await press(world, world.ada, thread.last_message, "m:1:0:hint")
    assert "only to people who play against me" in world.answer(forged).text


async def test_a_hint_where_one_tries_alone(world: World) -> None:
    result = await world.ada.slash(world.channel, "rules", game="abande")
    page = result.followups[-1] if result.followups else result.response
    opened = await world.ada.click(page, label="Try it")
    board = opened.followups[-1] if opened.followups else opened.response
    assert "Hint" in look(board).buttons
    seen = await hinted(world, world.ada, board)
    assert "What I would look at" in seen.text


async def test_who_is_promised_a_win_has_it_by_following_the_hints(world: World) -> None:
    await practise(world, world.ada, game="halves", variant="2p-random")
    promised = False
    while (match := await state(world)).is_running:
        clicked = await world.ada.click(world.thread().last_message, label="Hint")
        await world.settle()
        first = world.answer(clicked).text.split("\n2. ")[0]
        certain = "wins, however it is answered" in first or "wins at once" in first
        assert certain or not promised
        promised = promised or certain
        assert match.to_move_player == world.ada.id
        suggested = clicked.followups[-1] if clicked.followups else clicked.response
        await world.ada.click(suggested, label="Play 1")
        await world.settle()
    assert promised
    assert match.position.outcome.winners == (0,)


class Recording(PlainRenderer):
    """Draws nothing, and keeps what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[PictureRequest] = []

    def still(self, request: PictureRequest) -> bytes:
        self.asked.append(request)
        return super().still(request)


@pytest.mark.parametrize("game", GAMES)
async def test_the_picture_shows_the_moves_that_are_named(tmp_path: Path, game: str) -> None:
    drawer = Recording()
    async with open_world(tmp_path / "quintet.db", drawer) as world:
        await practise(world, world.ada, game=game)
        seen = await hinted(world, world.ada, world.thread().last_message)
        position = (await state(world)).position
        named = re.findall(r"^\d\. \*\*`(.+?)`\*\*", seen.text, re.MULTILINE)
        assert named
        moves = map(position.parse, named)
        assert drawer.asked[-1].suggested == tuple(map(position.events, moves))
        assert drawer.asked[-1].events == ()
