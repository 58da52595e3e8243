"""What the engine thinks of arbitrary positions, added up plainly piece by piece."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import GAMES, Position
from rules.engine import knowledge_of
from rules.engine.games import abande, apart, detach, glaisher, halves
from rules.engine.games.halves_endings import shares
from rules.game import Cell, Seat
from rules.games.abande.position import AbandePosition
from rules.games.apart.info import BOARD as SQUARES
from rules.games.apart.position import ApartPosition
from rules.games.glaisher.info import BOARD as HEXES
from rules.games.glaisher.position import GlaisherPosition
from rules.games.glaisher.separating import GlaisherTurn
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import Phase
from tests.kit.examples import examples
from tests.rules.engine.test_apart_race import can_be_parted, departures
from tests.rules.engine.test_counted import cells_of, plain_costs
from tests.rules.engine.test_plain_engine import plain_leaving, plain_swings
from tests.rules.plain import READINGS
from tests.rules.plain import abande as plain_abande
from tests.rules.plain import detach as plain_detach
from tests.rules.plain import glaisher as plain_glaisher

SEEDS = st.integers(0, 2**32)
FEW = 2
"""So many pieces of Apart have to leave at most where every way to part them is tried."""
Worth: TypeAlias = Callable[[Position, Seat, bool], float]


def of_abande(position: Position, seat: Seat, _: bool) -> float:
    assert isinstance(position, AbandePosition)
    _, steps = plain_abande.BOARDS[position.variant.id]
    stacks = plain_abande.stacks_of(position)
    sides = [abande._RESERVED * each for each in position.reserve]
    for place, stack in stacks.items():
        if not plain_abande.is_lonely(place, stacks, steps):
            sides["WB".index(stack[-1])] += len(stack) + abande._SAFE * (len(stack) == 3)
    return sides[seat] - sides[1 - seat]


def of_apart(position: Position, seat: Seat, glance: bool) -> float:
    mine, theirs = (bits(SQUARES.index, cells_of(position, each)) for each in (seat, 1 - seat))
    turn = apart._TURN if position.to_move == seat else -apart._TURN
    return standing(mine, glance) - standing(theirs, glance) + turn


def standing(own: int, glance: bool) -> float:
    """How a player of Apart stands alone."""
    leaving, number = plain_leaving(own)
    worth = -apart._AWAY * leaving - apart._TOUCHING * number
    if glance:
        return worth
    worth -= apart._CROWDED * own.bit_count()
    if 0 < leaving < len(apart._USUAL_WAYS):
        usual = apart._USUAL_WAYS[leaving]
        worth += apart._WAYS * math.log((1 + len(departures(own))) / (1 + usual))
        parted = can_be_parted(own) if leaving <= FEW else apart.separable(own)
        worth -= 0 if parted else apart._STUCK
    return worth


def of_detach(position: Position, seat: Seat, _: bool) -> float:
    board = plain_detach.BOARDS[position.variant.id]
    stones = [{board[name] for name in cells_of(position, each)} for each in (0, 1)]
    forces = [plain_detach.force(own) for own in stones]

    def mobility(whose: Seat) -> float:
        landings: dict[object, set[object]] = {}
        for origin, *both, _ in plain_detach.turns(board, stones, forces, whose):
            landings.setdefault(origin, set()).update(both)
        return sum(1 + detach._EACH * min(len(each), detach._MOST) for each in landings.values())

    turn = detach._TURN if position.to_move == seat else -detach._TURN
    return mobility(seat) - mobility(1 - seat) + turn


def of_glaisher(position: Position, seat: Seat, _: bool) -> float:
    turn = glaisher._TURN if position.to_move == seat else -glaisher._TURN
    return connecting(*(cells_of(position, each) for each in (seat, 1 - seat))) + turn


def connecting(mine: Mapping[Cell, int], theirs: Mapping[Cell, int]) -> float:
    """How much nearer one is to a connection, and how many stacks more one has."""
    own, enemy = bits(HEXES.index, mine), bits(HEXES.index, theirs)

    def missing(costs: tuple[int, ...]) -> float:
        nearest, second, third = sorted(costs)
        return nearest + glaisher._SECOND * second + glaisher._THIRD * third

    nearer = missing(plain_costs(enemy, own)) - missing(plain_costs(own, enemy))
    return glaisher._MISSING * nearer + glaisher._STACK * (len(mine) - len(theirs))


def of_halves(position: Position, seat: Seat, glance: bool) -> float:
    assert isinstance(position, HalvesPosition)
    gains = [removable(position, own) for own in position.tiles]
    playing = position.seats_playing()
    leads = [
        gain - max(other for each, other in enumerate(gains) if each != colour)
        for colour, gain in enumerate(gains)
    ]
    held = [leads[position.colours[each]] for each in playing]
    if position.phase is Phase.CONTRACT:
        return max(held) if position.turn == seat else -max(held)
    if position.phase is Phase.WANING:
        return waning(position, seat, glance, leads[position.colours[seat]])
    chooses = position.has_contract() and seat == playing[0]
    if chooses or (position.has_contract() and (not glance or len(playing) == 2)):
        gap = max(map(abs, held))
        return gap if chooses else -gap
    return leads[position.colours[seat]]


def removable(position: HalvesPosition, own: int) -> float:
    """What removals do a colour good, each counting half as much as the one that does more."""
    enemies = len(position.tiles) - 1
    swings = plain_swings(position.occupied, own)
    good = sorted((mine - theirs / enemies for mine, theirs in swings), reverse=True)
    return sum(gain * halves._FOLLOWING**place for place, gain in enumerate(good) if gain > 0)


def waning(position: HalvesPosition, seat: Seat, glance: bool, lead: float) -> float:
    """Tiles that are left, and what comes of playing out, which is compared elsewhere."""
    playing = position.seats_playing()
    mine, *others = (
        position.tiles[position.colours[each]].bit_count()
        for each in sorted(playing, key=lambda each: each != seat)
    )
    worth = halves._FEWER * (min(others) - mine) + halves._PROSPECT * lead
    worth += halves._TURN * (position.turn == seat)
    if len(playing) == 2:
        worth -= halves._TURN / 2
        if not glance:
            return worth
        played, trust = shares(position, halves._TIMES_OF_TWO), halves._TRUST_OF_TWO
    else:
        worth += halves._OTHERS * max(others)
        played, trust = shares(position, halves._TIMES), halves._TRUST
        if glance:
            moved = (position.turn - 1) % 3
            played = shares(position, halves._TIMES_OF_THREE, careful=moved)
            trust = halves._TRUST_OF_THREE
    expected = trust * played[seat] + (1 - trust) * math.tanh(worth / 4)
    return 4 * math.atanh(sorted((-halves._NEARLY, expected, halves._NEARLY))[1])


def bits(index: Mapping[Cell, int], cells: Mapping[Cell, int]) -> int:
    return sum(1 << index[name] for name in cells)


PLAIN: Mapping[str, Worth] = {
    "abande": of_abande,
    "apart": of_apart,
    "detach": of_detach,
    "glaisher": of_glaisher,
    "halves": of_halves,
}


def playing(position: Position) -> Sequence[Seat]:
    if isinstance(position, HalvesPosition):
        return position.seats_playing()
    return range(position.variant.seats)


def running(game: str, random: Random) -> Position:
    """An arbitrary position that is not over; of Halves also one that somebody has left."""
    lines = iter(lambda: READINGS[game].position(random), None)
    position = next(each for each in map(GAMES[game].decode, lines) if each.outcome is None)
    if isinstance(position, HalvesPosition):
        if position.has_contract() and random.random() < 0.2:
            position = replace(position, phase=Phase.CONTRACT)
        if len(position.colours) > 2 and random.random() < 0.3:
            position = position.leave(random.randrange(3))
    return position


@pytest.mark.parametrize("game", PLAIN)
@examples(60)
@given(SEEDS)
def test_what_a_position_is_worth_adds_up(game: str, seed: int) -> None:
    position = running(game, Random(seed))
    known = knowledge_of(position)
    for knows, glance in ((known, False), (known.at_a_glance(), True)):
        for seat in playing(position):
            worth = PLAIN[game](position, seat, glance)
            assert knows.worth(position, seat) == pytest.approx(worth), (seat, glance)


@given(SEEDS)
def test_nothing_is_won_by_waiting(seed: int) -> None:
    position = running("apart", Random(seed))
    assert isinstance(position, ApartPosition)
    waits = apart.Waits(position, position.ply % 2)
    for seat in (0, 1):
        turn = apart._TURN if position.to_move == seat else -apart._TURN
        worth = of_apart(position, seat, False) - 2 * turn
        assert knowledge_of(position).worth(waits, seat) == pytest.approx(worth)


@given(SEEDS)
def test_a_separation_is_worth_what_it_leaves(seed: int) -> None:
    random = Random(seed)
    position = running("glaisher", random)
    assert isinstance(position, GlaisherPosition)
    if position.is_set_up():
        return
    stacks, mover = plain_glaisher.stacks_of(position), position.turn
    separation = random.choice(plain_glaisher.separated_ways(stacks, mover))
    left = plain_glaisher.apart(separation, stacks, mover)
    names = plain_glaisher.NAMES
    mine, theirs = (
        {names[place]: height for place, (owner, height) in left.items() if owner == each}
        for each in (mover, 1 - mover)
    )
    known = knowledge_of(position)
    turn = position.parse(random.choice(plain_glaisher.turns_of(separation, stacks, mover)))
    assert isinstance(turn, GlaisherTurn)
    state = known.after(position, turn.separation())
    worth = connecting(mine, theirs) + glaisher._PLACING
    assert known.worth(state, mover) == pytest.approx(worth)
    assert known.worth(state, 1 - mover) == pytest.approx(-worth)
