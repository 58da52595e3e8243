"""What is said of why somebody has lost: each number is counted again on the last board."""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from rules import GAMES, Position
from rules.engine.knowledge import random_move
from rules.engine.review import why_lost
from rules.game import Reason, Seat
from tests.kit.rules import CASES, start
from tests.kit.toy_game import Hex
from tests.rules.engine.test_counted import abande, apart, cells_of, glaisher
from tests.rules.plain import detach as plain_detach
from tests.rules.plain import glaisher as plain_glaisher
from tests.rules.plain import halves as plain_halves

MATCHES = 6


def detach_says(position: Position, seat: Seat) -> list[int]:
    board = plain_detach.BOARDS[position.variant.id]
    mine = {board[name] for name in cells_of(position, seat)}
    largest = max(plain_detach.force(mine).values())
    longest = max(Counter(name[0] for name in board).values()) - 1
    alone = [] if len(mine) == 1 else [len(mine)]
    return [*alone, largest, largest, *([longest] if largest > longest else [])]


def halves_says(position: Position, seat: Seat) -> list[int]:
    """How many tiles there are, and how many go at most with one of them."""
    tiles = plain_halves.tiles_of(position)
    mine = tiles[plain_halves.NAMES[position.colour_of(seat)]]
    kept = plain_halves.removals(mine, set().union(*tiles.values())).values()
    at_once = max(len(mine - each) for each in kept)
    return [len(mine), *([] if at_once == len(mine) else [at_once])]


def apart_says(position: Position, seat: Seat) -> list[int]:
    return [apart(position, seat)["mine"], len(cells_of(position, seat))]


def abande_says(position: Position, seat: Seat) -> list[int]:
    mine, theirs = abande(position, seat), abande(position, 1 - seat)
    alone = sum(cells_of(position, seat).values()) - mine["points"]
    safe = [mine["safe"], theirs["safe"]]
    return [
        mine["points"],
        mine["their_points"],
        mine["pieces"],
        theirs["pieces"],
        *([alone] if alone else []),
        *(safe if theirs["safe"] > mine["safe"] else []),
    ]


def glaisher_says(position: Position, seat: Seat) -> list[int]:
    found = glaisher(position, seat)
    assert position.outcome is not None
    if position.outcome.reason is Reason.NO_MOVE:
        return [] if found["stacks"] == 1 else [found["stacks"]]
    theirs = plain_glaisher.owned(plain_glaisher.stacks_of(position), 1 - seat)
    return [plain_glaisher.fewest(theirs), found["missing"]]


SAYS: Mapping[str, Callable[[Position, Seat], list[int]]] = {
    "detach": detach_says,
    "halves": halves_says,
    "apart": apart_says,
    "abande": abande_says,
    "glaisher": glaisher_says,
}


def played_out(game: str, variant: str, seed: int) -> Position:
    position, chance = start(game, variant, seed), random.Random(f"{game} {variant} {seed}")
    while position.to_move is not None:
        position = position.after(random_move(position, chance))
    return position


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_number_is_on_the_last_board(game: str, variant: str) -> None:
    seen = 0
    for seed in range(MATCHES):
        position = played_out(game, variant, seed)
        assert position.outcome is not None
        for seat in range(position.variant.seats):
            said = why_lost(position, seat)
            if seat in position.outcome.winners or not position.outcome.winners:
                assert said is None
                continue
            seen += 1
            assert said is not None
            assert said.advice
            numbers = [int(each) for each in re.findall(r"(?<![a-z])\d+", str(said.why))]
            counted = SAYS[game](position, seat)
            assert numbers[: len(counted)] == counted, said
    assert seen


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
