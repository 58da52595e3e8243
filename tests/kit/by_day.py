"""Which of many similar cases are tried by day; the others are for ``make night``."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def mostly_at_night(
    cases: Iterable[tuple[Any, ...]], day: Collection[tuple[Any, ...]]
) -> list[Any]:
    """All the cases, for ``parametrize``: those of the ``day`` are tried by day, too."""
    found = list(cases)
    assert set(day) <= set(found)
    return [pytest.param(*case, marks=() if case in day else pytest.mark.night) for case in found]
