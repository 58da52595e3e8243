"""What is said to win wins: proven by trying everything, without asking the search again."""

import itertools
from collections.abc import Iterator

import pytest

from rules import GAMES, Position
from rules.engine import Limits, Search, knowledge_of
from rules.engine.hints import hints, limits_of
from tests.kit.by_day import mostly_at_night
from tests.kit.plain_endings import can_force, late_endings
from tests.rules.engine.test_hints import is_promised

NODES = 250
TILES = 9
"""So few tiles that everything can be tried."""
# Light answers 4,-4 with 3,-2, and Dark wins: Light has lost anyway, and decides who does not.
KINGMAKER = GAMES["halves"].decode(
    "3p-random waning ply:14 turn:2 light:2,1;3,-2 dark:2,-1;4,-3 grey:2,0;4,-4 "
    "seats:light,dark,grey seed:89100"
)
VARIANTS = ("3p", "3p-nocontract", "3p-random")


def endings(variant: str, seeds: int) -> Iterator[Position]:
    for seed in range(seeds):
        yield from late_endings(variant, seed, TILES)


def left_by_one(seeds: int) -> Iterator[Position]:
    """Endings of three of whom one has left: two play on, and may still share the win."""
    for position in endings("3p-random", seeds):
        seat = position.ply % 3
        left = position.leave(seat)
        if left.to_move is not None:
            yield left


def claims(position: Position) -> int:
    """Holds every claim of a win against trying everything; how many there were."""
    seat, told = position.to_move, 0
    assert seat is not None
    for hint in hints(position, NODES):
        if is_promised(hint.reason):
            told += 1
            assert can_force(position.after(hint.move), seat), (position.encode(), hint.move)
    return told


def test_who_has_lost_decides_who_wins() -> None:
    seat = KINGMAKER.to_move
    assert seat is not None
    after = KINGMAKER.play("4,-4")
    assert can_force(after, seat) is False
    assert after.play("3,-2").play("2,-1").outcome is not None
    for choice in Search(knowledge_of(KINGMAKER), limits_of(3_000)).choices(KINGMAKER):
        assert choice.expected < 1
    assert claims(KINGMAKER) == 0


@pytest.mark.parametrize("variant", mostly_at_night(VARIANTS, ["3p"]))
def test_what_three_are_promised_can_be_had(variant: str) -> None:
    told = sum(claims(position) for position in endings(variant, 50))
    assert told >= 2


@pytest.mark.parametrize("variant", mostly_at_night(["2p", "2p-random"], ["2p"]))
def test_what_two_are_promised_can_be_had(variant: str) -> None:
    assert sum(claims(position) for position in endings(variant, 15)) >= 10


def test_what_the_two_who_are_left_are_promised_can_be_had() -> None:
    assert sum(claims(position) for position in left_by_one(40)) >= 5


@pytest.mark.night
def test_every_proof_among_three_holds() -> None:
    """Also of positions in which others win, which the search reckons with."""
    proofs = 0
    for position in itertools.chain(endings("3p-random", 60), left_by_one(30)):
        for choice in Search(knowledge_of(position), Limits(NODES)).choices(position):
            winner = next((seat for seat, has in enumerate(choice.each) if has == 1), None)
            if winner is not None:
                proofs += 1
                assert choice.proven
                assert can_force(position.after(choice.move), winner), position.encode()
    assert proofs >= 100
