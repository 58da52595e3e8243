"""People who play a match of any variant, and moves made where nobody looks."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from bot.core.matches import MatchService, MatchState, MatchStore, NewEntry
from data.ids import Key, MatchId
from data.states import EntryKind
from rules import GAMES, Move
from tests.kit.people import acting
from tests.kit.play import offer
from tests.kit.world import World

MATCH = MatchId(1)
"""The first match of a world."""


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
