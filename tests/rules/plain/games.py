"""The plain reading of every game, by its id."""

from __future__ import annotations

from types import ModuleType

from tests.rules.plain import apart

PLAIN: dict[str, ModuleType] = {"apart": apart}
