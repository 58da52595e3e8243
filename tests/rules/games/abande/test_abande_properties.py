"""What holds in every position of Abande, checked against a second, plain reading of its rules."""

import itertools

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.errors import MoveError
from rules.games.abande import Abande
from rules.games.abande.position import AbandePosition
from rules.games.abande.turns import board_of
from rules.geometry.cellset import cell_set, groups

GAME = Abande()
BOUND = 87
VARIANTS = ("square", "hex")
PLENTY = settings(max_examples=60, deadline=None)
FEW = settings(max_examples=25, deadline=None)
CHOICES = st.lists(st.integers(0, 10**6), max_size=90)


@st.composite
def positions(draw):
    """A position that random moves lead to."""
    return playout(draw(st.sampled_from(VARIANTS)), draw(CHOICES))[-1]


@st.composite
def hand_made(draw):
    """Any stacks on a connected part of the board."""
    variant = draw(st.sampled_from(VARIANTS))
    size = len(board_of(variant).names)
    stacks = draw(st.lists(st.sampled_from([1, 1, 1, *range(2, 16)]), min_size=size, max_size=size))
    pieces = cell_set(cell for cell, stack in enumerate(stacks) if stack > 1)
    band = max(groups(pieces, board_of(variant).neighbours), key=int.bit_count, default=0)
    stacks = [stack if band >> cell & 1 else 1 for cell, stack in enumerate(stacks)]
    reserve = draw(st.tuples(st.integers(0, 18), st.integers(0, 18)))
    return AbandePosition(variant, bytes(stacks), reserve, plies=draw(st.integers(0, 90)))


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


def neighbours(variant, name):
    """The names of the cells around one, from the coordinates of its board."""
    board = board_of(variant)
    if variant == "hex":
        q, r = board.place(name)
        steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
        cells = (board.cell_at((q + dq, r + dr)) for dq, dr in steps)
        return {board.names[cell] for cell in cells if cell is not None}
    around = itertools.product((-1, 0, 1), (-1, 0, 1))
    names = {f"{chr(ord(name[0]) + column)}{int(name[1]) + row}" for column, row in around}
    return names & set(board.names) - {name}


def is_whole(variant, cells):
    """Whether the cells form one band."""
    reached = set(itertools.islice(cells, 1))
    queue = list(reached)
    for name in queue:
        new = neighbours(variant, name) & set(cells) - reached
        reached |= new
        queue += new
    return reached == set(cells)


def plain_moves(position):
    """The legal moves, as texts, by a slow reading of the rule sheet over names."""
    variant, seat = position.variant.id, position.ply % 2
    pieces = position.pieces()
    found = set()
    if position.reserve[seat]:
        for name in set(board_of(variant).names) - set(pieces):
            if not pieces or neighbours(variant, name) & set(pieces):
                found.add(name)
    else:
        found.add("pass")
    if sum(position.reserve) > 33:
        return found
    for name, piece in pieces.items():
        if piece.colour == seat and is_whole(variant, [cell for cell in pieces if cell != name]):
            found |= {
                f"{name}-{other}"
                for other in neighbours(variant, name) & set(pieces)
                if pieces[other].colour != seat and pieces[other].height + piece.height <= 3
            }
    return found


@PLENTY
@given(positions() | hand_made())
def test_the_moves_are_those_of_the_plain_reading(position):
    assume(position.to_move is not None)
    moves = [str(move) for move in position.moves()]
    assert len(moves) == len(set(moves))
    assert set(moves) == plain_moves(position)


@PLENTY
@given(positions())
def test_there_is_always_something_to_do_until_the_end(position):
    assert (position.to_move is None) == (not list(position.moves()))


@pytest.mark.parametrize("variant", VARIANTS)
@FEW
@given(choices=CHOICES)
def test_the_band_stays_whole_and_no_stone_is_lost(variant, choices):
    for position in playout(variant, choices):
        pieces = position.pieces()
        on_board = sum(piece.height for piece in pieces.values())
        assert all(1 <= piece.height <= 3 for piece in pieces.values())
        assert all(piece.stack[-1] == piece.colour for piece in pieces.values())
        if position.to_move is not None:
            assert is_whole(variant, list(pieces))
            assert on_board + sum(position.reserve) == 36
            stones = [sum(piece.stack.count(seat) for piece in pieces.values()) for seat in (0, 1)]
            assert [stones[seat] + position.reserve[seat] for seat in (0, 1)] == [18, 18]


@PLENTY
@given(positions())
def test_a_stack_is_never_one_colour_unless_a_stone(position):
    """Pieces land on enemy pieces only, so two stones on top of each other change owner."""
    for piece in position.pieces().values():
        assert piece.height == 1 or piece.stack.count(piece.colour) < piece.height


@pytest.mark.parametrize("variant", VARIANTS)
@FEW
@given(choices=CHOICES, rest=st.integers(0, 10**6))
def test_a_game_ends_within_its_bound(variant, choices, rest):
    last = playout(variant, itertools.chain(choices, itertools.repeat(rest, 100)))[-1]
    assert last.ply <= BOUND
    outcome = last.outcome
    points = [0, 0]
    for name, piece in last.pieces().items():
        around = (last.pieces().get(other) for other in neighbours(variant, name))
        assert any(other and other.colour != piece.colour for other in around)
        points[piece.colour] += piece.height
    assert outcome.scores == tuple(points)
    assert outcome.winners == ((points[0] < points[1]),) * (points[0] != points[1])


@PLENTY
@given(positions() | hand_made())
def test_a_position_survives_being_written_down(position):
    again = GAME.decode(position.encode())
    assert again == position
    assert hash(again) == hash(position)


@PLENTY
@given(positions() | hand_made(), st.integers(0, 11))
def test_a_turned_board_allows_the_turned_moves(position, number):
    symmetries = board_of(position.variant.id).symmetries()
    turn = symmetries[number % len(symmetries)]
    stacks = bytearray(position.stacks)
    for cell, stack in enumerate(position.stacks):
        stacks[turn[cell]] = stack
    turned = AbandePosition(
        position.variant.id, bytes(stacks), position.reserve, position.passes, position.ply
    )
    goes = {None: None, **dict(enumerate(turn))}
    expected = {(goes[move.target], goes[move.origin]) for move in position.moves()}
    assert {(move.target, move.origin) for move in turned.moves()} == expected


@PLENTY
@given(
    positions() | hand_made(), st.text(max_size=30) | st.from_regex(r"[a-g]\d([ >,x-]+[a-g]\d)?")
)
def test_any_text_is_read_or_refused(position, text):
    taken, rest = position.read(text)
    assert text.endswith(rest)
    if position.to_move is not None:
        assert position.steps(taken)
    error = refusal(position, text)
    if error is None:
        assert position.parse(text) in set(position.moves())
    else:
        assert error.message
        assert error.span is None or 0 <= error.span[0] < error.span[1] <= len(text)
        assert all(str(position.parse(hint)) == hint for hint in error.hints)


def refusal(position, text):
    """The error that parsing ``text`` raises, if any; other exceptions pass through."""
    try:
        position.parse(text)
    except MoveError as error:
        return error
    return None


@FEW
@given(positions() | hand_made())
def test_walking_the_steps_gives_exactly_the_moves(position):
    found = []
    if position.to_move is not None:
        for step in position.steps().options:
            menu = position.steps([step.text])
            nexts = [position.steps([step.text, option.text]) for option in menu.options]
            found += [end.complete for end in ([menu] if menu.complete else nexts)]
    assert sorted(map(str, found)) == sorted(map(str, position.moves()))


def test_reading_long_texts_takes_one_look():
    text = "d4-" * 100_000
    taken, rest = GAME.start().read(text)
    assert (taken, len(rest)) == (("d4",), len(text) - 3)
    with pytest.raises(MoveError):
        GAME.start().parse(" " * 100_000 + text)
