"""Buttons below a board: hints where one practises, the last move in motion, the lens."""

import io
import re
from typing import Any

import pytest
from PIL import Image

from bot.core.thinking import ThinkingFailedError
from renderer import PictureRequest
from rules import GAMES
from tests.e2e.test_practice_matches import practise, thinker
from tests.kit.by_day import mostly_at_night
from tests.kit.play import begin, play, resign
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import Shown, file_of, look, message_of
from tests.kit.world import World, press


async def test_a_hint_against_the_bot_and_where_one_tries_alone(world: World) -> None:
    await practise(world, world.ada)
    thread = world.thread()

    async def hinted(who: Any) -> Shown:
        return world.answer(await who.click(thread.last_message, label="Hint"))

    seen = await hinted(world.ada)
    assert seen.ephemeral
    assert seen.pictures == 1
    assert "### Moves to consider\n-# With your chance to win after each.\nA. **`" in seen.text
    told = [line for line in seen.text.splitlines() if line[1:2] == "."]
    line = r"[A-C]\. \*\*`.+`\*\* · (about )?\d+ %: (White|Black) jumps .+\."
    assert [each for each in told if not re.fullmatch(line, each)] == []
    first = seen.text.split("`")[1]
    (await world.match()).position.play(first)
    assert "You are not playing in this match" in (await hinted(world.ben)).text
    thinker(world).failures.append(ThinkingFailedError("it died"))
    assert "Please ask again." in (await hinted(world.ada)).text
    rules = message_of(await world.ada.slash(world.channel, "rules", game="abande"))
    alone = message_of(await world.ada.click(rules, label="Try it"))
    seen = world.answer(await world.ada.click(alone, label="Hint"))
    assert "Moves to consider" in seen.text


class Recording(PlainRenderer):
    """Draws nothing, and keeps what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[PictureRequest] = []

    def still(self, request: PictureRequest) -> bytes:
        self.asked.append(request)
        return super().still(request)


@pytest.mark.parametrize("drawer", [Recording()])
@pytest.mark.parametrize("game", mostly_at_night(GAMES, ["apart"]))
async def test_suggested_moves_are_drawn_and_played_with_one_press(
    world: World, drawer: Recording, game: str
) -> None:
    await practise(world, world.ada, game=game)
    thread = world.thread()
    for turn in range(2):
        clicked = await world.ada.click(thread.last_message, label="Hint")
        seen = world.answer(clicked)
        suggested = re.findall(r"^[A-C]\. \*\*`(.+?)`", seen.text, re.MULTILINE)
        assert seen.buttons == tuple(
            f"Play {letter}" for letter, _ in zip("ABC", suggested, strict=False)
        )
        position = (await world.match()).position
        moves = map(position.parse, suggested)
        assert drawer.asked[-1].suggested == tuple(map(position.events, moves))
        assert drawer.asked[-1].events == ()
        hints = message_of(clicked)
        played = await world.ada.click(hints, label=f"Play {'ABC'[len(suggested) - 1]}")
        assert world.answer(played).text.startswith("Played.")
        match = await world.match()
        assert match.ply == 2 * turn + 2  # the bot has answered
        assert match.moves[2 * turn].move.written == suggested[-1]


async def test_what_has_not_moved_is_said(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, game="abande")
    await play(world, world.ada, thread, "d4")
    await resign(world, world.ben, thread)
    clicked = await press(world, world.ada, thread.last_message, "m:1:1:motion")
    assert "White places a stone on d4." in world.answer(clicked).text


@pytest.mark.parametrize("game", mostly_at_night(GAMES, ["apart"]))
async def test_a_lens_is_there_for_who_is_to_move_and_who_looks_on(world: World, game: str) -> None:
    thread = await begin(world, world.ada, world.ben, game=game)
    label = str(GAMES[game].info.lens)
    for who in (world.ada, world.chloe):
        page = message_of(await who.click(thread.last_message, label="View"))
        await who.click(page, label=label)
        seen = look(page)
        assert seen.ephemeral
        assert seen.text.startswith(f"**{GAMES[game].info.name} ")
        lens = GAMES[game].start().lens()
        assert lens is not None
        assert seen.text.endswith("\n".join(map(str, lens.said)))
        assert seen.alt.startswith(f"{GAMES[game].info.name}: {label!s}. {lens.said[0]!s}")
        assert Image.open(io.BytesIO(await file_of(page))).width == 1000
        await who.click(page, label="Board")
        assert label in look(page).buttons
    assert len(world.shown(thread)) == 1
    await resign(world, world.ben, thread)
    seen = world.answer(await press(world, world.ada, thread.last_message, "m:1:0:lens"))
    assert seen.text.startswith("This match is over.")


async def test_an_old_board_leads_to_its_match(world: World) -> None:
    thread = await begin(world, world.ada, world.ben)
    first = thread.last_message
    await play(world, world.ada, thread, "b2-b4")
    shown = world.answer(await world.chloe.context_menu(thread, "Show this match", first))
    assert "White jumps b2 to b4." in shown.text
    assert shown.pictures == 1
    assert shown.ephemeral
    assert shown.buttons == ("Replay", "Follow", "Last move", "Touching", "Text")
    own = world.answer(await world.ben.context_menu(thread, "Show this match", first))
    assert own.buttons[0] == "Move"
    message = await world.ada.send(world.channel, "hello")
    nothing = world.answer(await world.ada.context_menu(world.channel, "Show this match", message))
    assert nothing.text.startswith("This message has no board. Use")
