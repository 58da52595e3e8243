"""Why a piece of Apart cannot land somewhere, in the words of its rules."""

from dataclasses import dataclass

from rules.game import Seat
from rules.games.apart.info import BOARD, COLOURS
from rules.games.apart.jumps import Journey, line_lengths
from rules.geometry.cellset import cell_set
from rules.words import counted

_AXES = 4


@dataclass(frozen=True, slots=True)
class Refusal:
    """The kind of a mistake and the sentence that explains it."""

    code: str
    message: str


def no_piece(origin: int, seat: Seat, enemies: int) -> Refusal:
    """Why the player on ``seat`` moves nothing from ``origin``."""
    name = BOARD.names[origin]
    if enemies >> origin & 1:
        message = f"{name} holds a {piece(1 - seat)}, and it is {COLOURS[seat]}'s turn"
        return Refusal("enemy_piece", message)
    return Refusal("no_piece", f"{name} is empty, so no piece can start there")


def no_landing(journey: Journey, path: tuple[int, ...], target: int, seat: Seat) -> Refusal:
    """Why the piece that took ``path`` cannot land on ``target`` next."""
    cell, name = path[-1], BOARD.names[target]
    if target == cell:
        return Refusal("same_square", f"the piece already stands on {name}")
    if len(path) > journey.limit:
        return Refusal("first_turn", f"{COLOURS[seat]}'s first turn ends after one step or jump")
    if len(path) > 1 and journey.steps() >> path[1] & 1:
        start, end = BOARD.names[journey.origin], BOARD.names[path[1]]
        return Refusal("after_step", f"{start} to {end} is a single step, which ends the turn")
    if cell_set(path[1:]) >> target & 1:
        told = (
            f"this turn has landed on {name} already, and no square is landed on twice in one turn"
        )
        return Refusal("landed_twice", told)
    return _off_line(journey, path, target, seat)


def no_change(origin: int) -> Refusal:
    """Why a turn cannot end on ``origin``, where it began, without a capture."""
    name = BOARD.names[origin]
    told = f"coming back to {name} without a capture changes nothing on the board, as a turn must"
    return Refusal("no_change", told)


def piece(seat: Seat) -> str:
    """What to call one piece of ``seat`` inside a sentence."""
    return f"{COLOURS[seat].lower()} piece"


def _off_line(journey: Journey, path: tuple[int, ...], target: int, seat: Seat) -> Refusal:
    cell = path[-1]
    start, end = BOARD.names[cell], BOARD.names[target]
    rays = BOARD.rays[cell]
    way = next((number for number, ray in enumerate(rays) if target in ray), None)
    if way is None:
        return Refusal("no_line", f"no straight line leads from {start} to {end}")
    ray, length = rays[way], line_lengths(cell, journey.friends)[way % _AXES]
    if ray.index(target) + 1 != length:
        return Refusal("wrong_distance", _distance(start, end, ray, length))
    if journey.friends >> target & 1:
        message = f"{end} holds a {piece(seat)}, and only enemy pieces are captured"
        return Refusal("own_piece", message)
    if length == 1:
        message = f"{start} to {end} is a single step, and after a jump only jumps follow"
        return Refusal("step_after_jump", message)
    return no_change(journey.origin)


def _distance(start: str, end: str, ray: tuple[int, ...], length: int) -> str:
    line = f"the line of {start} towards {end} has {counted(length, 'piece')}"
    message = f"{line}, so the piece moves exactly {counted(length, 'square')}"
    if length > len(ray):
        return f"{message} and would leave the board"
    return f"{message}, to {BOARD.names[ray[length - 1]]}"
