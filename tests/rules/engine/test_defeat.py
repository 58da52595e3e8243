"""Whom it is told why they have lost."""

import random

import pytest

from rules import GAMES, Position
from rules.engine.knowledge import random_move
from rules.engine.review import why_lost
from tests.kit.rules import start
from tests.kit.toy_game import Hex


def played_out(game: str, variant: str, seed: int) -> Position:
    position, chance = start(game, variant, seed), random.Random(f"{game} {variant} {seed}")
    while position.to_move is not None:
        position = position.after(random_move(position, chance))
    return position


def test_nothing_is_said_of_other_ends_a_running_match_or_an_unknown_game() -> None:
    start = GAMES["detach"].start()
    assert why_lost(start.leave(0), 0) is why_lost(start, 0) is None
    with GAMES.registered(Hex()):
        position = played_out(Hex().info.id, Hex().info.variants[0].id, 1)
        assert [why_lost(position, seat) for seat in range(2)] == [None, None]


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("light: dark: grey:0,0", "Light and Dark have none."),
        ("light: dark:1,0 grey:0,0", "Light has none."),
    ],
)
def test_all_who_have_won_are_named(tiles: str, said: str) -> None:
    line = f"3p-random waning ply:30 turn:0 {tiles} seats:light,dark,grey seed:7"
    told = why_lost(GAMES["halves"].decode(line), 2)
    assert told is not None
    assert said in str(told.why)
