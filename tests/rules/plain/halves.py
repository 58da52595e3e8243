"""Halves, read plainly."""

from random import Random

from rules import GAMES
from rules.game import Position
from rules.games.halves.position import HalvesPosition
from rules.geometry import openfield
from tests.rules.plain.places import HEX_STEPS, Place, ahead, around, parts

NAMES = ("light", "dark", "grey")
NOBODY = "nobody"
TILES, REACH = 12, 35
VARIANTS = {
    "2p": 2,
    "3p": 3,
    "2p-nocontract": 2,
    "3p-nocontract": 3,
    "2p-random": 2,
    "3p-random": 3,
}
Tiles = dict[str, set[Place]]


def position(random: Random) -> str:
    """The line of an arbitrary position: any connected shape, anywhere on the field."""
    variant = random.choice(sorted(VARIANTS))
    names = NAMES[: VARIANTS[variant]]
    waxing = not variant.endswith("random") and random.random() < 0.4
    turn, seats = random.randrange(len(names)), random.sample(names, len(names))
    if waxing:
        seats, placed = list(names), random.randint(1, TILES - 1)
        counts = {name: placed + (seat < turn) for seat, name in enumerate(names)}
    else:
        counts = {name: random.choice((0, 1, 2, random.randint(0, TILES))) for name in names}
        counts[random.choice(names)] += not any(counts.values())
    shape = list(grown(random, sum(counts.values())))
    random.shuffle(shape)
    told = []
    for name in names:
        told.append(f"{name}:" + ";".join(f"{q},{r}" for q, r in shape[: counts[name]]))
        del shape[: counts[name]]
    seed = " seed:7" if variant.endswith("random") else ""
    phase, ply = "waxing" if waxing else "waning", random.randint(0, 60)
    return f"{variant} {phase} ply:{ply} turn:{turn} {' '.join(told)} seats:{','.join(seats)}{seed}"


def grown(random: Random, count: int) -> set[Place]:
    """A connected shape: a lump, a snake, a star or between, now and then at the field's rim."""
    snake, shape = random.choice((0.0, 0.5, 0.95, 1.0)), [(0, 0)]
    if random.random() < 0.2:
        arms = random.sample(HEX_STEPS, random.choice((2, 3)))
        shape += [ahead((0, 0), arm, far) for far in range(1, count) for arm in arms]
        del shape[max(1, count - random.choice((0, 0, 1, 4))) :]
    while len(shape) < count:
        start = shape[-1] if random.random() < snake else random.choice(shape)
        free = sorted(around(start, HEX_STEPS).difference(shape))
        shape.append(random.choice(free or [random.choice(shape)]))
        shape = list(dict.fromkeys(shape))
        if not free:
            snake = 0.5
    if random.random() < 0.3:
        return set(shape)
    return set(moved(shape, *(random.choice((-1, 0, 1)) for _ in "qr")))


def moved(shape: list[Place], to_q: int, to_r: int) -> list[Place]:
    """The shape where it touches these rims of the field."""
    by = []
    for axis, side in enumerate((to_q, to_r)):
        values = [place[axis] for place in shape]
        by.append(REACH - max(values) if side > 0 else -REACH - min(values) if side else 0)
    return [(q + by[0], r + by[1]) for q, r in shape]


def check(found: Position, random: Random) -> None:
    """Raise AssertionError unless both readings agree."""
    assert isinstance(found, HalvesPosition)
    tiles = tiles_of(found)
    occupied = set().union(*tiles.values())
    check_field(occupied, random)
    check_lens(found, tiles, occupied)
    colours = [NAMES[colour] for colour in found.colours]
    playing = [seat for seat in range(len(colours)) if seat not in found.left]
    emptied = tuple(seat for seat in playing if not tiles[colours[seat]])
    if emptied:
        assert found.outcome is not None
        assert found.outcome.ranking[0] == emptied
        assert found.to_move is None
        return
    assert found.outcome is None
    seat = found.turn
    assert found.to_move == seat
    own = tiles[colours[seat]]
    if found.phase == "contract":
        assert sorted(map(str, found.moves())) == sorted(colours[each] for each in playing)
        return
    if found.phase == "waxing":
        plain = dict.fromkeys(placements(own, occupied))
    else:
        plain = removals(own, occupied)
    assert sorted(map(str, found.moves())) == sorted(plain)
    for text in random.sample(sorted(plain), min(3, len(plain))):
        check_after(found, text, plain[text], colours[seat])


def check_lens(found: HalvesPosition, tiles: Tiles, occupied: set[Place]) -> None:
    """What each removal would cut off, fewest and most where there is a choice."""
    told = {openfield.place_named(spot.cell): dict(spot.counts) for spot in found.lens().spots}
    for place in occupied - tiles.get(NOBODY, set()):
        lost = [occupied - {place} - kept for kept in removals({place}, occupied).values()]
        for name in tiles:
            colour = None if name == NOBODY else NAMES.index(name)
            numbers = [len(each & tiles[name]) for each in lost]
            least, most = min(numbers), max(numbers)
            plain = str(most) if least == most else f"{least}\u2013{most}"
            assert told.get(place, {}).get(colour, "0") == plain
    assert told.keys() <= occupied - tiles.get(NOBODY, set())


def check_field(occupied: set[Place], random: Random) -> None:
    """The field's own functions on the shape."""
    cells = as_cells(occupied)
    found = [as_places(part) for part in openfield.subsets(cells)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, parts(occupied, HEX_STEPS)))
    beside = {near for place in occupied for near in around(place, HEX_STEPS)}
    here = {place for place in beside if max(map(abs, place)) <= REACH}
    assert as_places(openfield.touching(cells) & openfield.FIELD) == here
    two, three = (as_places(found & cells) for found in openfield.junctions(cells))
    around_it = {place: arcs(place, occupied) for place in occupied}
    assert two == {place for place, number in around_it.items() if number > 1}
    assert three == {place for place, number in around_it.items() if number > 2}
    pivots = as_places(openfield.pivots(cells, cells))
    assert pivots <= occupied
    for place in random.sample(sorted(occupied - pivots), min(3, len(occupied - pivots))):
        assert len(parts(occupied - {place}, HEX_STEPS)) <= 1


def arcs(place: Place, occupied: set[Place]) -> int:
    """In how many separate arcs tiles lie around a place; none where they lie all around it."""
    beside = [ahead(place, step, 1) in occupied for step in HEX_STEPS]
    return sum(
        here and not then for here, then in zip(beside, beside[1:] + beside[:1], strict=True)
    )


def check_after(found: HalvesPosition, text: str, kept: set[Place] | None, colour: str) -> None:
    before, after = tiles_of(found), found.play(text)
    place = place_of(text.split("/")[0])
    left = {name: set(each) for name, each in before.items()}
    if kept is None:
        left[colour].add(place)
    else:
        left = {name: each & kept for name, each in before.items()}
    assert tiles_of(after) == left
    assert GAMES["halves"].decode(after.encode()) == after


def placements(own: set[Place], occupied: set[Place]) -> set[str]:
    """Empty hexes beside a tile of another colour."""
    beside = {near for place in occupied - own for near in around(place, HEX_STEPS)}
    return {f"{q},{r}" for q, r in beside - occupied if max(abs(q), abs(r)) <= REACH}


def removals(own: set[Place], occupied: set[Place]) -> dict[str, set[Place]]:
    """Each removal and the tiles that stay: the largest part, chosen where several are."""
    found = {}
    for q, r in own:
        left = parts(occupied - {(q, r)}, HEX_STEPS) or [set()]
        most = max(map(len, left))
        largest = [part for part in left if len(part) == most]
        for part in largest:
            which = "/{},{}".format(*min(part)) if len(largest) > 1 else ""
            found[f"{q},{r}{which}"] = part
    return found


def tiles_of(found: HalvesPosition) -> Tiles:
    tiles: Tiles = {name: set() for name in NAMES[: len(found.colours)]}
    for name, piece in found.pieces().items():
        colour = NOBODY if piece.colour is None else NAMES[piece.colour]
        tiles.setdefault(colour, set()).add(openfield.place_named(name))
    return tiles


def place_of(text: str) -> Place:
    q, r = map(int, text.split(","))
    return q, r


def as_cells(places: set[Place]) -> int:
    found = 0
    for q, r in places:
        cell = openfield.cell_at(q, r)
        assert cell is not None
        found |= 1 << cell
    return found


def as_places(cells: int) -> set[Place]:
    return {openfield.place_of(bit) for bit in range(cells.bit_length()) if cells >> bit & 1}
