"""What is copied quickly is a copy like any other."""

import copy
from datetime import UTC, datetime
from typing import Any

from tests.kit.copying import copied

MESSAGE: dict[str, Any] = {
    "content": "hello",
    "flags": 64,
    "pinned": False,
    "nonce": None,
    "components": [{"type": 1, "components": [{"type": 2, "label": "Move"}]}],
    "when": datetime(2026, 1, 1, tzinfo=UTC),
    "sizes": (1, [2]),
    "tags": {"a", "b"},
}


def test_a_copy_is_equal_and_shares_nothing_that_changes() -> None:
    made = copied(MESSAGE)
    assert made == MESSAGE == copy.deepcopy(MESSAGE)
    made["components"][0]["components"][0]["label"] = "Resign"
    made["sizes"][1].append(3)
    made["tags"].clear()
    assert MESSAGE["components"][0]["components"][0]["label"] == "Move"
    assert MESSAGE["sizes"] == (1, [2])
    assert MESSAGE["tags"] == {"a", "b"}
