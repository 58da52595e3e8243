"""Apart, read plainly: places are ``(column, row)``, pieces are sets of places."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random

from rules.games.apart.game import Apart
from rules.games.apart.jumps import Journey, Turn, line_lengths, reach, touching
from rules.games.apart.position import ApartPosition
from tests.rules.plain.cells import (
    SQUARE_STEPS,
    Place,
    around,
    bits,
    chosen,
    few,
    fewer,
    lines,
    some,
    square,
    square_names,
)

BOARD = square(8)
NAMES = square_names(8)
NEAR = around(BOARD, SQUARE_STEPS)
CELL = {place: cell for cell, place in enumerate(BOARD)}
LINES = lines(BOARD)
MOST_PIECES = 12
MOST_TURNS = 1_500

Path = tuple[Place, ...]


def with_neighbours(own: set[Place]) -> set[Place]:
    """The pieces that have one of their colour on a square around."""
    return {place for place in own if NEAR[place] & own}


def winner(pieces: list[set[Place]], to_move: int) -> int | None:
    """The seat whose pieces stand apart; where both do, whoever has just moved loses."""
    apart = [seat for seat in (0, 1) if not with_neighbours(pieces[seat])]
    return to_move if len(apart) == 2 else next(iter(apart), None)


def line_length(at: Place, way: Place, friends: set[Place]) -> int:
    """How many pieces the line through ``at`` has, to both sides."""
    length = 1
    for sign in (1, -1):
        x, y = at[0] + sign * way[0], at[1] + sign * way[1]
        while (x, y) in friends:
            length += 1
            x, y = x + sign * way[0], y + sign * way[1]
    return length


def landings(at: Place, friends: set[Place]) -> dict[Place, int]:
    """Where a piece may land, and how far that is."""
    found = {}
    for number, (x, y) in enumerate(SQUARE_STEPS):
        if number < 4:
            length = line_length(at, (x, y), friends)
            for sign in (1, -1):
                place = at[0] + sign * length * x, at[1] + sign * length * y
                if place in CELL and place not in friends:
                    found[place] = length
    return found


def turns(path: Path, friends: set[Place], enemies: set[Place], most: int) -> Iterator[Path]:
    """Every turn that begins with ``path``, by trying all landings."""
    if len(path) > most:
        return
    for landing, length in landings(path[-1], friends).items():
        if landing in path[1:] or (length == 1 and len(path) > 1):
            continue
        longer = (*path, landing)
        if landing != path[0] or enemies & set(longer):
            yield longer
        if length > 1:
            yield from turns(longer, friends, enemies, most)


def nexts(path: Path, friends: set[Place], enemies: set[Place], most: int) -> set[Place]:
    """The landings after ``path`` that begin or end a turn; a single step ends it."""
    if len(path) > most or (len(path) == 2 and path[1] in NEAR[path[0]]):
        return set()
    found = set()
    for landing, length in landings(path[-1], friends).items():
        if landing in path[1:] or (length == 1 and len(path) > 1):
            continue
        longer = (*path, landing)
        changes = landing != path[0] or bool(enemies & set(longer))
        if changes or next(turns(longer, friends, enemies, most), None):
            found.add(landing)
    return found


def written(path: Path) -> str:
    """A turn in notation."""
    return "-".join(NAMES[place] for place in path)


def plain_turns(position: ApartPosition) -> Iterator[str]:
    """Every legal turn, unless the game is over."""
    pieces, seat = pieces_of(position), position.plies % 2
    own, enemies = pieces[seat], pieces[1 - seat]
    for at in own:
        for path in turns((at,), own - {at}, enemies, most_landings(position)):
            yield written(path)


def pieces_of(position: ApartPosition) -> list[set[Place]]:
    """The places of White's pieces and of Black's."""
    return [chosen(stones, BOARD) for stones in position.stones]


def most_landings(position: ApartPosition) -> int:
    """How many landings a turn may have: White's first one only."""
    return len(BOARD) if position.plies else 1


def arbitrary(chance: Random) -> ApartPosition:
    """Any pieces anywhere; mostly as many as there are, at times with placements before."""
    white, black = some(chance, 64, LINES), some(chance, 64, LINES)
    if chance.randrange(8):
        white, black = fewer(chance, white, MOST_PIECES), fewer(chance, black, MOST_PIECES)
    stones = (white & ~black, black) if chance.randrange(2) else (white, black & ~white)
    earlier = []
    if not chance.randrange(8):
        others = (few(chance, 64, 3), few(chance, 64, 3))
        earlier = [chance.choice([stones, others]) for _ in range(chance.randrange(9))]
    return ApartPosition(stones, chance.choice((0, 1, 20, 21)), tuple(earlier))


def disagreements(position: ApartPosition, chance: Random, whole: bool) -> Iterator[str]:
    """Where the game's functions say something else; ``whole`` compares the list of turns too."""
    pieces, to_move = pieces_of(position), position.plies % 2
    for seat in (0, 1):
        found = chosen(touching(position.stones[seat]), BOARD)
        if found != with_neighbours(pieces[seat]) or touching(position.stones[seat]) >> 64:
            yield f"touching of seat {seat}"
        if position.facts()[seat].value != str(len(with_neighbours(pieces[seat]))):
            yield f"the count of seat {seat}"
    if {NAMES[at]: seat for seat in (0, 1) for at in pieces[seat]} != {
        name: piece.colour for name, piece in position.pieces().items()
    }:
        yield "pieces"
    won = winner(pieces, to_move)
    if told(position) != expected(position, won):
        yield f"outcome {told(position)}"
    is_over = expected(position, won) is not None
    if (position.to_move is None) != is_over:
        yield "to move"
    yield from _written_wrongly(position)
    yield from _moves_wrongly(position, pieces, chance, whole, is_over)


def told(position: ApartPosition) -> tuple[str, tuple[int, ...]] | None:
    """The outcome, as it is compared."""
    outcome = position.outcome
    return None if outcome is None else (outcome.reason.value, outcome.winners)


def expected(position: ApartPosition, won: int | None) -> tuple[str, tuple[int, ...]] | None:
    """The outcome by the rules: apart, or the same for the third time with the same to move."""
    if won is not None:
        return "isolated", (won,)
    met = [*position.earlier, position.stones]
    same = Counter((stones, (len(met) - number) % 2) for number, stones in enumerate(met, 1))
    return ("repetition", ()) if same[position.stones, 0] > 2 else None


def _written_wrongly(position: ApartPosition) -> Iterator[str]:
    counts = [stones.bit_count() for stones in position.stones]
    fits = max(counts) <= MOST_PIECES and not position.earlier
    if fits and Apart().decode(position.encode()) != position:
        yield "encode and decode"


def _moves_wrongly(
    position: ApartPosition, pieces: list[set[Place]], chance: Random, whole: bool, is_over: bool
) -> Iterator[str]:
    seat, _most = position.plies % 2, most_landings(position)
    own, enemies = pieces[seat], pieces[1 - seat]
    if is_over:
        if next(position.moves(), None) is not None:
            yield "moves after the end"
        return
    for at in own:
        friends = position.stones[seat] ^ 1 << CELL[at]
        if chosen(reach(CELL[at], friends), BOARD) != set(landings(at, own - {at})):
            yield f"reach of {NAMES[at]}"
    at = chance.choice(sorted(own))
    lengths = tuple(line_length(at, way, own - {at}) for way in SQUARE_STEPS[:4])
    if line_lengths(CELL[at], position.stones[seat] ^ 1 << CELL[at]) != lengths:
        yield f"lines of {NAMES[at]}"
    yield from _walks_wrongly(position, at, own - {at}, enemies, chance)
    if whole:
        plain = set(itertools.islice(plain_turns(position), MOST_TURNS))
        if len(plain) < MOST_TURNS:
            listed = [str(turn) for turn in position.moves()]
            if set(listed) != plain or len(listed) != len(plain):
                yield "the list of turns"


def _walks_wrongly(
    position: ApartPosition, at: Place, friends: set[Place], enemies: set[Place], chance: Random
) -> Iterator[str]:
    """One turn of one piece, landing by landing."""
    most, path = most_landings(position), (at,)
    enemy_bits, limit = bits(enemies, BOARD), most
    journey = Journey(CELL[at], bits(friends, BOARD), enemy_bits, limit)
    while True:
        following = nexts(path, friends, enemies, most)
        cells = tuple(CELL[place] for place in path)
        if chosen(journey.landings(cells), BOARD) != following:
            yield f"landings after {written(path)}"
            return
        legal = len(path) > 1 and (path[-1] != at or bool(enemies & set(path[1:])))
        if len(path) > 1 and journey.allows(cells) != legal:
            yield f"whether {written(path)} is a turn"
        if legal and (len(path) > 4 or not following or not chance.randrange(3)):
            yield from _plays_wrongly(position, path, friends, enemies)
            return
        if not following:
            return
        path = (*path, chance.choice(sorted(following)))


def _plays_wrongly(
    position: ApartPosition, path: Path, friends: set[Place], enemies: set[Place]
) -> Iterator[str]:
    after = position.after(Turn(tuple(CELL[place] for place in path)))
    own, left = friends | {path[-1]}, enemies - set(path[1:])
    pieces = [left, own] if position.plies % 2 else [own, left]
    if pieces_of(after) != pieces or after.plies != position.plies + 1:
        yield f"what {written(path)} leads to"
    earlier = () if left != enemies else (*position.earlier, position.stones)
    if after.earlier != earlier:
        yield f"what stood before {written(path)}"
    if told(after) != expected(after, winner(pieces, after.plies % 2)):
        yield f"the outcome of {written(path)}"


def winning_turns(position: ApartPosition) -> list[str]:
    """The turns after which the mover has won, sorted."""
    pieces, seat = pieces_of(position), position.plies % 2
    own, enemies = pieces[seat], pieces[1 - seat]
    found = []
    for at in own:
        for path in turns((at,), own - {at}, enemies, most_landings(position)):
            after = [enemies - set(path), own - {at} | {path[-1]}]
            if winner(after if seat else after[::-1], 1 - seat) == seat:
                found.append(written(path))
    return sorted(found)
