"""Apart, read plainly."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from rules import GAMES
from rules.game import Position, Reason
from rules.games.apart.jumps import line_lengths, reach, touching
from rules.games.apart.position import ApartPosition
from rules.lens import Lens
from tests.rules.plain.places import SQUARE_STEPS, Place, ahead, around, some_cells, squares

BOARD = squares(8)
NAMES = {place: name for name, place in BOARD.items()}
PIECES = 12
AXES = ((1, 0), (1, 1), (0, 1), (-1, 1))
"""East, north-east, north and north-west."""
MANY = 400
"""So many turns are listed; of positions with more, as many are tried."""


def position(random: Random) -> str:
    """The line of an arbitrary position."""
    white = some_cells(random, BOARD, PIECES)
    black = [name for name in some_cells(random, BOARD, PIECES) if name not in white]
    ply = random.choice((0, random.randint(1, 99)))
    return f"standard ply:{ply} white:{','.join(white)} black:{','.join(black)}"


def check(found: Position, random: Random) -> None:
    """Raise AssertionError unless both readings agree."""
    assert isinstance(found, ApartPosition)
    pieces = [
        {BOARD[name] for name, each in found.pieces().items() if each.colour == seat}
        for seat in (0, 1)
    ]
    near = [touch(own) for own in pieces]
    for seat in (0, 1):
        assert {place_of(cell) for cell in cells(touching(found.stones[seat]))} == near[seat]
        assert found.facts()[seat].text.number == len(near[seat])
        check_reach(found.stones[seat], pieces[seat])
    check_lens(found.lens(), pieces, near)
    mover = found.ply % 2
    alone = [seat for seat in (mover, 1 - mover) if not near[seat]]
    if alone:
        assert found.outcome is not None
        assert found.outcome.ranking[0] == (alone[0],)
        assert found.to_move is None
        return
    assert found.outcome is None
    check_repetition(found, random)
    check_turns(found, pieces[mover], pieces[1 - mover], random)


def check_lens(lens: Lens, pieces: list[set[Place]], near: list[set[Place]]) -> None:
    """What touches is pointed out, and linked with what it touches."""
    assert {BOARD[spot.cell] for spot in lens.spots} == near[0] | near[1]
    links = {frozenset((BOARD[link.start], BOARD[link.end])) for link in lens.links}
    assert len(links) == len(lens.links)
    assert links == {
        frozenset((place, other))
        for own in pieces
        for place in own
        for other in around(place, SQUARE_STEPS) & own
    }


def check_reach(stones: int, own: set[Place]) -> None:
    """How long the lines of each piece are, and where it may land."""
    for column, row in own:
        friends, cell = own - {(column, row)}, column * 8 + row
        others = stones ^ 1 << cell
        reached = {place_of(landing) for landing in cells(reach(cell, others))}
        assert reached == landings((column, row), friends).keys()
        lengths = tuple(length((column, row), step, friends) for step in AXES)
        assert line_lengths(cell, others) == lengths


def check_repetition(found: ApartPosition, random: Random) -> None:
    """A placement is drawn when it stands for the third time with the same player to move."""
    other = (found.stones[1], found.stones[0])
    earlier = random.choices((found.stones, other), k=random.randrange(9))
    met = [*earlier, found.stones]
    same = [placement for placement in met[::-1][::2] if placement == found.stones]
    outcome = replace(found, earlier=tuple(earlier)).outcome
    assert (outcome is not None) == (len(same) > 2)
    assert outcome is None or (outcome.ranking, outcome.reason) == (((0, 1),), Reason.REPETITION)


def check_turns(found: ApartPosition, own: set[Place], enemy: set[Place], random: Random) -> None:
    most = 1 if found.ply == 0 else len(BOARD)
    plain = list(islice(turns(own, enemy, most), MANY + 1))
    fast = [str(turn) for turn in islice(found.moves(), MANY + 1)]
    assert len(set(fast)) == len(fast)
    if len(plain) <= MANY:
        assert sorted(fast) == sorted(map(written, plain))
        assert {result(each, enemy) for each in plain} >= results(found, enemy)
        quiet = {each[:: len(each) - 1] for each in plain if not enemy & {*each[1:]}}
        assert quiet == {ends(turn) for turn in found.results() if not enemy & taken(turn)}
        check_menus(found, plain, random)
    for turn in random.sample(plain, min(2, len(plain))):
        check_after(found, turn, own, enemy)
    for text in random.sample(fast, min(2, len(fast))):
        assert is_turn(tuple(BOARD[name] for name in text.split("-")), own, enemy, most)


def check_menus(found: ApartPosition, plain: list[tuple[Place, ...]], random: Random) -> None:
    """On the way to a turn what is offered is what some turn goes on with."""
    taken: tuple[Place, ...] = ()
    while True:
        following = {
            each[len(taken)]
            for each in plain
            if len(each) > len(taken) and each[: len(taken)] == taken
        }
        menu = found.steps([NAMES[place] for place in taken])
        assert {step.text for step in menu.options} == {NAMES[place] for place in following}
        assert (menu.complete is not None) == (taken in plain)
        if not following:
            return
        taken = (*taken, random.choice(sorted(following)))


def check_after(
    found: ApartPosition, turn: tuple[Place, ...], own: set[Place], enemy: set[Place]
) -> None:
    after = found.play(written(turn))
    mover = found.ply % 2
    left = {name: each.colour for name, each in after.pieces().items()}
    assert {BOARD[name] for name in left if left[name] == mover} == own - {turn[0]} | {turn[-1]}
    assert {BOARD[name] for name in left if left[name] != mover} == enemy - {*turn[1:]}
    assert GAMES["apart"].decode(after.encode()) == after


def touch(own: set[Place]) -> set[Place]:
    """The pieces with another of their colour on a square around."""
    return {place for place in own if around(place, SQUARE_STEPS) & own}


def length(place: Place, step: Place, friends: set[Place]) -> int:
    """How long the line through ``place`` is, itself included."""
    run = 1
    for way in (step, (-step[0], -step[1])):
        distance = 1
        while ahead(place, way, distance) in friends:
            distance += 1
        run += distance - 1
    return run


def landings(place: Place, friends: set[Place]) -> dict[Place, int]:
    """Where a piece may land from ``place``, and how far that is."""
    found = {}
    for step in SQUARE_STEPS:
        far = length(place, step, friends)
        target = ahead(place, step, far)
        if target in NAMES and target not in friends:
            found[target] = far
    return found


def turns(own: set[Place], enemy: set[Place], most: int) -> Iterator[tuple[Place, ...]]:
    """Every turn, as the square that a piece leaves and those on which it lands."""
    for origin in own:
        friends = own - {origin}
        paths: list[tuple[Place, ...]] = [(origin,)]
        while paths:
            path = paths.pop()
            for target, far in landings(path[-1], friends).items():
                if target in path[1:] or (far == 1 and len(path) > 1):
                    continue
                longer = (*path, target)
                if target != origin or enemy & {*longer[1:]}:
                    yield longer
                if far > 1 and len(longer) <= most:
                    paths.append(longer)


def is_turn(path: tuple[Place, ...], own: set[Place], enemy: set[Place], most: int) -> bool:
    """Whether a turn goes this way."""
    origin, friends = path[0], own - {path[0]}
    if origin not in own or not 2 <= len(path) <= most + 1 or len({*path[1:]}) < len(path) - 1:
        return False
    for number, target in enumerate(path[1:], 1):
        far = landings(path[number - 1], friends).get(target)
        if far is None or (far == 1 and len(path) > 2):
            return False
    return path[-1] != origin or bool(enemy & {*path[1:]})


def written(turn: tuple[Place, ...]) -> str:
    return "-".join(NAMES[place] for place in turn)


def result(turn: tuple[Place, ...], enemy: set[Place]) -> tuple[Place, Place, frozenset[Place]]:
    return turn[0], turn[-1], frozenset(enemy & {*turn[1:]})


def results(found: ApartPosition, enemy: set[Place]) -> set[object]:
    return {result(tuple(place_of(cell) for cell in turn.path), enemy) for turn in found.results()}


def ends(turn: object) -> tuple[Place, ...]:
    path = turn.path  # type: ignore[attr-defined]
    return place_of(path[0]), place_of(path[-1])


def taken(turn: object) -> set[Place]:
    return {place_of(cell) for cell in turn.path[1:]}  # type: ignore[attr-defined]


def cells(found: int) -> list[int]:
    """The bits that are set, wherever: one beyond the board would be seen."""
    return [bit for bit in range(found.bit_length()) if found >> bit & 1]


def place_of(cell: int) -> Place:
    """Cells are counted column by column, from the bottom."""
    return divmod(cell, 8)
