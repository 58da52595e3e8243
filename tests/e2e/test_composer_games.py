"""Every variant of every game, from the first move to the result, by clicks alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from data.ids import MatchId
from rules import GAMES, Move, Position
from tests.kit.composing import play_by_clicks
from tests.kit.play import SHORT_APART, offer
from tests.kit.rules import CASES, random_match, random_move
from tests.kit.scripted import PlainRenderer
from tests.kit.world import World, open_world

MATCH = MatchId(1)

SHORT = {
    ("detach", "hexhex6"): 3,
    ("detach", "hexhex5"): 182,
    ("halves", "2p"): 276,
    ("halves", "3p"): 381,
    ("halves", "2p-nocontract"): 108,
    ("halves", "3p-nocontract"): 120,
    ("abande", "square"): 7,
    ("abande", "hex"): 119,
    ("glaisher", "basic"): 235,
    ("glaisher", "advanced"): 324,
}
"""Numbers whose random matches are short."""


def short_match(position: Position) -> list[Move]:
    """A short way to play on to the end."""
    case = (position.info.id, position.variant.id)
    if case in SHORT:
        return [move for _, move, _ in random_match(*case, SHORT[case])]
    if position.info.id == "apart":
        return list(_read(position, SHORT_APART))
    # what the lot made of the board is known only now
    return min((_continuation(position, seed) for seed in range(8)), key=len)


def _read(position: Position, texts: Iterable[str]) -> Iterator[Move]:
    for text in texts:
        move = position.parse(text)
        yield move
        position = position.play(move)


def _continuation(position: Position, seed: int) -> list[Move]:
    chance, moves = random.Random(seed), []
    while position.outcome is None:
        moves.append(random_move(position, chance))
        position = position.play(moves[-1])
    return moves


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
        moves = short_match((await world.client.services.matches.view(MATCH)).position)
        for move in moves:
            await by_clicks(world, thread, players, move)
        end = world.shown(thread)[-1]
        assert "wins" in end.text or "Draw" in end.text
        assert end.pinged == ()
        assert "Rematch" in end.buttons
        assert await record(world) == [str(move) for move in moves]


async def record(world: World) -> list[str]:
    scenes = await world.client.services.history.scenes(MATCH)
    return [scene.entry or "" for scene in scenes[1:]]
