"""What was chosen for a new tournament so far, as few enough letters for a button to keep."""

import re
import string
from dataclasses import dataclass, fields
from typing import Annotated

Packed = Annotated[str, re.compile("[0-9a-z]{1,48}")]
"""Choices as the panel's buttons keep them."""
_DIGITS = string.digits + string.ascii_lowercase

ROOM: dict[str, int] = {
    "step": 3,
    "variant": 10,
    "clock": 3,
    "days": 100,
    "size": 11,
    "games": 3,
    "at_once": 10,
    "friendly": 2,
    "invited": 2,
    "final": 2,
    "most": 1001,
    "matches": 1000,
    "rating_from": 5000,
    "rating_to": 5000,
    "role": 2**63,
    "third": 3,
    "rounds": 10,
    "round_days": 61,
    "repeat": 15,
    "tournament": 2**53,
}
"""How many values each choice has, from 0: a choice to come is added at the end."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the panel begins with. ``variant`` and ``clock`` count from 0; in what may be typed, 0
    is nothing. ``tournament`` is the one whose settings are changed, 0 for a new one."""

    step: int = 0
    variant: int = 0
    clock: int = 1
    days: int = 3
    size: int = 6
    games: int = 0
    at_once: int = 4
    friendly: int = 0
    invited: int = 0
    final: int = 0
    most: int = 0
    matches: int = 0
    rating_from: int = 0
    rating_to: int = 0
    role: int = 0
    third: int = 0
    rounds: int = 0
    round_days: int = 0
    repeat: int = 0
    tournament: int = 0


def packed(choices: Choices) -> str:
    """The choices as a number, in digits and letters; each is cut down to what it has room for."""
    number = 0
    for each in reversed(fields(Choices)):
        room = ROOM[each.name]
        number = number * room + min(getattr(choices, each.name), room - 1)
    digits = ""
    while number or not digits:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def unpacked(text: Packed) -> Choices:
    number, found = int(text, len(_DIGITS)), {}
    for each in fields(Choices):
        number, found[each.name] = divmod(number, ROOM[each.name])
    return Choices(**found)
