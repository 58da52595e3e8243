"""What stays of tiles that fall apart, on whatever field they are counted."""

from collections.abc import Callable


def largest_parts(cells: int, reached: Callable[[int, int], int]) -> tuple[int, ...]:
    """The largest of the connected subsets of ``cells``: several when they tie.

    ``reached`` tells which cells of its second argument can be reached from its first.
    """
    most, found = 0, list[int]()
    while cells.bit_count() >= max(most, 1):
        part = reached(cells & -cells, cells)
        cells ^= part
        size = part.bit_count()
        if size > most:
            most, found = size, [part]
        elif size == most:
            found.append(part)
    return tuple(found)
