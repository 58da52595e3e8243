"""Why something was not done, in general. Each feature has its own kinds."""

from dataclasses import dataclass
from typing import dataclass_transform

from rules.texts import Words


@dataclass_transform(eq_default=False)
class ServiceError(Exception):
    """Something that a person asked for and that is not done. Nothing was written.

    Each kind is a dataclass of what a person needs to be told. As text it is its name alone: what
    it carries may be private, and errors end up in logs.
    """

    @property
    def says(self) -> Words:
        """The sentence that says so; fields fill its places (``bot/screen/words.py``)."""
        return ""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False, repr=False)(cls)

    def __str__(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"
