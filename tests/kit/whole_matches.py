"""Whole matches of every variant that are short, and people to play them."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection

from bot.core.matches import MatchService, MatchState, MatchStore, NewEntry
from bot.features.replays import ReplayService
from data.ids import Key, MatchId
from data.states import EntryKind
from rules import GAMES, Move, Position
from tests.kit.people import acting
from tests.kit.play import SHORT_APART, offer
from tests.kit.rules import random_match, random_move
from tests.kit.world import World

MATCH = MatchId(1)
"""The first match of a world."""

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
    """A short way to play from the start to the end."""
    case = (position.info.id, position.variant.id)
    if case in SHORT:
        return [move for _, move, _ in random_match(*case, SHORT[case])]
    if position.info.id == "apart":
        return list(read_moves(position, SHORT_APART))
    # what the lot made of the board is known only now
    return min((_continuation(position, seed) for seed in range(8)), key=len)


def read_moves(position: Position, texts: Iterable[str]) -> Iterator[Move]:
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


async def begin_variant(world: World, game: str, variant: str) -> tuple[Any, dict[int, Any]]:
    """A match of this variant, begun; its thread, and its players by id in the order of seats."""
    seats = next(each.seats for each in GAMES[game].info.variants if each.id == variant)
    friends = [world.ben, world.chloe][: seats - 1]
    offered = await offer(world, world.ada, friends, game=game, variant=variant)
    for friend in friends:
        await friend.click(offered.response, custom_id="c:1:accept")
    people = {each.id: each for each in (world.ada, *friends)}
    seated = (
        await world.client.services[MatchService].state(MATCH)
    ).players  # the others at random
    return world.thread(), {each: people[each] for each in seated if isinstance(each, int)}


async def skip(world: World, players: dict[int, Any], moves: Sequence[Move]) -> None:
    """Make the moves below the surface; of the boards, the last one's alone is posted."""
    silent = MatchStore(world.client.now)

    def make_all_but_last(connection: Connection) -> None:
        state = silent.read(connection, MATCH)
        for move in moves[:-1]:
            state = silent.append(connection, state, _entry(state, move))

    await world.client.services.database.write(make_all_but_last)
    mover = (await world.client.services[MatchService].state(MATCH)).to_move_player
    assert isinstance(mover, int)
    actor = acting(world, players[mover])
    await world.client.services[MatchService].submit(actor, str(moves[-1]), MATCH)
    await world.settle()


def _entry(state: MatchState, move: Move) -> NewEntry:
    player = state.to_move_player
    assert isinstance(player, int)
    key = Key(f"skipped:{state.ply}")
    return NewEntry(EntryKind.MOVE, str(move), state.to_move, player, key)


async def record(world: World) -> list[str]:
    """The entries of the match as the database keeps them."""
    replay = await world.client.services[ReplayService].replay(acting(world, world.ada), MATCH)
    return [step.entry or "" for step in replay.steps[1:]]
