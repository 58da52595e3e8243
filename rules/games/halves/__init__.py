"""Halves (Cameron Browne, 2007): build a shape together, elect a colour, then take it down."""

import random
import re
from dataclasses import replace

from rules.errors import PositionError
from rules.game import Game
from rules.games.halves.info import COLOURS, INFO, VARIANTS
from rules.games.halves.position import HalvesPosition
from rules.games.halves.state import TILES, Phase
from rules.games.halves.turns import Tiles
from rules.geometry.openfield import cell_at, cells_of, subsets

_START = ((0, 0), (1, 0), (0, 1))
_NAMES = tuple(name.lower() for name in COLOURS)
_EXAMPLE = "2p waxing ply:0 turn:0 light:0,0 dark:1,0 seats:light,dark"
_CELL = r"-?[0-9]{1,2},-?[0-9]{1,2}"
_CELLS = rf"(?:{_CELL}(?:;{_CELL})*)?"
_ENCODED = re.compile(
    r"(?P<variant>\S{1,20}) (?P<phase>waxing|contract|waning) ply:(?P<ply>[0-9]{1,4})"
    rf" turn:(?P<turn>[0-2]) light:(?P<light>{_CELLS}) dark:(?P<dark>{_CELLS})"
    rf"(?: grey:(?P<grey>{_CELLS}))? seats:(?P<seats>[a-z,]{{1,20}})"
    r"(?: left:(?P<left>[0-2](?:,[0-2])?))?(?: seed:(?P<seed>-?[0-9]{1,99}))?"
)


class Halves(Game):
    """Halves for two and for three players."""

    info = INFO
    package = __package__

    def start(self, variant: str | None = None, *, seed: int | None = None) -> HalvesPosition:
        chosen = self.chosen(variant, seed)
        cells = [cell_at(*place) for place in _START[: chosen.seats]]
        tiles = tuple(1 << cell for cell in cells if cell is not None)
        seats = tuple(range(chosen.seats))
        position = HalvesPosition(chosen.id, Phase.WAXING, tiles, seats, seed=seed)
        if seed is None:
            return position
        chance = random.Random(seed)
        while position.phase is Phase.WAXING:  # in turn, on any hex allowed, before ply 0
            position = position.placed(chance.choice(list(cells_of(position.open_cells()))))
        return replace(position, ply=0)

    def decode(self, text: str) -> HalvesPosition:
        match = _ENCODED.fullmatch(text)
        if match is None:
            raise PositionError(f"not a position of Halves, such as {_EXAMPLE}")
        variant = VARIANTS.get(match["variant"])
        if variant is None:
            raise PositionError(f"Halves has no variant {match['variant']}")
        names = _NAMES[: variant.seats]
        seats, left, seed = match["seats"].split(","), match["left"], match["seed"]
        if sorted(seats) != sorted(names) or (match["grey"] is None) == ("grey" in names):
            raise PositionError(f"{variant.id} is played with {', '.join(names)}")
        position = HalvesPosition(
            variant_id=variant.id,
            phase=Phase(match["phase"]),
            tiles=_tiles([match[name] for name in names]),
            colours=tuple(_NAMES.index(name) for name in seats),
            turn=int(match["turn"]),
            ply=int(match["ply"]),
            left=tuple(map(int, left.split(","))) if left else (),
            seed=None if seed is None else int(seed),
        )
        for complaint in (_about_seats(position), _about_tiles(position)):
            if complaint:
                raise PositionError(complaint)
        return position


def _tiles(lists: list[str]) -> Tiles:
    """The cells of each colour, each listed once."""
    tiles, seen = [0] * len(lists), 0
    for colour, names in enumerate(lists):
        for name in filter(None, names.split(";")):
            q, r = name.split(",")
            cell = cell_at(int(q), int(r))
            if cell is None:
                raise PositionError(f"{name} is further out than tiles can come")
            if seen >> cell & 1:
                raise PositionError(f"{name} is listed twice")
            seen |= 1 << cell
            tiles[colour] |= 1 << cell
    return tuple(tiles)


def _about_seats(position: HalvesPosition) -> str:
    seats = range(len(position.colours))
    if len(set(position.left)) != len(position.left) or not set(position.left) < set(seats):
        return "a seat can leave once, and not all can"
    if position.turn not in position.seats_playing():
        return f"seat {position.turn} cannot have the turn"
    if VARIANTS[position.variant_id].seeded != (position.seed is not None):
        return "a seed belongs to random tiles, and to nothing else"
    return ""


def _about_tiles(position: HalvesPosition) -> str:
    counts = [cells.bit_count() for cells in position.tiles]
    if len(subsets(position.occupied)) != 1:
        return "the tiles are not one connected shape"
    if max(counts) > TILES:
        return f"each colour has {TILES} tiles"
    if position.phase is Phase.WANING:
        return ""
    if not all(counts):
        return "no colour is without a tile yet"
    in_turn = [position.colours[seat] for seat in position.in_turn()]
    missing = [TILES - position.tiles[colour].bit_count() for colour in in_turn]
    waxing = position.phase is Phase.WAXING
    if missing != sorted(missing, reverse=True) or missing[0] - missing[-1] > 1:
        return "the tiles were not placed in turn"
    if waxing != (missing[0] > 0) or (waxing and position.seed is not None):
        return f"with these tiles the phase is not {position.phase}"
    if not waxing and "contract" in position.variant_id:
        return f"{position.variant_id} has no contract"
    return ""
