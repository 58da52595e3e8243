"""Histories by lot, and written in one line.

``3b1 U 7w+`` is a win over 3 as second, a bye, and a walkover.
"""

import re
from collections.abc import Mapping
from random import Random

from bot.features.tournaments.standings import Histories, Line, Played
from bot.features.tournaments.swiss_pairing import NoPairingError, pair_round

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


OTHER = {
    Played.WON: Played.LOST,
    Played.LOST: Played.WON,
    Played.DRAWN: Played.DRAWN,
    Played.WALKOVER: Played.ABSENT,
}
"""What the other one has."""


def histories_of(written: Mapping[int, str]) -> Histories:
    return {number: [_line(each) for each in lines.split()] for number, lines in written.items()}


def _line(written: str) -> Line:
    opponent, side, played = re.fullmatch(r"(?:(\d+)([wb]))?(.)", written).groups()  # type: ignore[union-attr]
    return Line(Played(played), int(opponent or 0), side == "w")


def play(histories: dict[int, list[Line]], seed: int, rounds: int) -> dict[int, list[Line]]:
    """A tournament of so many rounds in which some sit out, leave, stay away or play on."""
    random, gone = Random(seed), set[int]()
    for _ in range(rounds):
        out = {number for number in histories if random.random() < 0.1}
        gone |= {number for number in histories if random.random() < 0.05}
        playing = [number for number in histories if number not in out | gone]
        try:
            paired = pair_round(histories, playing)
        except NoPairingError:
            break
        for first, second in paired.meetings:
            ended = random.choices([*OTHER], [9, 9, 2, 1])[0]
            other = OTHER[ended]
            histories[first].append(Line(ended, second, moved_first=True))
            histories[second].append(Line(other, first))
        for number in paired.byes:
            histories[number].append(Line(Played.BYE))
        for number in out | gone:
            histories[number].append(Line(Played.ZERO_BYE if number in gone else Played.HALF_BYE))
    return histories
