from rules import GAMES
from rules.textboard import textboard

SQUARE = """\
8 . B B B B B B .
7 . B B B B B B .
6 . . . . . . . .
5 . . . . . . . .
4 . W . . . . . .
3 . . . . . . . .
2 . . W W W W W .
1 . W W W W W W .
  a b c d e f g h"""

HEXAGON = """\
    i1 . . . . . i5
   h1 . B . . W . h6
  g1 . . . . . . . g7
 f1 . . . . . . . . f8
e1 . W . . . . . B . e9
 d1 . . . . . . . . d8
  c1 . . . . . . . c7
   b1 . B . . W . b6
    a1 . . . . . a5"""


def test_squares_stand_in_a_grid() -> None:
    assert textboard(GAMES["apart"].start().play("b2-b4")) == SQUARE


def test_hexagons_stand_in_staggered_rows() -> None:
    assert textboard(GAMES["detach"].start("hexhex5")) == HEXAGON


OPEN_FIELD = """\
 n50 . . . n52
m49 . L D . m52
 l49 . # . l51
k48 . . . . k51"""


def test_the_open_field_is_shown_around_its_tiles_and_lost_ones_belong_to_nobody() -> None:
    assert textboard(GAMES["halves"].start("3p").leave(2)) == OPEN_FIELD


def test_stacks_are_spelled_from_the_bottom_to_the_top() -> None:
    position = GAMES["abande"].start()
    for move in ("c3", "c4", "d3", "c4-c3"):
        position = position.play(move)
    lines = textboard(position).splitlines()
    assert lines[-4] == "3  .  . WB  W  .  .  ."
    assert lines[-1] == "   a  b  c  d  e  f  g"
