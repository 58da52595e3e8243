"""What was chosen for a new tournament so far, as few enough letters for a button to keep."""

import re
import string
from dataclasses import dataclass
from typing import Annotated, get_type_hints

Packed = Annotated[str, re.compile("[0-9a-z]{1,48}")]
"""Choices as the panel's buttons keep them."""
_DIGITS = string.digits + string.ascii_lowercase


@dataclass(frozen=True, slots=True)
class Choices:
    """What the panel begins with, and how many values each choice has, from 0.

    ``variant`` and ``clock`` count from 0; in what may be typed, 0 is nothing. ``tournament`` is
    the one whose settings are changed, 0 for a new one. A choice to come is added at the end.
    """

    step: Annotated[int, 3] = 0
    variant: Annotated[int, 10] = 0
    clock: Annotated[int, 3] = 1
    days: Annotated[int, 100] = 3
    size: Annotated[int, 11] = 6
    games: Annotated[int, 3] = 0
    at_once: Annotated[int, 10] = 4
    friendly: Annotated[int, 2] = 0
    invited: Annotated[int, 2] = 0
    final: Annotated[int, 2] = 0
    most: Annotated[int, 1001] = 0
    matches: Annotated[int, 1000] = 0
    rating_from: Annotated[int, 5000] = 0
    rating_to: Annotated[int, 5000] = 0
    role: Annotated[int, 2**63] = 0
    third: Annotated[int, 3] = 0
    rounds: Annotated[int, 10] = 0
    round_days: Annotated[int, 61] = 0
    repeat: Annotated[int, 15] = 0
    tournament: Annotated[int, 2**53] = 0


ROOM: dict[str, int] = {
    name: room
    for name, kind in get_type_hints(Choices, include_extras=True).items()
    for room in kind.__metadata__
}


def packed(choices: Choices) -> str:
    """The choices as a number, in digits and letters; each is cut down to what it has room for."""
    number = 0
    for name, room in reversed(ROOM.items()):
        number = number * room + min(getattr(choices, name), room - 1)
    digits = ""
    while number or not digits:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def unpacked(text: Packed) -> Choices:
    number, found = int(text, len(_DIGITS)), {}
    for name, room in ROOM.items():
        number, found[name] = divmod(number, room)
    return Choices(**found)
