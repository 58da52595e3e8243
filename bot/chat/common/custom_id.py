"""What a ``custom_id`` is: a value that fits into a hundred characters, and comes back as it was.

Each kind is a frozen dataclass of numbers, words and texts. Its first part, ``PREFIX``, says which
kind it is. Buttons keep what they were sent with for ever, so no part may ever change its meaning.
"""

import re
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin, get_type_hints

LONGEST = 100
"""So many characters does Discord keep."""
LARGEST = 2**63 - 1
"""The largest number that the database keeps; Discord's own are smaller."""

Stage = Annotated[str, re.compile("[0-9a-f]{8}")]
"""The steps of a move that were taken when a button was made."""
Name = Annotated[str, re.compile("[a-z]{1,32}")]
"""Something that has a name of its own, such as a game."""
FieldName = Annotated[str, re.compile("[a-z_]{1,32}")]
"""A setting, by its field."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """A button, list or form; ``str`` gives the text that Discord keeps, ``parse`` reads it."""

    PREFIX: ClassVar[str]

    def __str__(self) -> str:
        return ":".join([self.PREFIX, *(str(getattr(self, each.name)) for each in fields(self))])

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The value that ``text`` stands for; None if it was written by nobody here."""
        prefix, _, rest = text.partition(":")
        if prefix != cls.PREFIX or len(text) > LONGEST:
            return None
        kinds = _kinds(cls)
        # the last part may have a colon in it
        parts = rest.split(":", len(kinds) - 1) if kinds else []
        if len(parts) != len(kinds):
            return None
        try:
            found = cls(*(_read(kind, part) for kind, part in zip(kinds, parts, strict=True)))
        except ValueError:
            return None
        return found if str(found) == text else None  # a number can be written in many ways


def _kinds(custom_id: type[CustomId]) -> tuple[Any, ...]:
    hints = get_type_hints(custom_id, include_extras=True)
    return tuple(hints[each.name] for each in fields(custom_id))


def _read(kind: Any, part: str) -> Any:
    if get_origin(kind) is Annotated:
        _, pattern = get_args(kind)
        if pattern.fullmatch(part) is None:
            raise ValueError(part)
        return part
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(part)
    return number(part)


def number(text: str) -> int:
    """The number that is written; raises ValueError for one that nothing here can have."""
    found = int(text)
    if not 0 <= found <= LARGEST:
        raise ValueError(f"{found} is nothing that can be meant")
    return found
