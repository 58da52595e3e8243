"""Which stones of Detach can detach no more, or newly, after a move, and why."""

from collections.abc import Iterator

from rules.games.detach.detachment import Reach, force_of, reach_of, reaches
from rules.geometry.board import hex_board
from rules.texts import Text, either, in_a_row

Stones = tuple[int, int]
"""The stones of the side in question, and those of the other."""


def changes_of(side: int, before: Stones, after: Stones) -> tuple[Text, ...]:
    """Each cause with the stones that it stops, then the stones that can detach now."""
    names, could, can = hex_board(side).names, reaches(side, *before), reaches(side, *after)
    stopped = dict[Text, list[str]]()
    for cell in (each for each in could if each not in can):
        for cause in dict.fromkeys(_causes(side, cell, could[cell], before, after)):
            stopped.setdefault(cause, []).append(names[cell])
    told = [cause.of(cells=in_a_row(cells)) for cause, cells in stopped.items()]
    if any(cause.message == _LEFT.message for cause in stopped):
        told.append(_TWO)
    free = [names[cell] for cell in can if cell not in could]
    return (*told, _FREE.of(cells=in_a_row(free))) if free else tuple(told)


def _causes(side: int, cell: int, had: Reach, before: Stones, after: Stones) -> Iterator[Text]:
    """What stops a stone that could detach; each text lacks only the ``cells``."""
    names, (own, enemy) = hex_board(side).names, after
    if not own >> cell & 1:
        yield _SPLIT if own.bit_count() > before[0].bit_count() else _SWAPPED
        return
    reach = reach_of(side, cell, own, enemy)
    if reach.force != had.force:
        yield _FORCE.of(force=reach.force)
        return
    found = dict[Text, list[str]]()
    for ray in hex_board(side).rays[cell]:
        landing = ray[reach.force - 1] if len(ray) >= reach.force else cell
        if landing in reach.free or landing not in had.landings():
            continue
        passed = [each for each in ray[: reach.force - 1] if enemy >> each & 1]
        if passed:
            told = _BLOCKED.of(force=reach.force), names[passed[0]]
        elif own >> landing & 1:
            told = _OWN.of(force=reach.force), names[landing]
        elif landing not in reach.swaps:
            other = force_of(side, enemy, landing)
            told = _STRONGER.of(force=reach.force, other=other), names[landing]
        elif landing in had.free:
            told = _NOT_EMPTY.of(force=reach.force), names[landing]
        else:
            continue
        found.setdefault(told[0], []).append(told[1])
    yield from (text.of(landing=either(each)) for text, each in found.items())
    if reach.landings():
        yield (_LEFT if reach.free else _SWAPS).of(
            landing=either([names[each] for each in reach.landings()])
        )


_SPLIT = Text("The stone of {cells} became two.")
_SWAPPED = Text("The stone of {cells} is swapped away.")
_FORCE = Text("Now of force {force}, with too few hexes to land on: {cells}.")
_BLOCKED = Text("{cells} (force {force}) cannot pass {landing}.")
_OWN = Text("{cells} (force {force}) cannot land on {landing}, which its own side holds.")
_STRONGER = Text("{cells} (force {force}) cannot swap onto {landing} (force {other}).")
_NOT_EMPTY = Text("{cells} (force {force}) lacks an empty hex: {landing} is taken.")
_LEFT = Text("Only {landing} is left for {cells}.")
_TWO = Text("A stone that detaches needs two hexes.")
_SWAPS = Text("Only swaps are left for {cells}, and one stone needs an empty hex.")
_FREE = Text("Can detach now: {cells}.")
