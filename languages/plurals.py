"""Which of a language's forms a number has: the rule in the header of its catalog."""

import gettext
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_FORMS = re.compile(r"nplurals=(\d{1,3})\b")
_RULE = re.compile(r"plural=([^;\n]+);?")
_LONGEST = 200
_FAILING = re.compile(r"[-+*/]|%(?!\s*0*[1-9])")
"""What no language needs, and what fails for some numbers: the remainder of all but a number."""
_WRITTEN = re.compile(r"\d+")
_USUAL = range(1001)


class PluralError(ValueError):
    """A header without a rule that gives every number one of the language's forms."""


@dataclass(frozen=True, slots=True)
class Plurals:
    """How many forms a language has, and ``rule``, which gives each number its form from 0 on."""

    forms: int
    rule: Callable[[int], int]


def plurals_of(header: str) -> Plurals:
    """The rule of a header; without one the second form is that of all numbers but 1.

    Raises PluralError for a rule that fails, or that gives a form that there is not. All numbers
    up to 1,000 are tried, and those around each number in the rule.
    """
    number, rule = _FORMS.search(header), _RULE.search(header)
    forms = 2 if number is None else int(number[1])
    if rule is None:
        return Plurals(forms, lambda number: int(number != 1))
    given = _compiled(rule[1])
    wrong = next((each for each in _tried(rule[1]) if not 0 <= given(each) < forms), None)
    if wrong is not None:
        raise PluralError(
            f"no form {given(wrong)} of {forms} for the number {wrong}: {rule[1][:60]!r}"
        )
    return Plurals(forms, given)


def _compiled(rule: str) -> Callable[[int], int]:
    """The rule as a function, which can fail for no number."""
    try:
        if len(rule) <= _LONGEST and not _FAILING.search(rule):
            return gettext.c2py(rule)
    except (ValueError, SyntaxError):  # for some mistakes Python's own reader finds out
        pass
    raise PluralError(f"no rule for plurals: {rule[:60]!r}")


def _tried(rule: str) -> Iterator[int]:
    yield from _USUAL
    for each in map(int, _WRITTEN.findall(rule)):
        yield from (max(each - 1, 0), each, each + 1)
