"""A game that only the tests know, played on Discord: what is needed for it lies in its folder."""

import random
from collections.abc import AsyncIterator
from importlib import reload
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.app.parts import PARTS
from rules import GAMES, Move
from rules.record import read
from tests.kit.composing import play_by_clicks
from tests.kit.play import begin, play
from tests.kit.shown import Shown, look
from tests.kit.toy_game import Hex
from tests.kit.world import World, open_world

GAME = "hex"
BOTH_SIDES = 2


def declare_commands() -> None:
    """Run the modules of the commands again, which offer the games there are when they are run."""
    for part in PARTS:
        for module in part.commands:
            assert isinstance(module, ModuleType)
            reload(module)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    with GAMES.registered(Hex()):
        declare_commands()
        async with open_world(tmp_path / "quintet.db") as opened:
            yield opened
    declare_commands()


def a_match() -> list[Move]:
    """The moves of a whole match, chosen blindly."""
    chance, position, moves = random.Random(5), GAMES[GAME].start(), []
    while position.outcome is None:
        moves.append(chance.choice(list(position.moves())))
        position = position.play(moves[-1])
    return moves


def shown_last(result: Any) -> Any:
    return result.followups[-1] if result.followups else result.response


async def test_it_is_played_from_challenge_to_result(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, game=GAME)
    moves = a_match()
    for number, move in enumerate(moves):
        who = (world.ada, world.ben)[number % BOTH_SIDES]
        answer = await play(world, who, thread, str(move))
        assert answer.text.startswith("Played."), answer.text
    boards = world.shown(thread)
    assert len(boards) == len(moves) + 1
    assert all(board.pictures == 1 and board.alt for board in boards)
    assert "wins" in boards[-1].text
    assert boards[-1].buttons == ("Rematch", "Replay", "Share", "Board")


async def test_it_is_offered_and_explained(world: World) -> None:
    info = GAMES[GAME].info
    commands = {each.name: each for each in world.client.tree.get_commands()}
    (option,) = [each for each in commands["challenge"].parameters if each.name == "game"]
    assert info.name in [choice.name for choice in option.choices]
    page = look(shown_last(await world.ada.slash(world.channel, "rules", game=GAME)))
    assert info.name in page.text
    assert info.designer in page.text
    assert page.pictures == 1
    assert info.name in look(shown_last(await world.ada.slash(world.channel, "help"))).text


async def test_a_wrong_move_is_explained_in_its_own_words(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, game=GAME)
    await play(world, world.ada, thread, "b2")
    answer = await play(world, world.ben, thread, "b2")
    assert "b2 already holds a white stone" in answer.text.replace("`", "")


async def test_a_move_is_put_together_by_choosing(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, game=GAME)
    said = await play_by_clicks(world, world.ada, thread, 1, a_match()[0])
    assert said.text.startswith("Played.")
    assert len(world.shown(thread)) == 2


async def test_it_is_looked_back_at_and_taken_away(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, game=GAME)
    moves = a_match()[:4]
    for number, move in enumerate(moves):
        await play(world, (world.ada, world.ben)[number % BOTH_SIDES], thread, str(move))
    replayed = look(shown_last(await world.ben.slash(thread, "replay")))
    assert "Start of 4 moves" in replayed.text
    (file,) = shown_last(await world.ben.slash(thread, "export")).attachments
    record = read((await file.read()).decode())
    assert record.game == GAME
    assert record.entries == tuple(map(str, moves))


async def test_it_is_tried_alone(world: World) -> None:
    page = shown_last(await world.ada.slash(world.channel, "rules", game=GAME))
    board: Shown = look(shown_last(await world.ada.click(page, label="Try it")))
    assert GAMES[GAME].info.name in board.text
    assert board.pictures == 1


def test_nothing_else_knows_it() -> None:
    root = Path(__file__).parents[2]
    for package in ("bot", "data", "renderer", "rules"):
        for path in (root / package).rglob("*.py"):
            assert "toy_game" not in path.read_text("utf-8"), path
