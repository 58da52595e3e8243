"""What a step is about is told when its kind comes for the first times, however late in a match."""

from pathlib import Path

import pytest

from bot.services.composer import service
from bot.services.composer.service import KNOWN_AFTER
from rules import GAMES
from rules.game import StepKind
from tests.kit.composing import open_composer
from tests.kit.rules import random_match
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import look
from tests.kit.whole_matches import MATCH, begin_variant, skip
from tests.kit.world import open_world

MOVES = [move for _, move, _ in random_match("halves", "2p", 276)]
CONTRACT = 22
"""How many tiles are placed before the colours are chosen."""
HINTS = dict(GAMES["halves"].info.hints)


@pytest.mark.parametrize(
    ("ply", "kind", "is_told"),
    [
        (1, StepKind.CELL, True),
        (2 * KNOWN_AFTER - 2, StepKind.CELL, True),
        (2 * KNOWN_AFTER, StepKind.CELL, False),
        (CONTRACT, StepKind.COLOUR, True),
        (CONTRACT + 1, StepKind.PIECE, True),
        (CONTRACT + 1 + 2 * KNOWN_AFTER, StepKind.PIECE, False),
    ],
)
async def test_halves_tells_of_each_kind_of_step(
    tmp_path: Path, ply: int, kind: StepKind, is_told: bool
) -> None:
    async with open_world(tmp_path / "quintet.db", PlainRenderer()) as world:
        thread, players = await begin_variant(world, "halves", "2p")
        await skip(world, players, MOVES[:ply])
        match = await world.client.services.matches.state(MATCH)
        who = players[match.to_move_player]
        message = await open_composer(world, who, thread)
        assert (HINTS[kind] in look(message).text) is is_told
        assert ("?" in look(message).buttons) is not is_told
        if not is_told:
            await who.click(message, label="?")
            assert HINTS[kind] in look(message).text


async def test_who_has_played_a_lot_is_asked_the_question_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "PRACTISED", CONTRACT // 2)
    async with open_world(tmp_path / "quintet.db", PlainRenderer()) as world:
        thread, players = await begin_variant(world, "halves", "2p")
        await skip(world, players, MOVES[:CONTRACT])
        match = await world.client.services.matches.state(MATCH)
        message = await open_composer(world, players[match.to_move_player], thread)
        assert HINTS[StepKind.COLOUR] not in look(message).text
        assert "?" in look(message).buttons
