"""Every variant of every game by clicks alone: how a match begins, and how it is won.

The moves between are typed, except in games that are short.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from data.ids import MatchId
from rules import GAMES, Move, Position
from tests.kit.composing import play_by_clicks
from tests.kit.play import offer, play
from tests.kit.rules import CASES, random_move
from tests.kit.scripted import PlainRenderer
from tests.kit.world import World, open_world

MATCH = MatchId(1)
BEGINNING, END = 3, 8
"""How many moves are made by clicks at either end of a match."""


def continuation(position: Position, seed: int) -> list[Move]:
    """A random way to play on to the end."""
    chance, moves = random.Random(seed), []
    while position.outcome is None:
        moves.append(random_move(position, chance))
        position = position.play(moves[-1])
    return moves


def short_continuation(position: Position) -> list[Move]:
    return min((continuation(position, seed) for seed in range(8)), key=len)


async def begin(world: World, game: str, variant: str) -> tuple[Any, dict[int, Any]]:
    """A match of this variant, begun; its thread and its players by id."""
    seats = next(each.seats for each in GAMES[game].info.variants if each.id == variant)
    friends = [world.ben, world.chloe][: seats - 1]
    offered = await offer(world, world.ada, friends, game=game, variant=variant)
    for friend in friends:
        await friend.click(offered.response, label="Accept")
    await world.settle()
    return world.thread(), {each.id: each for each in (world.ada, *friends)}


async def by_clicks(world: World, thread: Any, players: dict[int, Any], move: Move) -> None:
    view = await world.client.services.matches.view(MATCH)
    mover = view.to_move_player
    assert world.shown(thread)[-1].pinged == (mover,)
    seen = await play_by_clicks(world, players[mover or 0], thread, MATCH, move)
    assert seen.text.startswith(f"Played. {view.position.describe(move)}"), seen.text


@pytest.mark.parametrize(("game", "variant"), CASES)
async def test_from_the_first_move_to_the_result(tmp_path: Path, game: str, variant: str) -> None:
    async with open_world(tmp_path / "quintet.db", PlainRenderer()) as world:
        thread, players = await begin(world, game, variant)
        matches = world.client.services.matches
        moves = short_continuation((await matches.view(MATCH)).position)
        first, middle, last = moves[:BEGINNING], moves[BEGINNING:-END], moves[BEGINNING:][-END:]
        for move in first:
            await by_clicks(world, thread, players, move)
        for move in middle:
            mover = (await matches.view(MATCH)).to_move_player
            await play(world, players[mover or 0], thread, str(move))
        for move in last:
            await by_clicks(world, thread, players, move)
        end = world.shown(thread)[-1]
        assert "wins" in end.text or "Draw" in end.text
        assert end.pinged == ()
        assert "Rematch" in end.buttons
        assert await record(world) == [str(move) for move in moves]


async def record(world: World) -> list[str]:
    scenes = await world.client.services.history.scenes(MATCH)
    return [scene.entry or "" for scene in scenes[1:]]
