"""Typing a move in every game: what is offered while one types, and what is said of mistakes."""

import itertools
from collections.abc import Iterator

import pytest

from rules import GAMES, MoveError, Position
from tests.kit.by_day import mostly_at_night
from tests.kit.scripted import PlainRenderer
from tests.kit.table import World, in_match, message_of, play
from tests.kit.typing_moves import offered
from tests.kit.whole_matches import begin_variant, short_match

pytestmark = pytest.mark.parametrize("drawer", [PlainRenderer()])
MOST_CHOICE_LENGTH = 100

NONSENSE = ("banana", "🎲" * 30, "`**<@1>** @everyone", ">>>---,,,", "d4 " * 100)
BARE = ("a1", "e5", "0,0", "100,100", "pass", "none")
PAIRS = ("a1-a2", "d4-d9", "d4>d3,d5", "zz>d4", "e5:3+2>E@f8", "b2-b4-b2-b4")


def unquoted(text: str) -> str:
    """The text without quotation marks, which stand for each other where something is quoted."""
    return text.replace("`", "").replace("'", "")


def mistakes(position: Position) -> Iterator[tuple[str, MoveError]]:
    """Texts that are no moves here, and what the rules say of each."""
    # of each variant's own moves a part, and a part with something behind it
    legal = [str(move) for move in itertools.islice(position.moves(), 3)]
    spoiled = [text[:-1] for text in legal] + [f"{text}-a1!" for text in legal]
    for text in (*NONSENSE, *BARE, *PAIRS, *spoiled):
        try:
            position.parse(text)
        except MoveError as error:
            yield text, error


@pytest.mark.parametrize("game", mostly_at_night(GAMES, ["abande"]))
async def test_mistakes_are_explained_and_change_nothing(world: World, game: str) -> None:
    thread, players = await begin_variant(world, game, GAMES[game].info.variants[0].id)
    opening = short_match((await world.match()).position)[:3]
    for move in opening:
        await play(world, players[(await world.match()).to_move_player], thread, str(move))
    view = await world.match()
    assert view.ply == len(opening)
    who = players[view.to_move_player]
    for text, error in mistakes(view.position):
        answer = await play(world, who, thread, text)
        assert answer.ephemeral
        assert answer.buttons == ("Move",)  # with which it can be chosen instead
        assert answer.pinged == ()
        assert unquoted(str(error.message)).rstrip(".") in unquoted(answer.text)
        assert all(f"`{hint}`" in answer.text for hint in error.hints[:5])
    for typed in ("banana", "?" * MOST_CHOICE_LENGTH):
        (kept,) = await who.autocomplete(thread, "move", "text", typed)
        assert kept["value"] == typed
        assert kept["name"].startswith(typed[:20])
        assert len(kept["name"]) <= MOST_CHOICE_LENGTH
    assert await offered(who, thread, "?" * (MOST_CHOICE_LENGTH + 1)) == []
    assert (await world.match()).ply == len(opening)
    assert len(world.shown(thread)) == len(opening) + 1


async def test_cells_without_a_board_are_called_as_the_picture_shows_them(world: World) -> None:
    thread, players = await begin_variant(world, "halves", "2p")
    for number, typed in enumerate(("N52", "-1,0", "(1, 1)"), 1):
        player = players[(await world.match()).to_move_player]
        answer = await play(world, player, thread, typed)
        assert (await world.match()).ply == number, answer.text
    told = "\n".join(message.text for message in world.shown(thread))
    assert "places a tile on n52" in told
    assert "places a tile on m49" in told
    result = await in_match(world.ada, thread, "Export")
    (file,) = message_of(result).attachments
    assert "1. 2,-1\n2. -1,0\n3. 1,1" in (await file.read()).decode()  # as records always had
