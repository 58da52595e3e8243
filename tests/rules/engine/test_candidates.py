"""What the search looks at is legal, and with what it leaves out everything that may come about."""

import itertools
from collections.abc import Iterator

import pytest

from rules import Move, Position
from rules.engine import knowledge_of
from rules.engine.knowledge import MOST_CANDIDATES, State
from rules.games.apart.position import ApartPosition
from rules.geometry.cellset import cell_set
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
from tests.kit.positions import hostile, known_to_be_hostile, met
from tests.kit.rules import CASES

MOST_MOVES = 4_000
"""Positions with more legal moves are looked at for legality alone."""
SOME = 300


def turns(state: State, whole: bool) -> Iterator[Move]:
    """Every turn that may be chosen, the halves put together; ``whole``: also what is left out."""
    knowledge = knowledge_of(state if isinstance(state, Position) else state.position)
    choices = list(knowledge.choices(state))
    assert len(choices) <= MOST_CANDIDATES
    if whole:
        rest = knowledge.rest(state)
        assert rest is not None
        choices += rest
    for choice in choices:
        if isinstance(choice, Move):
            yield choice
        else:
            after = knowledge.after(state, choice)
            assert after.to_move == state.to_move
            yield from turns(after, whole)


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH))
def test_candidates_are_legal(game: str, variant: str) -> None:
    for position in (*met(game, variant, 5), *hostile(game, variant, 5)):
        found = list(itertools.islice(turns(position, whole=False), SOME))
        assert found
        for move in found:
            assert position.legal(str(move)) == move


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH))
def test_nothing_that_may_come_about_is_missing(game: str, variant: str) -> None:
    compared = 0
    for position in (*met(game, variant, 10), *hostile(game, variant, 10)):
        moves = list(itertools.islice(position.moves(), MOST_MOVES + 1))
        if len(moves) > MOST_MOVES or knowledge_of(position).rest(position) is None:
            continue
        compared += 1
        may_come = {position.after(move) for move in moves}
        assert {position.after(move) for move in turns(position, whole=True)} == may_come
    assert compared >= 5


def test_where_captures_cannot_be_listed_nothing_is_proven() -> None:
    (crowded,) = known_to_be_hostile()
    assert isinstance(crowded, ApartPosition)
    mover = crowded.ply % 2
    reached = {turn.path[-1] for turn in itertools.islice(crowded.results(), SOME)}
    enemies = cell_set(reached) & ~crowded.stones[mover]
    both = (crowded.stones[0], enemies) if mover == 0 else (enemies, crowded.stones[1])
    position = ApartPosition(both, ply=crowded.ply)
    assert knowledge_of(position).rest(position) is None
