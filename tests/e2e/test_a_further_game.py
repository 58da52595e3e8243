"""A game that only the tests know, played on Discord: what is needed for it lies in its folder."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.app.features import SCREENS
from bot.screen.interaction.command_options import GameName
from rules import GAMES
from rules.record import read
from tests.kit.composing import play_by_clicks
from tests.kit.play import begin, play, play_all
from tests.kit.rules import random_match
from tests.kit.shown import look, message_of
from tests.kit.toy_game import Hex
from tests.kit.world import World, open_world

GAME = "hex"


@contextmanager
def offered() -> Iterator[None]:
    """The commands offer the games there are now; afterwards those again that they were made with.

    Their modules are not run again: what is kept of them would no longer be what others know.
    """
    cogs = [cog for screen in SCREENS for cog in screen.cogs]
    commands = [each for cog in cogs for each in cog.__cog_app_commands__]
    options = [option for each in commands for option in getattr(each, "_params", {}).values()]
    games = [option for option in options if isinstance(option._annotation, GameName)]
    before = [option.choices for option in games]
    for option in games:
        option.choices = option._annotation.choices
    yield
    for option, choices in zip(games, before, strict=True):
        option.choices = choices


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    with GAMES.registered(Hex()), offered():
        async with open_world(tmp_path / "quintet.db") as opened:
            yield opened


def a_match() -> list[str]:
    """The moves of a whole match, chosen blindly."""
    return [str(move) for _, move, _ in random_match(GAME, Hex.info.variants[0].id, 5)]


async def test_it_is_played_from_challenge_to_result_and_taken_away(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, game=GAME)
    moves = a_match()
    chosen = await play_by_clicks(world, world.ada, thread, 1, GAMES[GAME].start().parse(moves[0]))
    assert chosen.text.startswith("Played.")
    wrong = await play(world, world.ben, thread, moves[0])
    assert f"{moves[0]} holds a stone of White" in wrong.text.replace("`", "")
    await play_all(world, thread, (world.ben, world.ada), moves[1:])
    boards = world.shown(thread)
    assert len(boards) == len(moves) + 1
    assert all(board.pictures == 1 and board.alt for board in boards)
    assert "wins" in boards[-1].text
    assert boards[-1].buttons == ("Rematch", "Replay", "Share")
    replayed = await world.ben.slash(world.channel, "replay", match=1)
    assert f"Start · {len(moves)} moves in all" in world.answer(replayed).text
    exported = message_of(await world.ben.click(replayed.response, label="Export"))
    record = read((await exported.attachments[0].read()).decode())
    assert (record.game, record.entries) == (GAME, tuple(moves))


async def test_its_lens_lies_in_its_own_folder(world: World) -> None:
    thread = await begin(world, world.ada, world.ben, "b2", "c3", "b3", game=GAME)
    own = message_of(await world.ben.click(thread.last_message, label="View"))
    await world.ben.click(own, label="Side by side")
    seen = look(own)
    assert "White side by side: b2 b3." in seen.text
    assert seen.pictures == 1
