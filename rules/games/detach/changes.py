"""Which stones of Detach can detach no more, or newly, after a move, and why."""

from collections.abc import Iterable, Iterator

from rules.games.detach.detachment import Reach, force_of, reach_of, reaches
from rules.geometry.board import hex_board
from rules.geometry.cellset import cells_in, connected
from rules.texts import Text, either, in_a_row

Stones = tuple[int, int]
"""The stones of the side in question, and those of the other."""


def changes_of(side: int, before: Stones, after: Stones) -> tuple[Text, ...]:
    """What became of the stones that moved, then each cause with the stones that it concerns."""
    names, could, can = hex_board(side).names, reaches(side, *before), reaches(side, *after)
    found, changed = dict[Text, list[Text | str]](), list[int]()
    for cell in cells_in(before[0] & after[0]):
        if (cell in could) is (cell in can):
            continue
        was, now = (force_of(side, own, cell) for own, _ in (before, after))
        if was != now:
            changed.append(cell)
            stone = _STONE.of(cell=names[cell], was=was, now=now)
            found.setdefault(_FREED if cell in can else _FAR, []).append(stone)
            continue
        told = (
            _freeing(side, cell, before, after)
            if cell in can
            else _stopping(side, cell, could[cell], after)
        )
        for cause in told:
            found.setdefault(cause, []).append(names[cell])
    causes = [cause.of(cells=in_a_row(cells)) for cause, cells in found.items()]
    if any(cause.message == _LEFT.message for cause in found):
        causes.append(_TWO)
    return *_moved(side, before, after), *_regrouped(side, before[0], after[0], changed), *causes


def _moved(side: int, before: Stones, after: Stones) -> Iterator[Text]:
    """Which of the two new stones can detach, or what is new of one that was swapped."""
    names, can = hex_board(side).names, reaches(side, *after)
    for gone in cells_in(before[0] & ~after[0]):
        came = [*cells_in(after[0] & ~before[0])]
        free = [names[cell] for cell in came if cell in can]
        if len(came) > 1:
            told = _SPLIT if free else _SPLIT_BARRED
            yield told.of(cell=names[gone], cells=in_a_row(free or [""]))
        elif bool(free) is not (gone in reaches(side, *before)):
            told = _SWAPPED_FREE if free else _SWAPPED
            yield told.of(cell=names[gone], landing=names[came[0]])


def _regrouped(side: int, before: int, after: int, changed: Iterable[int]) -> Iterator[Text]:
    """Which stones left or joined the groups of the ``changed`` stones."""
    board, told = hex_board(side), dict[Text, None]()
    for cell in changed:
        for text, own, moved in (
            (_LEAVES, before, before & ~after),
            (_JOINS, after, after & ~before),
        ):
            group = connected(1 << cell, own, board.neighbours)
            if group & moved:
                cells = in_a_row(board.named(cells_in(group & moved)))
                told[text.of(cells=cells, number=group.bit_count())] = None
    yield from sorted(told, key=lambda each: each.message == _JOINS.message)


def _freeing(side: int, cell: int, before: Stones, after: Stones) -> Iterator[Text]:
    """On which hex a stone of the same force can land now, that it could not land on."""
    had, reach = (reach_of(side, cell, *stones) for stones in (before, after))
    new = {*reach.free} - {*had.free} | {*reach.swaps} - {*had.landings()}
    yield _OPEN.of(landing=in_a_row(hex_board(side).named(sorted(new))))


def _stopping(side: int, cell: int, had: Reach, after: Stones) -> Iterator[Text]:
    """What stops a stone of the same force; each text lacks only the ``cells``."""
    names, (own, enemy) = hex_board(side).names, after
    reach, found = reach_of(side, cell, own, enemy), dict[Text, list[str]]()
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


_SPLIT = Text("The stone of {cell} became two. Of these can detach: {cells}.")
_SPLIT_BARRED = Text("The stone of {cell} became two, of which none can detach.")
_SWAPPED = Text("The stone of {cell}, swapped to {landing}, can detach no more.")
_SWAPPED_FREE = Text("The stone of {cell}, swapped to {landing}, can detach now.")
_LEAVES = Text("{cells} left a group of {number}.")
_JOINS = Text("{cells} joined a group, now of {number}.")
_STONE = Text("{cell} (force {was} \u2192 {now})")
_FREED = Text("Can detach now: {cells}.")
_FAR = Text("Too few hexes to land on now: {cells}.")
_OPEN = Text("Can detach now, with {landing} to land on: {cells}.")
_BLOCKED = Text("{cells} (force {force}) cannot pass {landing}.")
_OWN = Text("{cells} (force {force}) cannot land on {landing}, which its own side holds.")
_STRONGER = Text("{cells} (force {force}) cannot swap onto {landing} (force {other}).")
_NOT_EMPTY = Text("{cells} (force {force}) lacks an empty hex: {landing} is taken.")
_LEFT = Text("Only {landing} is left for {cells}.")
_TWO = Text("A stone that detaches needs two hexes.")
_SWAPS = Text("Only swaps are left for {cells}, and one stone needs an empty hex.")
