"""Finding the messages that somebody has read, by their words: what reads wrong gets an id."""

import re
import zlib
from collections.abc import Mapping
from typing import NamedTuple

from rules.texts import Message

_NO_WORDS = re.compile(r"\{[a-z_]+\}|[*`_]|^(?:#{1,3}|-#|>|-) ", re.MULTILINE)
_LENGTH = 3
"""How many characters are compared at a time."""


class Found(NamedTuple):
    """What a message says, and its id: eight letters and digits, the same in every version."""

    id: str
    said: str


def find(typed: str, said: Mapping[Message, tuple[str, ...]], most: int = 3) -> list[Found]:
    """The messages most like what was typed, the likeliest first; none without likeness.

    ``typed`` may also be an id, with the code of a language before it.
    """
    named, wanted = typed.strip().rpartition("-")[2], _pieces(typed)
    likely = {}
    for message, forms in said.items():
        if id_of(message) == named:
            return [Found(named, forms[0])]
        for form in forms:
            pieces = _pieces(form)
            shared = len(pieces & wanted)
            if shared * 2 > min(len(pieces), len(wanted)):
                likely[message] = (-shared, len(form))
    best = sorted(likely, key=lambda each: likely[each])
    return [Found(id_of(each), said[each][0]) for each in best[:most]]


def id_of(message: Message) -> str:
    """The id of a message."""
    return f"{zlib.crc32(f'{message.context}|{message.english}'.encode()):08x}"


def _pieces(text: str) -> set[str]:
    plain = " ".join(_NO_WORDS.sub(" ", text).casefold().split())
    return {plain[at : at + _LENGTH] for at in range(len(plain) - _LENGTH + 1)}
