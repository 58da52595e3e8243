"""The simulated Discord refuses what the real one refuses."""

import json
import os
from pathlib import Path

import pytest

from tests.kit.openapi import VARIABLE, ApiDocument
from tests.kit.reduce_openapi import SHIPPED, reduced, written
from tests.kit.strict.documented import OPEN_THREAD_AT, POST_MESSAGE, SET_COMMANDS, Call

LONG_BUTTON = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "c"}


@pytest.fixture(params=["shipped", "whole"])
def document(request: pytest.FixtureRequest) -> ApiDocument:
    """What the tests ship of Discord's API document, and the whole of it where there is one."""
    path = Path(os.environ.get(VARIABLE, "")) if request.param == "whole" else SHIPPED
    if not path.is_file():
        pytest.skip(f"{VARIABLE} names no copy of Discord's API document")
    return ApiDocument(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("call", "body"),
    [
        (POST_MESSAGE, {"content": 5}),
        (POST_MESSAGE, {"content": "x", "embed_s": []}),
        (
            POST_MESSAGE,
            {"flags": 32768, "components": [{"type": 12, "items": [{"description": "x"}]}]},
        ),
        (POST_MESSAGE, {"components": [{"type": 1, "components": [LONG_BUTTON]}]}),
        (SET_COMMANDS, [{"name": "a", "description": "d" * 101}]),
        (OPEN_THREAD_AT, {"name": "n", "auto_archive_duration": 7}),
    ],
)
def test_a_broken_request_is_caught(document, call: Call, body) -> None:
    assert document.faults(call, body) != []


@pytest.mark.skipif(VARIABLE not in os.environ, reason=f"{VARIABLE} names no document")
def test_what_is_shipped_is_what_the_whole_document_says() -> None:
    whole = json.loads(Path(os.environ[VARIABLE]).read_text(encoding="utf-8"))
    assert SHIPPED.read_text(encoding="utf-8") == written(reduced(whole))
