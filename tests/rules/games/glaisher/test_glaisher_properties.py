"""What holds in every position of Glaisher, by a second, plain reading of its rules."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import MoveError
from rules.game import Reason
from rules.games.glaisher import Glaisher
from rules.games.glaisher.position import GlaisherPosition
from rules.games.glaisher.separation import (
    SetUp,
    Stacks,
    separated,
    separations,
    turns,
    winning_chain,
)
from rules.games.glaisher.state import State
from rules.geometry.hexboard import DIRECTIONS, hex_board

GAME = Glaisher()
BOARD = hex_board(5)
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CHOICE = st.integers(0, 10**6)


def played(variant, choices):
    """A match as far as ``choices`` lead: every move is built from menus, as a person would."""
    position = GAME.start(variant)
    met = [position]
    for choice in choices:
        if position.outcome:
            break
        taken = ()
        while not (menu := position.steps(taken)).complete:
            taken += (menu.options[choice % len(menu.options)].text,)
            choice //= 7
        position = position.play(menu.complete)
        met.append(position)
    return met


@st.composite
def scattered(draw):
    """A position with stacks of any height anywhere."""
    holders = draw(st.lists(st.sampled_from([0, 0, 1, 2]), min_size=61, max_size=61))
    heights = draw(st.lists(st.integers(1, 12), min_size=61, max_size=61))
    stones = [
        sum(1 << cell for cell, holder in enumerate(holders) if holder == seat) for seat in (1, 2)
    ]
    kept = tuple(height if holder else 0 for height, holder in zip(heights, holders, strict=True))
    plies = draw(st.integers(0, 30))
    return GlaisherPosition(State("basic", (stones[0], stones[1]), kept, plies))


@st.composite
def met(draw):
    """A position met in a match of either variant."""
    variant = draw(st.sampled_from(["basic", "advanced"]))
    return played(variant, draw(st.lists(CHOICE, max_size=40)))[-1]


positions = st.one_of(scattered(), met())


def stacks_of(position):
    return {
        BOARD.place(name): (piece.colour, piece.height) for name, piece in position.pieces().items()
    }


def plain_separations(stacks, mover):
    """Every legal separation, as text, with the stacks that it leaves."""
    for (q, r), (colour, height) in stacks.items():
        if colour != mover:
            continue
        for towards, (step_q, step_r) in zip(DIRECTIONS, STEPS, strict=True):
            for parts in plain_parts(height):
                landings = {part: (q + part * step_q, r + part * step_r) for part in parts}
                if all(may_land(stacks, mover, part, place) for part, place in landings.items()):
                    left = {place: stack for place, stack in stacks.items() if place != (q, r)}
                    for part, place in landings.items():
                        left[place] = (mover, part + left.get(place, (mover, 0))[1])
                    origin = BOARD.names[BOARD.cell_at((q, r))]
                    yield f"{origin}:{'+'.join(map(str, parts))}>{towards}", left


def plain_parts(height):
    """All ways to write a height as different parts that a line of the board has room for."""
    for count in range(2, 9):
        for parts in itertools.combinations(range(8, 0, -1), count):
            if sum(parts) == height:
                yield parts


def may_land(stacks, mover, part, place):
    if BOARD.cell_at(place) is None:
        return False
    colour, height = stacks.get(place, (mover, 0))
    return colour == mover or height <= part


def has_connected(stacks, colour):
    """Whether stacks of ``colour`` connect two opposite sides, by cube coordinates."""
    rest = {place for place, stack in stacks.items() if stack[0] == colour}
    while rest:
        group, fresh = set(), {rest.pop()}
        while fresh:
            group |= fresh
            fresh = {(q + a, r + b) for q, r in fresh for a, b in STEPS} & rest - group
        rest -= group
        for axis in ([q for q, _ in group], [r for _, r in group], [q + r for q, r in group]):
            if min(axis) == -4 and max(axis) == 4:
                return True
    return False


def plain_moves(position):
    """The legal moves, as texts, by a slow reading of the rule sheet over coordinates."""
    if position.outcome:
        return set()
    stacks, mover = stacks_of(position), position.to_move
    found = set()
    if position.variant.id == "advanced" and position.ply < 6:
        return {f"@{name}" for name in BOARD.names if BOARD.place(name) not in stacks}
    for text, left in plain_separations(stacks, mover):
        if has_connected(left, mover):
            found.add(text)
        else:
            empty = (name for name in BOARD.names if BOARD.place(name) not in left)
            found |= {f"{text}@{name}" for name in empty}
    return found


@settings(max_examples=60, deadline=None)
@given(positions)
def test_the_moves_are_those_of_a_plain_reading(position):
    moves = [str(move) for move in position.moves()]
    assert len(moves) == len(set(moves))
    assert set(moves) == plain_moves(position)


@settings(max_examples=60)
@given(positions)
def test_the_outcome_is_that_of_a_plain_reading(position):
    stacks = stacks_of(position)
    connected = [seat for seat in (0, 1) if has_connected(stacks, seat)]
    outcome = position.outcome
    if connected:
        assert outcome.reason is Reason.CONNECTED
        assert outcome.winners[0] in connected
    elif outcome:
        assert outcome.reason is Reason.NO_MOVE
        assert next(plain_separations(stacks, position.ply % 2), None) is None
        assert outcome.ranking == ((1 - position.ply % 2,), (position.ply % 2,))
    else:
        setting_up = position.variant.id == "advanced" and position.ply < 6
        assert setting_up or next(plain_separations(stacks, position.ply % 2))


@settings(max_examples=60)
@given(positions, CHOICE)
def test_a_turn_adds_one_piece_at_most_and_loses_none(position, choice):
    moves = list(position.moves())
    if not moves:
        return
    move = moves[choice % len(moves)]
    after = position.play(move)
    before_height, after_height = (
        sum(piece.height for piece in one.pieces().values()) for one in (position, after)
    )
    placed = 6 if isinstance(move, SetUp) else int("@" in str(move))
    assert after_height - before_height == placed
    assert ("@" in str(move)) != (after.outcome is not None and placed == 0)
    assert after.ply == position.ply + 1


@settings(max_examples=60)
@given(met())
def test_an_encoded_position_comes_back(position):
    assert GAME.decode(position.encode()) == position


@settings(max_examples=60)
@given(positions, st.integers(0, 11))
def test_a_turned_board_has_the_turned_moves(position, which):
    places = BOARD.symmetries()[which]

    def image(stacks):
        turned = [0] * len(places)
        for cell, height in enumerate(stacks.heights):
            turned[places[cell]] = height
        own, enemy = (
            sum(1 << place for cell, place in enumerate(places) if cells >> cell & 1)
            for cells in (stacks.own, stacks.enemy)
        )
        return Stacks(own, enemy, tuple(turned))

    def results(stacks):
        return {separated(separation, stacks) for separation in separations(stacks)}

    stacks = position.state.stacks
    other = image(stacks)
    assert results(other) == {image(after) for after in results(stacks)}
    assert bool(winning_chain(other.own)) == bool(winning_chain(stacks.own))
    assert sum(1 for _ in turns(other)) == sum(1 for _ in turns(stacks))


@settings(max_examples=60)
@given(
    positions,
    st.one_of(
        st.text(alphabet="abcefghi123456789+>@:/ nwsNWSE-\u2192", max_size=30),
        st.lists(st.sampled_from(["e5", "d4", "2+1", "321", "E", "nw", "@a1", "f8"])).map(" ".join),
    ),
)
def test_typed_text_is_a_move_or_a_move_error(position, text):
    legal = plain_moves(position)
    try:
        meant = str(position.parse(text))
    except MoveError as error:
        meant = error.text
        legal = {text}
    assert meant in legal
