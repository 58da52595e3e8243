"""The choices of the setup panel so far, packed into letters that fit into a button's id."""

import re
import string
from dataclasses import dataclass
from typing import Annotated, get_type_hints

Packed = Annotated[str, re.compile("[0-9a-z]{1,48}")]
"""Packed choices, as the panel's buttons have them."""
_DIGITS = string.digits + string.ascii_lowercase


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices, each with its default and its number of possible values, which count from 0.

    ``variant`` and ``clock`` are indexes; of what is typed, 0 means nothing. ``tournament`` is the
    one whose settings are changed, 0 for a new one. New choices must be added at the end.
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
    """The choices as one number in base 36; values that are too large are cut down."""
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
