"""Every variant of every game from the challenge to the result, by typing and by clicks.

What each person is told is held against the rules themselves; nothing of a game is known here.
"""

import re
from typing import Any

import pytest

from bot.core.matches import by_the_rules
from rules import Move, Position
from rules.game import Outcome
from tests.kit.by_day import mostly_at_night
from tests.kit.composing import play_by_clicks
from tests.kit.rules import CASES
from tests.kit.scripted import PlainRenderer
from tests.kit.table import World, play
from tests.kit.whole_matches import MATCH, begin_variant, record, short_match

pytestmark = pytest.mark.parametrize("drawer", [PlainRenderer()])


async def make_move(world: World, who: Any, thread: Any, before: Position, move: Move) -> None:
    """Type the move, or every third time click it; everybody sees it, and it is told in words."""
    if before.ply % 3 == 2:
        answer = await play_by_clicks(world, who, thread, MATCH, move)
    else:
        answer = await play(world, who, thread, str(move))
    assert answer.ephemeral
    assert answer.text.startswith(f"Played. {before.describe(move)!s}"), answer.text
    board, sentence = world.shown(thread)[-1], str(before.describe(move))
    assert sentence in board.text
    assert board.pictures == 1
    assert sentence in (board.alt or "")
    assert len(board.alt or "") <= 1024


async def play_out(
    world: World, thread: Any, players: dict[int, Any], moves: list[Move]
) -> Position:
    """Play the moves, each by the one person who was told that it is his turn; the end."""
    position = (await world.match()).position
    for move in moves:
        board = world.shown(thread)[-1]
        (mover,) = board.pinged
        assert mover == list(players)[position.to_move or 0]
        assert board.text.splitlines()[-1].startswith(f"<@{mover}>, it is your turn")
        await make_move(world, players[mover], thread, position, move)
        position = position.play(move)
    return position


def result(outcome: Outcome, names: list[str]) -> str:
    """The beginning of the result's sentence."""
    winners = " and ".join(names[seat] for seat in outcome.winners)
    if not winners:
        return "**Draw"
    return f"**{winners} {'wins' if len(outcome.winners) == 1 else 'share first place'}"


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, [("apart", "standard")]))
async def test_a_whole_match(world: World, game: str, variant: str) -> None:
    thread, players = await begin_variant(world, game, variant)
    moves = short_match((await world.match()).position)
    end = await play_out(world, thread, players, moves)
    boards = world.shown(thread)
    assert len(boards) == len(moves) + 1
    assert {board.buttons for board in boards[:-1]} == {()}
    await check_end(world, thread, end, players)
    assert await record(world) == [str(move) for move in moves]


async def check_end(world: World, thread: Any, end: Position, players: dict[int, Any]) -> None:
    """The result card says who won, by name and colour, with a picture of the end."""
    assert end.outcome is not None
    card = world.shown(thread)[-1]
    colours = [end.info.colours[end.colour_of(seat)] for seat in range(len(players))]
    people = zip(players.values(), colours, strict=True)
    named = [f"\u2068{who.name}\u2069 ({colour})" for who, colour in people]
    assert result(end.outcome, named) in card.text
    for colour, who in zip(colours, players.values(), strict=True):
        assert re.search(rf"{colour}( \([a-z]+\))? \u2068{who.name}\u2069", card.text)
    assert card.pinged == ()
    assert card.buttons[0] == "Rematch"
    kept = await world.match()
    assert kept.position == end
    assert kept.result == by_the_rules(end.outcome)
    assert kept.players == tuple(players)
