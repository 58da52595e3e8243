"""What holds in every position of Detach, checked against a second, plain reading of its rules."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.__main__ import perft
from rules.errors import MoveError
from rules.games.detach import Detach
from rules.games.detach.position import DetachPosition
from rules.geometry.hexboard import hex_board
from tests.rules.plain.detach import BOARDS, force, turns, written

GAME = Detach()
BOUNDS = {"hexhex6": 85, "hexhex5": 55}
PLENTY = settings(max_examples=60, deadline=None)
FEW = settings(max_examples=25, deadline=None)
CHOICES = st.lists(st.integers(0, 10**6), max_size=90)


@st.composite
def positions(draw):
    """A position of either variant after some random moves, or one with stones anywhere."""
    if draw(st.booleans()):
        variant = draw(st.sampled_from(sorted(BOUNDS)))
        return playout(variant, draw(CHOICES))[-1]
    side = draw(st.sampled_from([5, 6]))
    holders = draw(st.lists(st.integers(0, 3), min_size=61, max_size=91))
    stones = [0, 0]
    for cell, holder in enumerate(holders[: len(hex_board(side).names)]):
        if holder < 2:
            stones[holder] |= 1 << cell
    return DetachPosition(side, (stones[0], stones[1]), draw(st.integers(0, 99)))


def playout(variant, choices):
    position = GAME.start(variant)
    played = [position]
    for choice in choices:
        moves = list(position.moves())
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
        played.append(position)
    return played


def plain_moves(position):
    """The legal moves, as texts, by the plain reading."""
    board = BOARDS[position.variant.id]
    stones = [set(), set()]
    for name, piece in position.pieces().items():
        stones[piece.colour].add(board[name])
    names = {place: name for name, place in board.items()}
    found = turns(board, stones, [force(own) for own in stones], position.ply % 2)
    return {written(turn, names) for turn in found}


@PLENTY
@given(positions(), st.integers(0, 10**6))
def test_every_turn_adds_one_stone_of_the_mover(position, choice):
    moves = list(position.moves())
    if moves:
        after = position.play(moves[choice % len(moves)])
        grown = [
            new.bit_count() - old.bit_count()
            for new, old in zip(after.stones, position.stones, strict=True)
        ]
        assert grown[position.to_move] == 1
        assert grown[1 - position.to_move] == 0
        assert after.stones[0] & after.stones[1] == 0


@pytest.mark.parametrize("variant", sorted(BOUNDS))
@FEW
@given(choices=CHOICES)
def test_a_game_ends_within_its_bound(variant, choices):
    choices = itertools.chain(choices, itertools.repeat(7, 100))
    last = playout(variant, choices)[-1]
    assert last.ply <= BOUNDS[variant]
    assert last.outcome is not None
    assert last.outcome.winners == (1 - last.ply % 2,)


@PLENTY
@given(positions())
def test_a_position_survives_being_written_down(position):
    again = GAME.decode(position.encode())
    assert again == position
    assert hash(again) == hash(position)


@PLENTY
@given(positions(), st.integers(0, 11))
def test_a_turned_board_allows_the_turned_moves(position, number):
    names = hex_board(position.side).names
    turn = hex_board(position.side).symmetries()[number]
    turned = DetachPosition(
        position.side,
        tuple(
            sum(1 << turn[cell] for cell in range(len(names)) if stones >> cell & 1)
            for stones in position.stones
        ),
        position.ply,
    )
    expected = {
        (turn[move.origin], frozenset(turn[cell] for cell in move.landings), move.swap is None)
        for move in position.moves()
    }
    found = {(move.origin, frozenset(move.landings), move.swap is None) for move in turned.moves()}
    assert found == expected


@PLENTY
@given(positions(), st.text(max_size=30) | st.from_regex(r"[a-k]\d[ >,x-]{0,2}([a-k]\d\d?x?,?)*"))
def test_any_text_is_read_or_refused(position, text):
    taken, rest = position.read(text)
    assert text.endswith(rest)
    if position.to_move is not None:
        position.steps(taken)
    error = refusal(position, text)
    if error is None:
        assert position.parse(text) in set(position.moves())
    else:
        assert error.message
        assert error.span is None or 0 <= error.span[0] < error.span[1] <= len(text)
        assert all(is_draft(position, hint) for hint in error.hints)


def refusal(position, text):
    """The error that parsing ``text`` raises, if any; other exceptions pass through."""
    try:
        position.parse(text)
    except MoveError as error:
        return error
    return None


def is_draft(position, hint):
    """Whether a hint is a legal move, or a stone that can detach."""
    taken, rest = position.read(hint)
    return bool(taken) and not rest and position.draft(taken) == hint.rstrip(">")


@FEW
@given(positions())
def test_walking_the_steps_gives_exactly_the_moves(position):
    found = set()
    if position.to_move is not None:
        for stone in position.steps().options:
            for first in position.steps([stone.text]).options:
                for second in position.steps([stone.text, first.text]).options:
                    menu = position.steps([stone.text, first.text, second.text])
                    found.add(menu.complete)
    assert found == set(position.moves())


def test_reading_long_texts_takes_one_look():
    text = "b6>" * 100_000
    taken, rest = GAME.start().read(text)
    assert (taken, len(rest)) == (("b6",), len(text) - 3)
    with pytest.raises(MoveError):
        GAME.start().parse(" " * 100_000 + text)


def test_perft_agrees_with_the_plain_reading_after_a_few_moves():
    position = playout("hexhex5", range(17, 200, 17))[10]
    plain = sum(len(plain_moves(position.play(move))) for move in position.moves())
    assert perft(position, 2) == plain > 500
