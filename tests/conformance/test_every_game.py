"""What holds for matches of every game: starts, ends, leaving, records."""

import random

import pytest

from rules import GAMES, IllegalMove, Outcome, Position, Reason
from rules.record import Record, read, replay, write
from tests.conformance.cases import every_game, every_variant
from tests.kit.rules import random_match, random_move, start

LONGEST = 1500
"""More plies than any match can have: Apart's is bounded only by captures and repetition."""


def played_out(position: Position, chance: random.Random) -> Position:
    for _ in range(LONGEST):
        if position.outcome is not None:
            return position
        position = position.play(random_move(position, chance))
    raise AssertionError("the match does not end")


def seats_ranked(outcome: Outcome) -> list[int]:
    return sorted(seat for group in outcome.ranking for seat in group)


@every_game
def test_the_facts_of_a_game_are_complete(game: str) -> None:
    info = GAMES[game].info
    assert info.id == game
    assert info.name
    assert info.designer
    assert 1900 < info.year < 2100
    assert str(info.goal).endswith(".")
    assert all(str(hint).endswith(".") for hint in info.hints.values())
    assert info.version >= 1
    assert len({variant.id for variant in info.variants}) == len(info.variants)
    assert len(info.colours) >= max(variant.seats for variant in info.variants)
    assert GAMES[game].start().variant == info.variants[0]


@every_variant
def test_a_match_begins_with_seat_0(game: str, variant: str) -> None:
    position = start(game, variant)
    assert position.info == GAMES[game].info
    assert position.variant.id == variant
    assert position.outcome is None
    assert position.to_move == 0
    assert [position.colour_of(seat) for seat in range(position.variant.seats)] == list(
        range(position.variant.seats)
    )


@every_variant
def test_the_same_seed_gives_the_same_start_and_only_where_one_belongs(
    game: str, variant: str
) -> None:
    seeded = start(game, variant).variant.seeded
    if seeded:
        assert start(game, variant, 1) == start(game, variant, 1)
        assert len({start(game, variant, seed) for seed in range(5)}) > 1
    with pytest.raises(ValueError, match="seed"):
        GAMES[game].start(variant, seed=None if seeded else 1)


@every_variant
@pytest.mark.parametrize("seed", range(10, 12))
def test_random_matches_end_with_a_result(game: str, variant: str, seed: int) -> None:
    *_, (_, _, last) = random_match(game, variant, seed)
    outcome = last.outcome
    assert outcome is not None
    assert last.ply <= LONGEST
    assert seats_ranked(outcome) == list(range(last.variant.seats))
    assert len(outcome.ranking) in (1, 2)
    assert len(outcome.ranking) == 2 or GAMES[game].info.draws
    assert outcome.reason in {Reason.SCORE, *GAMES[game].info.endings}
    assert outcome.reason is not Reason.LEFT


@every_variant
def test_nothing_happens_after_the_end(game: str, variant: str) -> None:
    *_, (_, move, last) = random_match(game, variant, 20)
    assert last.to_move is None
    assert list(last.moves()) == []
    text = str(move)
    for attempt in (last.parse, last.play, lambda text: last.steps((text,))):
        with pytest.raises(IllegalMove) as refusal:
            attempt(text)
        assert refusal.value.code == "game_over"
        assert str(refusal.value) == "The game is over."
        assert refusal.value.text == text
    for attempt in (last.play, last.events, last.describe):
        with pytest.raises(IllegalMove, match="The game is over"):
            attempt(move)
    assert last.read(str(move))[0] == ()
    for seat in range(last.variant.seats):
        with pytest.raises(ValueError, match=str(seat)):
            last.leave(seat)


@every_variant
@pytest.mark.parametrize("plies", [0, 9, 23, 32, 36])
def test_who_leaves_is_last_and_never_to_move_again(game: str, variant: str, plies: int) -> None:
    *played, _ = random_match(game, variant, plies)
    position = played[min(plies, len(played) - 1)][0]
    chance = random.Random(plies)
    seats = range(position.variant.seats)
    for nobody in (-1, 7):
        with pytest.raises(ValueError, match=str(nobody)):
            position.leave(nobody)
    for seat in seats:
        left = position.leave(seat)
        assert GAMES[game].decode(left.encode()) == left
        if len(seats) == 2:
            assert left.outcome == Outcome(((1 - seat,), (seat,)), Reason.LEFT)
            assert (left.to_move, left.ply) == (None, position.ply)
            continue
        assert left.to_move not in (None, seat)
        with pytest.raises(ValueError, match=str(seat)):
            left.leave(seat)
        outcome = played_out(left, chance).outcome
        assert outcome is not None
        assert seats_ranked(outcome) == list(seats)
        assert outcome.ranking[-1] == (seat,)
        second = next(other for other in seats if other != seat)
        winner = next(other for other in seats if other not in (seat, second))
        ended = left.leave(second).outcome
        assert ended == Outcome(((winner,), (second,), (seat,)), Reason.LEFT)


@every_variant
def test_a_record_is_read_back_and_replayed(game: str, variant: str) -> None:
    played = list(random_match(game, variant, 5))
    begun, last = played[0][0], played[-1][2]
    record = Record(
        game=game,
        variant=variant,
        version=begun.info.version,
        entries=tuple(str(move) for _, move, _ in played),
        outcome=last.outcome,
        seed=5 if begun.variant.seeded else None,
        players=("Ann", "Bob", "Cid")[: begun.variant.seats],
    )
    assert read(write(record)) == record
    assert list(replay(record)) == [begun, *(after for _, _, after in played)]
