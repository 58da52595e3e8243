"""What Abande says of a band that would break; the other sentences are in tables."""

import pytest

from rules.errors import IllegalMove
from rules.games.abande import Abande

GAME = Abande()


@pytest.mark.parametrize(
    ("variant", "around", "count"),
    [
        ("square", "c3=B,e5=B", "two"),
        ("square", "c3=B,e5=B,c5=B", "three"),
        ("square", "c3=B,e3=B,c5=B,e5=B", "four"),
        ("hex", "d3=B,d5=B", "two"),
        ("hex", "d3=B,d5=W", "two"),
        ("hex", "d3=B,e4=B,c4=B", "three"),
    ],
)
def test_the_number_of_parts_is_said(variant, around, count):
    position = GAME.decode(f"{variant} ply:12 reserve:10,10 passes:0 stacks:d4=W,{around}")
    with pytest.raises(IllegalMove) as raised:
        position.parse(f"d4-{around[:2]}")
    assert raised.value.message == (
        f"without d4 in its place the band would fall into {count} parts"
    )
