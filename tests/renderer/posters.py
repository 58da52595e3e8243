"""A poster of a match at random, with all that there can be on one."""

import math

from renderer import PictureRequest, Poster, ShareCard, Still
from renderer.charts import ExpectationsChart
from rules import GAMES
from rules.texts import Plain
from tests.kit.rules import moments

NAMES = ("Ada Lovelace", "\u017dofie Nov\u00e1kov\u00e1", "\u1f08\u03c1\u03b9\u03c3\u03c4\u03c9")
AHEAD = ((Plain("Move 7 changed most."), 1), (Plain("{who} was ahead."), 0))


def _ahead(seats: int, moments: int) -> tuple[tuple[float, ...], ...]:
    """What AHEAD says: nobody is ahead of the first move that counts, and then the first seat."""
    firsts = (0.1 * math.sin(n) + (n >= 7) * (0.5 + 0.2 * math.sin(n / 4)) for n in range(moments))
    return tuple((first, -first, -first - 0.1)[:seats] for first in firsts)


def poster(game: str, variant: str, theme: str = "slate") -> Poster:
    played = list(moments(game, variant, 2))
    seats = played[0][0].variant.seats
    turns = [len(played) * part // 6 for part in range(1, 6)]
    stills = (PictureRequest(*played[turn], theme=theme) for turn in turns)
    film = tuple(Still(still, f"Move {turn}") for still, turn in zip(stills, turns, strict=True))
    colours = GAMES[game].info.colours[:seats]
    ribbon = ExpectationsChart(NAMES[:seats], _ahead(seats, len(played)), (colours,) * len(played))
    card = ShareCard(PictureRequest(*played[-1], theme=theme), NAMES[:seats], GAMES[game].info.name)
    return Poster(card, "24 November 2026", film, ribbon, AHEAD)
