"""Moves by clicks alone: every game to its result, what is explained, and far pieces."""

import itertools
from typing import Any

import pytest

from bot.features.moves import begin, service
from bot.features.moves.screen.question import choices_of
from bot.features.moves.service import KNOWN_AFTER
from rules import GAMES, Move
from rules.game import StepKind
from tests.kit.composing import offered, open_composer, play_by_clicks
from tests.kit.rules import random_match
from tests.kit.scripted import PlainRenderer
from tests.kit.table import World, look
from tests.kit.whole_matches import MATCH, begin_variant, record, short_match, skip

pytestmark = pytest.mark.parametrize("drawer", [PlainRenderer()])

SHORTER = {"detach": "hexhex5", "glaisher": "advanced", "halves": "2p-nocontract"}
"""Variants that take fewer clicks than the first one of their game."""


async def by_clicks(world: World, thread: Any, players: dict[int, Any], move: Move) -> None:
    view = await world.match()
    mover = view.to_move_player
    assert world.shown(thread)[-1].pinged == (mover,)
    seen = await play_by_clicks(world, players[mover or 0], thread, MATCH, move)
    assert seen.text.startswith(f"Played. {view.position.describe(move)!s}"), seen.text


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_clicked_to_its_result(world: World, game: str) -> None:
    variant = SHORTER.get(game, GAMES[game].info.variants[0].id)
    thread, players = await begin_variant(world, game, variant)
    moves = short_match((await world.match()).position)
    for move in moves:
        await by_clicks(world, thread, players, move)
    end = world.shown(thread)[-1]
    assert any(each in end.text for each in ("wins", "share first place", "Draw"))
    assert end.pinged == ()
    assert "Rematch" in end.buttons
    assert await record(world) == [str(move) for move in moves]
    assert world.client.persistent_views == []  # nothing that was sent stays in memory


MOVES = [move for _, move, _ in random_match("halves", "2p", 276)]
CONTRACT = 22
"""How many tiles are placed before the colours are chosen."""
HINTS = {kind: str(hint) for kind, hint in GAMES["halves"].info.hints.items()}


@pytest.mark.parametrize(
    ("ply", "kind", "is_told"),
    [
        (2 * KNOWN_AFTER - 2, StepKind.CELL, True),
        (2 * KNOWN_AFTER, StepKind.CELL, False),
        (CONTRACT, StepKind.COLOUR, True),
        (CONTRACT + 1, StepKind.PIECE, True),
    ],
)
async def test_halves_tells_of_each_kind_of_step(
    world: World, ply: int, kind: StepKind, is_told: bool
) -> None:
    thread, players = await begin_variant(world, "halves", "2p")
    await skip(world, players, MOVES[:ply])
    match = await world.match()
    who = players[match.to_move_player]
    message = await open_composer(world, who, thread)
    assert (HINTS[kind] in look(message).text) is is_told
    assert ("Help" in look(message).buttons) is not is_told
    if not is_told:
        await who.click(message, label="Help")
        assert HINTS[kind] in look(message).text


async def test_who_has_played_a_lot_is_asked_the_question_alone(world: World, monkeypatch) -> None:
    monkeypatch.setattr(service, "PRACTISED", CONTRACT // 2)
    thread, players = await begin_variant(world, "halves", "2p")
    await skip(world, players, MOVES[:CONTRACT])
    match = await world.match()
    message = await open_composer(world, players[match.to_move_player], thread)
    assert HINTS[StepKind.COLOUR] not in look(message).text
    assert "Help" in look(message).buttons


OPENING = [move for _, move, _ in itertools.islice(random_match("apart", "standard", 8), 4)]


async def test_a_piece_with_many_ends_is_chosen_then_a_zone_then_an_end(world: World) -> None:
    thread, players = await begin_variant(world, "apart", "standard")
    await skip(world, players, OPENING)
    before = await world.match()
    who = players[before.to_move_player]
    first = begin(before.position)
    piece, zones = next(
        (number, zones)
        for number in range(len(first.menu.options))
        for further in [first.take(number)]
        if (zones := choices_of(further.position, further.menu).zones)
    )
    message = await open_composer(world, who, thread)  # one tap
    assert all(label.isdigit() for label, _ in offered(message).values())
    await who.click(message, custom_id=offered(message)[piece][1])  # two
    assert offered(message) == {}
    assert [*look(message).buttons[: len(zones)]] == [*"ABCDE"[: len(zones)]]
    for letter, zone in zip("ABCDE", zones, strict=False):
        await who.click(message, label=letter)  # three
        assert set(offered(message)) == set(zone)
        await who.click(message, label="Another zone")
    await who.click(message, label="A")
    await who.click(message, custom_id=offered(message)[zones[0][0]][1])  # four
    await who.click(message, label="Play this move")  # five
    assert look(message).text.startswith("Played.")
    after = await world.match()
    assert after.moves[-1].move == first.take(piece).take(zones[0][0]).menu.complete
