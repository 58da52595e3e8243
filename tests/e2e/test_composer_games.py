"""Every variant of every game to its result by clicks alone: a whole match of each game."""

from pathlib import Path
from typing import Any

import pytest

from rules import GAMES, Move
from tests.kit.composing import play_by_clicks
from tests.kit.rules import CASES
from tests.kit.scripted import PlainRenderer
from tests.kit.whole_matches import MATCH, begin_variant, record, short_match, skip
from tests.kit.world import World, open_world

SHORTER = {"detach": "hexhex5", "glaisher": "advanced", "halves": "2p-nocontract"}
"""Variants that take fewer clicks than the first one of their game."""
WHOLE = {(game, SHORTER.get(game, rules.info.variants[0].id)) for game, rules in GAMES.items()}
"""What is put together by clicks from the first move on: a variant of each game."""
LAST = 4
"""So many moves are put together by clicks in the other variants."""


async def by_clicks(world: World, thread: Any, players: dict[int, Any], move: Move) -> None:
    view = await world.client.services.matches.state(MATCH)
    mover = view.to_move_player
    assert world.shown(thread)[-1].pinged == (mover,)
    seen = await play_by_clicks(world, players[mover or 0], thread, MATCH, move)
    assert seen.text.startswith(f"Played. {view.position.describe(move)}"), seen.text


@pytest.mark.parametrize(("game", "variant"), CASES)
async def test_a_match_is_clicked_to_its_result(tmp_path: Path, game: str, variant: str) -> None:
    async with open_world(tmp_path / "quintet.db", PlainRenderer()) as world:
        thread, players = await begin_variant(world, game, variant)
        moves = short_match((await world.client.services.matches.state(MATCH)).position)
        skipped = 0 if (game, variant) in WHOLE else len(moves) - LAST
        if skipped:
            await skip(world, players, moves[:skipped])
        for move in moves[skipped:]:
            await by_clicks(world, thread, players, move)
        end = world.shown(thread)[-1]
        assert "wins" in end.text or "draw for first" in end.text or "Draw" in end.text
        assert end.pinged == ()
        assert "Rematch" in end.buttons
        assert await record(world) == [str(move) for move in moves]
        assert world.client.persistent_views == []  # nothing that was sent stays in memory


def test_each_game_has_a_whole_match() -> None:
    assert set(CASES) >= WHOLE
