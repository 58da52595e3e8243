"""Why something was not done, in general. Each feature has its own kinds."""

from dataclasses import dataclass
from typing import ClassVar, dataclass_transform

from rules.texts import Words


@dataclass_transform(eq_default=False)
class ServiceError(Exception):
    """Something that a person asked for and that is not done. Nothing was written.

    Each kind is a dataclass of what a person needs to be told, and ``says`` so in a sentence, whose
    places its fields fill (``bot/screen/words.py``). As text it is its name alone: what it
    carries may be private, and errors end up in logs.
    """

    says: ClassVar[Words] = ""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False, repr=False)(cls)

    def __str__(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"
