"""Histories in one line: ``3b1 U 7w+`` is a win over 3 as second, a bye, and a walkover."""

import re
from collections.abc import Mapping

from bot.features.tournaments.standings import Histories, Line, Played

NINE = {
    1: "5w1 3b1 4w1 6b1",
    2: "6b0 5w1 H 3b-",
    3: "7w+ 1w0 8b1 2w+",
    4: "8b= 6w1 1b0 9w1",
    5: "1b0 2b0 U 8w=",
    6: "2w1 4b0 9w1 1w0",
    7: "3b- U Z Z",
    8: "4w= 9b0 3w0 5b=",
    9: "H 8w1 6b0 4b0",
}
"""A Swiss of four rounds: 9 enters for the second, 2 sits out the third, 7 never moves."""


def histories_of(written: Mapping[int, str]) -> Histories:
    return {number: [_line(each) for each in lines.split()] for number, lines in written.items()}


def _line(written: str) -> Line:
    opponent, side, played = re.fullmatch(r"(?:(\d+)([wb]))?(.)", written).groups()  # type: ignore[union-attr]
    return Line(Played(played), int(opponent or 0), side == "w")
