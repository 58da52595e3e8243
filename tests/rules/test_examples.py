"""The examples in the documentation of the library run as they are printed."""

from __future__ import annotations

import doctest
import textwrap

import rules
import rules.record


def test_the_example_of_the_package_runs() -> None:
    outcome = doctest.testmod(rules)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_the_record_that_is_shown_can_be_read() -> None:
    shown = (rules.record.__doc__ or "").split("\n\n")
    record = rules.record.read(textwrap.dedent("\n\n".join(shown[1:3])))
    assert record.players == ("Ann", "Bob")
    assert len(record.entries) == 3
