"""A match of each game from the challenge to the result, by what people read and press alone."""

import random
import re
from typing import Any

import pytest

from tests.kit.by_day import mostly_at_night
from tests.kit.people import pick
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import Shown, look, message_of
from tests.kit.whole_matches import begin_variant
from tests.kit.world import World

pytestmark = pytest.mark.parametrize("drawer", [PlainRenderer()])


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
