"""Every variant of every game from the challenge to the result, by typing and by clicks.

What each person is told is held against the rules themselves; nothing of a game is known here.
"""

import io
import re
from typing import Any

import pytest
from PIL import Image

from bot.core.matches import MatchService, by_the_rules
from renderer import PictureRequest
from rules import Move, Position
from rules.game import Outcome, Reason
from tests.kit.composing import play_by_clicks
from tests.kit.rules import CASES
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import called
from tests.kit.table import Shown, World, acting, play, renderer, resign
from tests.kit.typing_moves import complete
from tests.kit.whole_matches import MATCH, begin_variant, record, short_continuation, short_match

SLOWLY = 4
"""How many moves at either end of a match are made by hand; those between are rushed through."""
TYPED, COMPLETED, CLICKED = range(3)
"""Ways to make a move, which take turns: typed, of what autocomplete offers, by clicks."""
OPENING, LEAVING = 4, 1
"""How many moves are made before somebody leaves, and from which seat."""
FOR_THREE = tuple(case for case in CASES if case[1].startswith("3p"))


class LastPicture(PlainRenderer):
    """Draws nothing but the end of a match."""

    def still(self, request: PictureRequest) -> bytes:
        over = request.position.outcome is not None
        return renderer().still(request) if over else super().still(request)


pytestmark = pytest.mark.parametrize("drawer", [LastPicture()])


async def make_move(world: World, who: Any, thread: Any, before: Position, move: Move) -> None:
    """Make the move in one of the ways; everybody sees it, and it is told in words."""
    way = before.ply % 3
    if way == CLICKED:
        answer = await play_by_clicks(world, who, thread, MATCH, move)
    else:
        typed = await complete(who, thread, before, move) if way == COMPLETED else str(move)
        answer = await play(world, who, thread, typed)
    assert answer.ephemeral
    assert answer.text.startswith(f"Played. {before.describe(move)!s}"), answer.text
    check_board(world.shown(thread)[-1], before, move)


def check_board(board: Shown, before: Position, move: Move) -> None:
    sentence = str(before.describe(move))
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


async def rush(world: World, thread: Any, players: dict[int, Any], moves: list[Move]) -> None:
    """Play the moves faster than boards can be posted; each is posted in its turn."""
    before = (await world.match()).position
    seen = len(world.shown(thread))
    position = before
    for move in moves:
        mover = acting(world, list(players.values())[position.to_move or 0])
        played = await world.client.services[MatchService].submit(mover, str(move), MATCH)
        position = played.state.position
    await world.settle()
    for board, move in zip(world.shown(thread)[seen:], moves, strict=True):
        check_board(board, before, move)
        before = before.play(move)


async def play_through(
    world: World, thread: Any, players: dict[int, Any], moves: list[Move]
) -> Position:
    """Play the first and the last few moves slowly, and rush through the rest; the end."""
    last = max(SLOWLY, len(moves) - SLOWLY)  # what the lot made may be over soon
    await play_out(world, thread, players, moves[:SLOWLY])
    await rush(world, thread, players, moves[SLOWLY:last])
    return await play_out(world, thread, players, moves[last:])


def result(outcome: Outcome, names: list[str]) -> str:
    """The beginning of the result's sentence."""
    winners = " and ".join(names[seat] for seat in outcome.winners)
    if not winners:
        return "**Draw"
    return f"**{winners} {'wins' if len(outcome.winners) == 1 else 'share first place'}"


@pytest.mark.parametrize(("game", "variant"), CASES)
async def test_a_whole_match(world: World, game: str, variant: str) -> None:
    thread, players = await begin_variant(world, game, variant)
    moves = short_match((await world.match()).position)
    end = await play_through(world, thread, players, moves)
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
    await check_picture(thread)


async def check_picture(thread: Any) -> None:
    (file,) = thread.last_message.attachments
    with Image.open(io.BytesIO(await file.read())) as picture:
        assert picture.format == "PNG"
        width, height = picture.size
        assert width >= 600
        assert height >= 0.4 * width  # no taller than what lies on the board


@pytest.mark.parametrize(("game", "variant"), FOR_THREE)
async def test_two_play_on_when_the_third_has_left(world: World, game: str, variant: str) -> None:
    thread, players = await begin_variant(world, game, variant)
    opening = short_match((await world.match()).position)[:OPENING]
    await play_out(world, thread, players, opening)
    leaver = list(players.values())[LEAVING]
    await resign(world, leaver, thread)
    assert f"{called(leaver)} resigned." in world.shown(thread)[-1].text
    moves = short_continuation((await world.match()).position)
    end = await play_through(world, thread, players, moves)
    assert end.outcome is not None
    assert end.outcome.reason is not Reason.LEFT
    assert end.outcome.ranking[-1] == (LEAVING,)
    await check_end(world, thread, end, players)
