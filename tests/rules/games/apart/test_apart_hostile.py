"""A position found by search in which White has hundreds of thousands of turns.

What a person does in it must not depend on that number. Work is counted, not timed: how often the
rules ask where a piece could land.
"""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from rules import GAMES, IllegalMove
from rules.completion import complete
from rules.games.apart import jumps

POSITION = GAMES["apart"].decode(
    (Path(__file__).parents[3] / "data" / "apart_hostile.txt").read_text().strip()
)
LONGEST = (
    "e6-g8-e6-g6-e8-c8-a8-c6-a6-a4-c4-e2-e4-e7-g5-d5-d7-d4-"
    "b6-b2-d2-f4-c7-a5-c3-c5-f8-f6-f3-d3-b3-d1"
)
TURNS = 331_433


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    counter = itertools.count()
    reach = jumps.reach

    def counted(cell: int, friends: int) -> int:
        next(counter)
        return reach(cell, friends)

    monkeypatch.setattr(jumps, "reach", counted)
    return lambda: next(counter)


def test_there_are_hundreds_of_thousands_of_turns() -> None:
    assert sum(1 for _ in POSITION.moves()) == TURNS


def test_a_long_turn_is_checked_landing_by_landing(asked: Callable[[], int]) -> None:
    move = POSITION.parse(LONGEST)
    assert str(move) == LONGEST
    POSITION.play(move)
    assert 0 < asked() < 300


def test_a_wrong_landing_at_the_end_is_found_as_quickly(asked: Callable[[], int]) -> None:
    with pytest.raises(IllegalMove) as refusal:
        POSITION.parse(LONGEST.removesuffix("d1") + "h8")
    assert refusal.value.span == (len(LONGEST) - 2, len(LONGEST))
    assert 0 < asked() < 600  # read once to judge it, and once to suggest what could follow


def test_menus_list_the_next_landings_alone(asked: Callable[[], int]) -> None:
    path = LONGEST.split("-")
    for number in range(len(path)):
        assert path[number] in [step.text for step in POSITION.steps(path[:number]).options]
    assert 0 < asked() < 300 * len(path)


def test_completing_asks_little_at_every_length(asked: Callable[[], int]) -> None:
    before = 0
    for end in range(2, len(LONGEST), 3):
        offered = complete(POSITION, LONGEST[:end])
        assert LONGEST[: end + 3] in [completion.text for completion in offered]
        now = asked()
        assert now - before < 1000
        before = now


def test_turns_come_one_by_one(asked: Callable[[], int]) -> None:
    assert len(list(itertools.islice(POSITION.moves(), 100))) == 100
    assert asked() < 200
