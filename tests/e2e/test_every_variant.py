"""Every variant of every game from the challenge to the result: typed, clicked, or by texts alone.

What each person is told is held against the rules themselves; nothing of a game is known here.
"""

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.core.matches import by_the_rules
from rules import GAMES, Move, MoveError, Position
from rules.game import Outcome
from tests.kit.by_day import mostly_at_night
from tests.kit.composing import play_by_clicks
from tests.kit.people import pick
from tests.kit.play import play
from tests.kit.rules import CASES
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import Shown, look, message_of
from tests.kit.whole_matches import MATCH, begin_variant, record, short_match
from tests.kit.world import World

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
    assert await who.autocomplete(thread, "move", "text", "?" * (MOST_CHOICE_LENGTH + 1)) == []
    assert (await world.match()).ply == len(opening)
    assert len(world.shown(thread)) == len(opening) + 1


PLAY = "Play this move"
BESIDE_CHOICES = {"Type instead", "Start over", "Back", "Help", "Another zone", "Step by step"}
NUMBERED = re.compile(r"(?P<number>\d+) \u00b7 .*?(?P<cell>[a-z]{1,2}\d+).*")
PARTS = re.compile(r"[←-↙] [0-9+]+:( [a-z]\d)+")
"""Which way, into which parts, and where they land."""


async def read_as_text(world: World, who: Any) -> None:
    panel = message_of(await who.slash(world.channel, "settings"))
    await pick(who, panel, "u:text_mode", ["True"])


def choices(shown: Shown) -> list[str]:
    """The buttons that choose something: each says what, and what is read before says it too."""
    assert shown.pictures == 0
    assert len({*shown.buttons}) == len(shown.buttons)
    found = [each for each in shown.buttons if each not in BESIDE_CHOICES]
    for label in found:
        numbered = NUMBERED.fullmatch(label)
        if numbered is not None:
            assert re.search(r"\b{number} {cell}\b".format(**numbered.groupdict()), shown.text)
        elif label.startswith("Zone "):
            assert f"{label}: " in shown.text
        else:
            assert PARTS.fullmatch(label) or label.startswith(("Stop here: ", "Pass")), label
    return found


async def move(who: Any, board: Any, chance: random.Random) -> str:
    """Choose something that is named until the move can be played, and play it; what it does."""
    message = message_of(await who.click(board, label="Move"))
    while PLAY not in look(message).buttons:
        await who.click(message, label=chance.choice(choices(look(message))))
    asked = look(message).text
    assert "### Play this?" in asked
    assert " to move." not in asked  # it is not made yet
    await who.click(message, label=PLAY)
    played = look(message).text.splitlines()[0]
    assert played.startswith("Played. ")
    done = played.removeprefix("Played. ").split(" <@")[0]
    assert done in asked
    return done


MATCHES = (
    ("detach", "hexhex5", 27),
    ("halves", "2p-nocontract", 14),
    ("apart", "standard", 8),
    ("abande", "hex", 24),
    ("glaisher", "basic", 2),
)
"""Variants, with numbers by which the lot makes a short match."""


@pytest.mark.parametrize(("game", "variant", "number"), mostly_at_night(MATCHES, [MATCHES[1]]))
async def test_a_match_is_played_to_its_end_by_texts_alone(
    world: World, game: str, variant: str, number: int
) -> None:
    """Each board says whose turn it is, what was done, and what stands where."""
    thread, players = await begin_variant(world, game, variant)
    for who in players.values():
        await read_as_text(world, who)
    chance, done = random.Random(number), ""
    while (board := world.shown(thread)[-1]).pinged:
        (mover,) = board.pinged
        assert f"<@{mover}>, it is your turn" in board.text
        assert done in board.text
        assert re.search(r"\w+ to move\..* (rows|rows up\w*|squares|hexes|No board)", board.alt)
        done = await move(players[mover], thread.last_message, chance)
    assert done in board.text
    assert re.search(r"\b(wins|Draw)\b", board.text)
    assert "Over: " in board.alt
    assert world.client.persistent_views == []  # nothing that was sent stays in memory
