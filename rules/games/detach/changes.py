"""Which stones of Detach can detach no more, or newly, after a move, and why."""

from collections.abc import Iterable, Iterator

from rules.games.detach.detachment import Reach, force_of, reach_of, reaches
from rules.geometry.board import hex_board
from rules.geometry.cellset import cells_in, connected
from rules.texts import Counted, Text, either, in_a_row

Stones = tuple[int, int]
"""The stones of the side in question, and those of the other."""


def changes_of(side: int, before: Stones, after: Stones) -> tuple[Text, ...]:
    """What became of the stones that moved, then each cause with the stones that it concerns."""
    names, could, can = hex_board(side).names, reaches(side, *before), reaches(side, *after)
    found, changed = dict[Text, list[str]](), list[int]()
    stopped = [*_swapped_off(side, before, after)]
    for cell in cells_in(before[0] & after[0]):
        if (cell in could) is (cell in can):
            continue
        was, now = (force_of(side, own, cell) for own, _ in (before, after))
        if was != now:
            changed.append(cell)
            if cell not in can:
                stopped.append(cell)
                continue
        told = (
            _freeing(side, cell, before, after)
            if cell in can
            else _stopping(side, cell, could[cell], after)
        )
        for cause in told:
            found.setdefault(cause, []).append(names[cell])
    for cell in stopped:
        found.setdefault(_left(side, cell, before, after), []).append(names[cell])
    causes = [cause.of(cells=in_a_row(cells)) for cause, cells in found.items()]
    few = [each for each in causes if each.message in (_LEFT.message, _LEFT_TAKEN.message)]
    others = [each for each in causes if each not in few]
    stones = _moved_and_regrouped(side, before, after, changed)
    return *stones, *others, *([_TWO] if few else ()), *few


def _moved_and_regrouped(
    side: int, before: Stones, after: Stones, changed: Iterable[int]
) -> tuple[Text, ...]:
    """What became of the stones that moved, and whose groups they left or joined.

    It is one sentence if a swapped stone can detach no more and did nothing but join one group.
    """
    moved = [*_moved(side, before, after)]
    groups = [*_regrouped(side, before[0], after[0], changed)]
    if len(groups) == 1 and [each.message for each in moved] == [_SWAPPED.message]:
        (swapped,), (group,) = moved, groups
        places = dict(swapped.filling + group.filling)
        if group.message == _JOINED.message and places["landing"] == str(places["stones"]):
            return (_SWAPPED_JOINED.of(**places),)
    return *moved, *groups


def _swapped_off(side: int, before: Stones, after: Stones) -> Iterator[int]:
    """The stone that was swapped to where it can detach no more, if one was."""
    gone, came = ([*cells_in(one[0] & ~two[0])] for one, two in ((before, after), (after, before)))
    if (
        len(came) == 1
        and gone[0] in reaches(side, *before)
        and came[0] not in reaches(side, *after)
    ):
        yield came[0]


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
            force = force_of(side, after[0], came[0])
            told = _SWAPPED_FREE if free else _SWAPPED.of(number=force)
            yield told.of(cell=names[gone], landing=names[came[0]])


def _regrouped(side: int, before: int, after: int, changed: Iterable[int]) -> Iterator[Text]:
    """What left or joined the groups of the ``changed`` stones, and how far they go now."""
    board, told = hex_board(side), dict[tuple[int, int, int], list[int]]()
    for cell in changed:
        was, now = (connected(1 << cell, own, board.neighbours) for own in (before, after))
        key = was & before & ~after, now & after & ~before, now.bit_count()
        told.setdefault(key, []).append(cell)
    for (left, joined, number), cells in told.items():
        moved, text = (joined, _JOINED) if joined else (left, _LEAVES)
        stones = in_a_row(board.named(cells_in(moved)))
        yield text.of(stones=stones, cells=in_a_row(board.named(cells)), number=number)


def _left(side: int, cell: int, before: Stones, after: Stones) -> Text:
    """Where a stone could still land that goes another way than before; it lacks the ``cells``.

    What was taken by the move, and alone keeps the stone from landing, is named.
    """
    names, (own, enemy) = hex_board(side).names, after
    reach, came = reach_of(side, cell, own, enemy), (own | enemy) & ~(before[0] | before[1])
    if reach.landings() and not reach.free:
        return _SWAPS
    taken = set[int]()
    for ray in hex_board(side).rays[cell]:
        landing = ray[reach.force - 1] if len(ray) >= reach.force else cell
        stops = [each for each in ray[: reach.force - 1] if enemy >> each & 1]
        is_stronger = enemy >> landing & 1 and force_of(side, enemy, landing) > reach.force
        stops += [landing] if own >> landing & 1 or is_stronger else []
        if stops and all(came >> each & 1 for each in stops):
            taken |= {*stops}
    left = [names[each] for each in reach.free]
    text = (_LEFT_TAKEN if taken else _LEFT) if left else _NONE_TAKEN if taken else _NONE
    if left:
        text = text.of(landing=left[0])
    if taken:
        text = text.of(cell=names[min(taken)])
    return text


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
    if reach.free:
        yield _LEFT.of(landing=names[reach.free[0]])
    elif reach.swaps:
        yield _SWAPS


_SPLIT = Text("The stone of {cell} became two. Those that can detach: {cells}.")
_SPLIT_BARRED = Text("The stone of {cell} became two, of which none can detach.")
_SWAPPED = Counted(
    "The stone of {cell}, swapped to {landing}, stands alone and goes {number} hex.",
    "The stone of {cell}, swapped to {landing}, is in a group of {number} and goes {number} hexes.",
)
_SWAPPED_FREE = Text("The stone of {cell}, swapped to {landing}, can detach now.")
_LEAVES = Counted(
    "{stones} left the group of {cells}: each now goes {number} hex.",
    "{stones} left the group of {cells}: each now goes {number} hexes.",
)
_JOINED = Counted(
    "{stones} joined the group of {cells}: each now goes {number} hex.",
    "{stones} joined the group of {cells}: each now goes {number} hexes.",
)
_SWAPPED_JOINED = Counted(
    "The stone of {cell}, swapped to {landing}, joined the group of {cells}: each now goes "
    "{number} hex.",
    "The stone of {cell}, swapped to {landing}, joined the group of {cells}: each now goes "
    "{number} hexes.",
)
_OPEN = Text("Can detach now, with {landing} to land on: {cells}.")
_BLOCKED = Text("{cells} (force {force}) cannot pass {landing}.")
_OWN = Text("{cells} (force {force}) cannot land on {landing}, which its own side holds.")
_STRONGER = Text("{cells} (force {force}) cannot swap onto {landing} (force {other}).")
_NOT_EMPTY = Text("{cells} (force {force}) lacks an empty hex: {landing} is taken.")
_LEFT = Text("Only {landing} is left for {cells}.")
_LEFT_TAKEN = Text("Only {landing} is left for {cells}: the new stone on {cell} is in the way.")
_NONE = Text("No hex to land on is left for {cells}.")
_NONE_TAKEN = Text("No hex to land on is left for {cells}: the new stone on {cell} is in the way.")
_TWO = Text("A stone that detaches needs two hexes.")
_SWAPS = Text("Only swaps are left for {cells}, and one stone needs an empty hex.")
