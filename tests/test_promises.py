"""What others rely on stays as it was: docs/compatibility.md says what that is."""

import pytest

from rules.record import read, write
from tests.promises import LINE, PROMISES, kept, now

BROKEN = {
    "custom_ids": "Buttons that people have in front of them say this. Let them be understood as "
    "before, or answer them with a sentence, beside what is new.",
    "commands": "People type this, and have written it down. Let it be there beside the new name "
    "for one release, and say so in the changelog.",
    "settings": "Operators have set this. Let it mean what it did, or stop the start with a "
    "sentence that says what to write instead.",
    "program": "Operators have written this into scripts and alerts. Keep it until the next major "
    "version.",
    "stored": "Rows of every database hold this. Write a step that turns them into what is new.",
    "records": "People have kept matches as this text. Let rules.record read it as before.",
    "library": "Programs use this. Keep it until the next major version.",
}
ADDED = "It is new, and from now on others rely on it. Keep it: python -m tests.promises"


@pytest.mark.parametrize("kind", PROMISES)
def test_what_others_rely_on_is_still_there_and_what_is_new_is_promised_too(kind: str) -> None:
    there, promised = set(now(kind)), set(kept(kind))
    gone = sorted(promised - there)
    assert gone == [], f"{BROKEN[kind]} Before 1.0.0 all may change: python -m tests.promises"
    assert sorted(there - promised) == [], ADDED


def test_matches_that_were_kept_are_read_as_they_were() -> None:
    for line in kept("records"):
        text = line.replace(LINE, "\n")
        assert write(read(text)).strip() == text
