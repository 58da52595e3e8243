"""Numbers of move sequences: those that were published, and deeper ones kept to notice changes."""

import pytest

from rules import GAMES, Position
from rules.__main__ import perft
from tests.kit.positions import printed

COUNTS = {
    ("abande", "square"): (49, 312, 2_784, 33_752),
    ("abande", "hex"): (37, 180, 1_176, 10_482, 109_116),
    ("abande", "keep the band"): (15, 277, 5_198),
    ("abande", "before the last passes"): (2, 4, 3, 2, 0),
    ("apart", "standard"): (40, 9_040),
    ("apart", "black has won"): (0, 0),
    ("apart", "continuous jump"): (133, 15_099),
    ("detach", "hexhex6"): (45, 2_025, 94_770),
    ("detach", "hexhex5"): (45, 2_025, 94_410),
    ("detach", "detachments"): (58, 1_491),
    ("detach", "swaps"): (66, 2_071),
    ("detach", "near the end"): (37, 904, 28_765),
    ("detach", "endgame, White's turn"): (3, 30, 57, 384, 431, 2_096),
    ("detach", "endgame, after the swap"): (7, 18, 67, 105, 381, 318),
    ("detach", "endgame, three moves left"): (2, 4, 4, 4, 0),
    ("glaisher", "basic"): (1_125,),
    ("glaisher", "advanced"): (61, 3_660, 215_940),
    ("glaisher", "a separation can win"): (149, 21_036),
    ("glaisher", "a placement can win"): (200, 28_248),
    ("glaisher", "tall stacks"): (595, 92_657),
    ("halves", "2p"): (5, 42, 318, 3_284, 32_188),
    ("halves", "2p-nocontract"): (5, 42, 318, 3_284),
    ("halves", "3p"): (7, 66, 745, 8_398, 108_903),
    ("halves", "3p-nocontract"): (7, 66, 745, 8_398),
    ("halves", "2p-random 1"): (2, 24, 279, 2_935),
    ("halves", "2p-random 7"): (2, 24, 268, 2_537, 22_599),
    ("halves", "3p-random 1"): (3, 36, 416, 4_654),
    ("halves", "3p-random 4"): (3, 36, 430, 5_068),
}
"""From the start of a variant, with its seed if it has one, or from a position with a name."""


def position_of(game: str, name: str) -> Position:
    variant, _, seed = name.partition(" ")
    if variant in {each.id for each in GAMES[game].info.variants}:
        return GAMES[game].start(variant, seed=int(seed) if seed else None)
    return printed(game, name)


@pytest.mark.parametrize(("game", "name"), COUNTS)
def test_sequences_are_as_many_as_were_counted(game: str, name: str) -> None:
    position, counts = position_of(game, name), COUNTS[game, name]
    assert tuple(perft(position, depth + 1) for depth in range(len(counts))) == counts
