"""Stored JSON as values of the areas' own types."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from data.errors import UnreadableError

Kind = TypeVar("Kind")


@contextmanager
def readable() -> Iterator[None]:
    """Raise UnreadableError for a value that msgspec cannot read."""
    try:
        yield
    except msgspec.DecodeError as error:
        raise UnreadableError(str(error)) from None


def typed(stored: Any, kind: type[Kind]) -> Kind:
    """What was read as JSON, as a value of ``kind``; raises UnreadableError for what is none."""
    with readable():
        return msgspec.convert(stored, kind)
