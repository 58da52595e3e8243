"""Glaisher, read plainly."""

from itertools import combinations, pairwise
from random import Random

from rules import GAMES
from rules.game import Position, Reason
from rules.games.glaisher.position import GlaisherPosition
from rules.games.glaisher.separating import can_separate, connects, separations, winning_chain
from tests.rules.plain.places import HEX_STEPS, Place, ahead, around, hexagon, parts, some_cells

BOARD = hexagon(5)
NAMES = {place: name for name, place in BOARD.items()}
WAYS = ("E", "NE", "NW", "W", "SW", "SE")
ALONG = (lambda q, _: q, lambda _, r: r, lambda q, r: q + r)
"""How far a place lies towards each pair of opposite sides, which are at 4 and -4."""
SET_UP = 6
EMPTIED = 1_500
"""So many separations times empty cells are compared turn by turn."""

Stacks = dict[Place, tuple[int, int]]
"""The owner and the height of each stack."""
Separation = tuple[Place, int, tuple[int, ...]]
"""The stack, the direction, and the parts, the tallest first."""


def position(random: Random) -> str:
    """The line of an arbitrary position."""
    red = some_cells(random, BOARD, 35)
    yellow = [name for name in some_cells(random, BOARD, 35) if name not in red]
    if is_linked({BOARD[name] for name in red}) and is_linked({BOARD[name] for name in yellow}):
        yellow = []  # both at once is refused: whoever connects first has won
    tall = random.choice((1, 2, 3, 6, 6, 9, 14))
    sides = [
        ",".join(f"{name}={random.randint(1, tall)}" for name in names) for names in (red, yellow)
    ]
    variant, ply = random.choice((("basic", 0), ("advanced", 6)))
    ply += random.choice((0, 1, random.randint(0, 390), 399, 400))
    return f"{variant} ply:{ply} red:{sides[0]} yellow:{sides[1]}"


def check(found: Position, random: Random) -> None:
    """Raise AssertionError unless both readings agree."""
    assert isinstance(found, GlaisherPosition)
    stacks = stacks_of(found)
    if found.variant.id == "advanced" and found.ply < SET_UP:
        check_set_up(found, stacks, random)
        return
    linked = [is_linked(owned(stacks, seat)) for seat in (0, 1)]
    for seat in (0, 1):
        assert connects(found.stones[seat]) == linked[seat]
        check_chain(found.stones[seat], owned(stacks, seat))
    check_lens(found, stacks)
    mover = found.ply % 2
    plain = list(separated_ways(stacks, mover))
    assert sorted(map(str, separations(found.stacks))) == sorted(map(written, plain))
    assert can_separate(found.stacks) == bool(plain)
    assert told_outcome(found) == outcome(found, linked, bool(plain))
    if found.outcome is not None:
        return
    if len(plain) * (len(BOARD) - len(stacks)) <= EMPTIED:
        turns = [turn for each in plain for turn in turns_of(each, stacks, mover)]
        assert sorted(map(str, found.moves())) == sorted(turns)
    for each in random.sample(plain, min(2, len(plain))):
        check_after(found, each, stacks, random)


def check_set_up(found: GlaisherPosition, stacks: Stacks, random: Random) -> None:
    """Stacks of six are set up in turn, each on any empty hex."""
    assert found.outcome is None
    free = [name for name, place in BOARD.items() if place not in stacks]
    assert sorted(map(str, found.moves())) == sorted(f"@{name}" for name in free)
    name = random.choice(free)
    after = found.play(f"@{name}")
    assert stacks_of(after) == stacks | {BOARD[name]: (found.ply % 2, 6)}
    assert GAMES["glaisher"].decode(after.encode()) == after


def check_chain(cells: int, own: set[Place]) -> None:
    """The chain that wins is one of the shortest."""
    places = list(BOARD.values())
    chain = [places[cell] for cell in winning_chain(cells)]
    assert set(chain) <= own
    assert all(after in around(before, HEX_STEPS) for before, after in pairwise(chain))
    assert is_linked(set(chain)) == bool(chain)
    assert len(chain) == fewest(own)


def check_lens(found: GlaisherPosition, stacks: Stacks) -> None:
    """The ways lead from side to side, and none lacks fewer hexes."""
    lens, lacking = found.lens(), set[Place]()
    for seat in (0, 1):
        own = owned(stacks, seat)
        links = [link for link in lens.links if link.colour == seat]
        way = [BOARD[links[0].start], *(BOARD[link.end] for link in links)]
        assert [BOARD[link.start] for link in links] == way[:-1]
        assert all(after in around(before, HEX_STEPS) for before, after in pairwise(way))
        assert is_linked(set(way))
        assert len(set(way) - own) == fewest_missing(own)
        lacking |= set(way) - own
    assert {BOARD[spot.cell] for spot in lens.spots} == lacking


def fewest_missing(own: set[Place]) -> int:
    """How many hexes would have to become one's own at least, tried in growing numbers."""
    found = []
    for along in ALONG:
        reached, missing = {place for place in NAMES if along(*place) == 4 and place in own}, 0
        rim = {place for place in NAMES if along(*place) == 4}
        while True:
            beside = reached
            while beside:
                beside = {near for place in beside for near in around(place, HEX_STEPS)}
                beside = (beside & own) - reached
                reached = reached | beside
            if any(along(*place) == -4 for place in reached):
                break
            near = {near for place in reached for near in around(place, HEX_STEPS)} & NAMES.keys()
            reached, missing = reached | near | rim, missing + 1
        found.append(missing)
    return min(found)


def fewest(own: set[Place]) -> int:
    """How many stacks lead from a side to the opposite one at least; 0 where none do."""
    found = []
    for along in ALONG:
        layer, length = {place for place in own if along(*place) == 4}, 1
        rest = own - layer
        while layer and all(along(*place) != -4 for place in layer):
            layer = rest.intersection(near for place in layer for near in around(place, HEX_STEPS))
            rest, length = rest - layer, length + 1
        found += [length] * bool(layer)
    return min(found, default=0)


def check_after(
    found: GlaisherPosition, separation: Separation, stacks: Stacks, random: Random
) -> None:
    mover = found.ply % 2
    turn = random.choice(list(turns_of(separation, stacks, mover)))
    left = apart(separation, stacks, mover)
    if "@" in turn:
        left[BOARD[turn.split("@")[1]]] = (mover, 1)
    after = found.play(turn)
    assert stacks_of(after) == left
    assert is_linked(owned(left, mover)) == (
        after.outcome is not None
        and after.outcome.reason is Reason.CONNECTED
        and after.outcome.ranking[0] == (mover,)
    )
    assert GAMES["glaisher"].decode(after.encode()) == after


def stacks_of(found: Position) -> Stacks:
    return {BOARD[name]: (each.colour, each.height) for name, each in found.pieces().items()}


def owned(stacks: Stacks, seat: int) -> set[Place]:
    return {place for place, (owner, _) in stacks.items() if owner == seat}


def is_linked(own: set[Place]) -> bool:
    """Whether a connected part reaches two opposite sides; a corner belongs to two sides."""
    reach = 4
    for part in parts(own, HEX_STEPS):
        for along in ALONG:
            reached = {along(*place) for place in part}
            if {reach, -reach} <= reached:
                return True
    return False


def separated_ways(stacks: Stacks, mover: int) -> list[Separation]:
    """Every separation of the mover's stacks."""
    found: list[Separation] = []
    for place, (owner, height) in stacks.items():
        if owner != mover:
            continue
        for way, step in enumerate(HEX_STEPS):
            free = [
                distance
                for distance in range(1, height)
                if may_land(ahead(place, step, distance), distance, stacks, mover)
            ]
            found += [
                (place, way, tuple(sorted(chosen, reverse=True)))
                for number in range(2, len(free) + 1)
                for chosen in combinations(free, number)
                if sum(chosen) == height
            ]
    return found


def may_land(target: Place, part: int, stacks: Stacks, mover: int) -> bool:
    """Whether a part so high may land there: on the board, on no taller enemy."""
    if target not in NAMES:
        return False
    owner, height = stacks.get(target, (mover, 0))
    return owner == mover or height <= part


def apart(separation: Separation, stacks: Stacks, mover: int) -> Stacks:
    """The stacks after a separation."""
    place, way, cut = separation
    left = dict(stacks)
    del left[place]
    for part in cut:
        target = ahead(place, HEX_STEPS[way], part)
        left[target] = (mover, part + stacks.get(target, (mover, 0))[1])
    return left


def turns_of(separation: Separation, stacks: Stacks, mover: int) -> list[str]:
    """The turns that begin with a separation."""
    left = apart(separation, stacks, mover)
    if is_linked(owned(left, mover)):
        return [written(separation)]
    free = [NAMES[place] for place in NAMES if place not in left]
    return [f"{written(separation)}@{name}" for name in free] or [written(separation)]


def written(separation: Separation) -> str:
    place, way, cut = separation
    return f"{NAMES[place]}:{'+'.join(map(str, cut))}>{WAYS[way]}"


def outcome(
    found: Position, linked: list[bool], can_move: bool
) -> tuple[Reason, tuple[int, ...]] | None:
    """Why the game is over and who has won, if it is."""
    for seat in (0, 1):
        if linked[seat]:
            return Reason.CONNECTED, (seat,)
    if not can_move:
        return Reason.NO_MOVE, (1 - found.ply % 2,)
    return (Reason.PLY_LIMIT, (0, 1)) if found.ply >= 400 else None


def told_outcome(found: Position) -> tuple[Reason, tuple[int, ...]] | None:
    return None if found.outcome is None else (found.outcome.reason, found.outcome.ranking[0])
