"""Which of many similar cases are tried by day; the others are for ``make night``."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from tests.kit.rules import CASES

ONE_OF_EACH = list({game: (game, variant) for game, variant in reversed(CASES)}.values())
"""The first variant of every game."""


_NIGHTLY = (pytest.mark.night, pytest.mark.timeout(1800))


def at_night(*case: Any, name: str | None = None) -> Any:
    """A case of ``parametrize`` that is left to the night, and may take its time there.

    ``name`` is shown in its test's name.
    """
    return pytest.param(*case, id=name, marks=_NIGHTLY)


def mostly_at_night(cases: Iterable[Any], day: Collection[Any], name: str = "") -> list[Any]:
    """All the cases, for ``parametrize``: those of the ``day`` are tried by day, too.

    With ``name`` the day knows them by their attribute of that name.
    """
    found = {getattr(case, name) if name else case: case for case in cases}
    assert set(day) <= set(found)
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            id=known if name else None,
            marks=() if known in day else _NIGHTLY,
        )
        for known, case in found.items()
    ]
