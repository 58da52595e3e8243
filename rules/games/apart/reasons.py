"""Why a piece of Apart cannot land somewhere, in the words of its rules."""

from typing import TypeAlias

from rules.game import Seat
from rules.games.apart.info import BOARD, NAMES
from rules.games.apart.jumps import Journey, line_lengths
from rules.geometry.cellset import cell_set
from rules.texts import Counted, Text, sentences

_AXES = 4


Refusal: TypeAlias = tuple[str, Text]
"""The kind of a mistake, and what explains it."""


def no_piece(origin: int, seat: Seat, enemies: int) -> Refusal:
    """Why the player on ``seat`` moves nothing from ``origin``."""
    name = BOARD.names[origin]
    if enemies >> origin & 1:
        sides = {"side": NAMES[1 - seat], "mover": NAMES[seat]}
        held = Text("{cell} holds a piece of {side}. {mover} is to move.", cell=name, **sides)
        return "enemy_piece", held
    return "no_piece", Text("{cell} is empty, so no piece can start there.", cell=name)


def no_landing(journey: Journey, path: tuple[int, ...], target: int, seat: Seat) -> Refusal:
    """Why the piece that took ``path`` cannot land on ``target`` next."""
    cell, name = path[-1], BOARD.names[target]
    if target == cell:
        return "same_square", Text("The piece already stands on {cell}.", cell=name)
    if len(path) > journey.limit:
        first = Text("The first turn of {side} ends after one step or jump.", side=NAMES[seat])
        return "first_turn", first
    if len(path) > 1 and journey.steps() >> path[1] & 1:
        ends = {"start": BOARD.names[journey.origin], "end": BOARD.names[path[1]]}
        step = Text("{start} to {end} is a single step, which ends the turn.", **ends)
        return "after_step", step
    if cell_set(path[1:]) >> target & 1:
        twice = Text(
            "The piece has already landed on {cell}. It cannot land on a square twice in one turn.",
            cell=name,
        )
        return "landed_twice", twice
    return _off_line(journey, path, target, seat)


def no_change(origin: int) -> Refusal:
    """Why a turn cannot end on ``origin``, where it began, without a capture."""
    back = Text(
        "A turn must change the board. Returning to {cell} without a capture changes nothing.",
        cell=BOARD.names[origin],
    )
    return "no_change", back


def _off_line(journey: Journey, path: tuple[int, ...], target: int, seat: Seat) -> Refusal:
    cell = path[-1]
    ends = {"start": BOARD.names[cell], "end": BOARD.names[target]}
    rays = BOARD.rays[cell]
    way = next((number for number, ray in enumerate(rays) if target in ray), None)
    if way is None:
        return "no_line", Text("No straight line leads from {start} to {end}.", **ends)
    ray, length = rays[way], line_lengths(cell, journey.friends)[way % _AXES]
    if ray.index(target) + 1 != length:
        return "wrong_distance", _distance(cell, target, ray, length)
    if journey.friends >> target & 1:
        held = Text(
            "{end} holds a piece of {side}. Only enemy pieces are captured.",
            end=ends["end"],
            side=NAMES[seat],
        )
        return "own_piece", held
    if length == 1:
        step = Text("{start} to {end} is a single step. After a jump only jumps follow.", **ends)
        return "step_after_jump", step
    return no_change(journey.origin)


def _distance(cell: int, target: int, ray: tuple[int, ...], length: int) -> Text:
    line = Counted(
        "The line of {start} towards {end} has {number} piece.",
        "The line of {start} towards {end} has {number} pieces.",
        length,
        start=BOARD.names[cell],
        end=BOARD.names[target],
    )
    if length > len(ray):
        beyond = Counted(
            "So the piece moves exactly {number} square and would leave the board.",
            "So the piece moves exactly {number} squares and would leave the board.",
            length,
        )
        return sentences(line, beyond)
    moves = Counted(
        "So the piece moves exactly {number} square, to {landing}.",
        "So the piece moves exactly {number} squares, to {landing}.",
        length,
        landing=BOARD.names[ray[length - 1]],
    )
    return sentences(line, moves)
