from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _nothing_private(nothing_private_is_logged: None) -> None:
    """Whatever fails, the log says nothing that people wrote or hold."""
