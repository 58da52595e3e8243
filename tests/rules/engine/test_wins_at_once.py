"""A win at once comes first: at every level, in hints and in reviews, in every game."""

import functools
import itertools

import pytest

from rules import GAMES, Position
from rules.engine import LEVELS, Limits, choose
from rules.engine.hints import WINNING, Kind, Merit, hints
from rules.engine.review import judge
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
from tests.kit.plain_endings import wins_at_once
from tests.kit.rules import CASES, random_match

MOST_MOVES = 3_000
"""Positions with more of them are left out, as not every move can be made."""
NUMBER = 6
LAST = 12
NODES = 60
# Red wins by f5:2+1>NW@a1: it leaves Yellow without a separation, as any other hex would.
CRAMPED = GAMES["glaisher"].decode(
    "basic ply:18 red:b6=1,c2=1,d5=1,d6=3,d8=3,e4=1,e5=2,f5=3,g1=6,g2=5,h2=1,h3=2,i4=1 "
    "yellow:a2=2,a3=1,b1=1,b4=1,c4=2,c6=1,d4=1,d7=1,e7=1,e8=2,f2=1,g6=2,h1=3,h6=2,i1=1,i2=1,i3=1"
)


@functools.cache
def winnable(game: str, variant: str) -> tuple[Position, ...]:
    """Positions near the end of random matches in which some move wins at once."""
    found: list[Position] = []
    for seed in itertools.count():
        last = [position for position, _, _ in random_match(game, variant, seed)][-LAST:]
        for position in last:
            few = len(list(itertools.islice(position.moves(), MOST_MOVES + 1))) <= MOST_MOVES
            if few and wins_at_once(position):
                found.append(position)
        if len(found) >= NUMBER:
            return tuple(found[:NUMBER])
    raise AssertionError("counting does not end")


def wins(position: Position, move: object) -> bool:
    """Whether the move wins at once: alone, or shared where nobody can win alone."""
    return move in wins_at_once(position)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH))
def test_every_level_takes_it(game: str, variant: str, level: int) -> None:
    for position in winnable(game, variant):
        limits = Limits(NODES, endings=100, weighed=50)
        assert wins(position, choose(position, level, 1, limits)), position.encode()


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH))
def test_it_is_the_first_hint(game: str, variant: str) -> None:
    for position in winnable(game, variant):
        first = hints(position, NODES)[0]
        assert wins(position, first.move), position.encode()
        outcome = position.after(first.move).outcome
        assert outcome is not None
        shares = len(outcome.winners) > 1
        assert first.reason == Merit(Kind.SHARES if shares else Kind.WINS)


def test_a_review_tells_of_it() -> None:
    told = 0
    for position in itertools.chain.from_iterable(winnable(*case)[:4] for case in ONE_OF_EACH):
        winning = wins_at_once(position)
        other = next((move for move in position.moves() if move not in winning), winning[0])
        better = judge(position, other, NODES).better
        if better is not None:
            told += 1
            assert better.reason.kind in WINNING
            assert better.move in winning
        assert judge(position, winning[0], NODES).better is None
    assert told >= 10


def test_it_comes_before_a_win_that_is_forced() -> None:
    assert choose(CRAMPED, 3) in wins_at_once(CRAMPED)
    assert hints(CRAMPED)[0].move in wins_at_once(CRAMPED)
