"""A state of Halves as one line of text, and back."""

import re

from rules.errors import PositionError
from rules.games.halves.info import COLOURS, VARIANTS
from rules.games.halves.moves import Tiles
from rules.games.halves.state import TILES, Phase, State
from rules.geometry.openfield import cell_at, cells_of, record_name, subsets

_NAMES = tuple(name.lower() for name in COLOURS)
_EXAMPLE = "2p waxing ply:0 turn:0 light:0,0 dark:1,0 seats:light,dark"
_CELL = r"-?[0-9]{1,2},-?[0-9]{1,2}"
_CELLS = rf"(?:{_CELL}(?:;{_CELL})*)?"
_LINE = re.compile(
    r"(?P<variant>\S{1,20}) (?P<phase>waxing|contract|waning) ply:(?P<ply>[0-9]{1,4})"
    rf" turn:(?P<turn>[0-2]) light:(?P<light>{_CELLS}) dark:(?P<dark>{_CELLS})"
    rf"(?: grey:(?P<grey>{_CELLS}))? seats:(?P<seats>[a-z,]{{1,20}})"
    r"(?: left:(?P<left>[0-2](?:,[0-2])?))?(?: seed:(?P<seed>-?[0-9]{1,99}))?"
)


def line_of(state: State) -> str:
    """``state`` as one line."""
    parts = [state.variant_id, str(state.phase), f"ply:{state.plies}", f"turn:{state.turn}"]
    for name, cells in zip(_NAMES, state.tiles, strict=False):
        parts.append(f"{name}:{';'.join(map(record_name, cells_of(cells)))}")
    parts.append("seats:" + ",".join(_NAMES[colour] for colour in state.colours))
    if state.left:
        parts.append("left:" + ",".join(map(str, state.left)))
    if state.seed is not None:
        parts.append(f"seed:{state.seed}")
    return " ".join(parts)


def state_of(line: str) -> State:
    """The state that ``line`` tells; PositionError when it tells none that play can go on from."""
    match = _LINE.fullmatch(line)
    if match is None:
        raise PositionError(f"not a position of Halves, such as {_EXAMPLE}")
    variant = VARIANTS.get(match["variant"])
    if variant is None:
        raise PositionError(f"Halves has no variant {match['variant']}")
    names = _NAMES[: variant.seats]
    seats, left, seed = match["seats"].split(","), match["left"], match["seed"]
    if sorted(seats) != sorted(names) or (match["grey"] is None) == ("grey" in names):
        raise PositionError(f"{variant.id} is played with {', '.join(names)}")
    state = State(
        variant_id=variant.id,
        phase=Phase(match["phase"]),
        tiles=_tiles([match[name] for name in names]),
        colours=tuple(_NAMES.index(name) for name in seats),
        turn=int(match["turn"]),
        plies=int(match["ply"]),
        left=tuple(map(int, left.split(","))) if left else (),
        seed=None if seed is None else int(seed),
    )
    for complaint in (_about_seats(state), _about_tiles(state)):
        if complaint:
            raise PositionError(complaint)
    return state


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


def _about_seats(state: State) -> str:
    """What is wrong with the seats, or nothing."""
    seats = range(len(state.colours))
    if len(set(state.left)) != len(state.left) or not set(state.left) < set(seats):
        return "a seat can leave once, and not all can"
    if state.turn not in state.seats_playing():
        return f"seat {state.turn} cannot have the turn"
    if VARIANTS[state.variant_id].seeded != (state.seed is not None):
        return "a seed belongs to random tiles, and to nothing else"
    return ""


def _about_tiles(state: State) -> str:
    """What is wrong with the tiles, or nothing."""
    counts = [cells.bit_count() for cells in state.tiles]
    if len(subsets(state.occupied)) != 1:
        return "the tiles are not one connected shape"
    if max(counts) > TILES:
        return f"each colour has {TILES} tiles"
    if state.phase is Phase.WANING:
        return ""
    if not all(counts):
        return "no colour is without a tile yet"
    missing = [TILES - state.tiles[colour].bit_count() for colour in _colours_in_turn(state)]
    waxing = state.phase is Phase.WAXING
    if missing != sorted(missing, reverse=True) or missing[0] - missing[-1] > 1:
        return "the tiles were not placed in turn"
    if waxing != (missing[0] > 0) or (waxing and state.seed is not None):
        return f"with these tiles the phase is not {state.phase}"
    if not waxing and "contract" in state.variant_id:
        return f"{state.variant_id} has no contract"
    return ""


def _colours_in_turn(state: State) -> tuple[int, ...]:
    """The colours playing, from that of the seat whose turn it is."""
    playing, colours = state.seats_playing(), state.colours_playing()
    start = playing.index(state.turn)
    return colours[start:] + colours[:start]
