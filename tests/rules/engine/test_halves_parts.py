"""What stays of tiles that fall apart, here on a field that is one row."""

import pytest

from rules.engine.games.halves_small import largest_parts


def reached(start: int, within: int) -> int:
    before = 0
    while start != before:
        before = start
        start = (start | start << 1 | start >> 1) & within
    return start


@pytest.mark.parametrize(
    ("cells", "largest"),
    [
        (0b111, (0b111,)),
        (0b1011, (0b11,)),
        (0b1101, (0b1100,)),
        (0b1101011, (0b11, 0b1100000)),
        (0b10101, (0b1, 0b100, 0b10000)),
        (0b111011011, (0b111000000,)),
        (0, ()),
    ],
)
def test_the_largest_parts_stay(cells: int, largest: tuple[int, ...]) -> None:
    assert largest_parts(cells, reached) == largest
