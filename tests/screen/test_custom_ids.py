"""What a button says comes back as it was, fits, and cannot be forged into something else."""

import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from enum import StrEnum
from functools import cache
from itertools import islice
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.features import HANDLERS
from bot.features.practice.screen import SuggestedMove
from bot.screen.ids import LARGEST, MAX_LENGTH, CustomId
from tests.kit.examples import examples
from tests.kit.rules import CASES, sampled

KINDS = [
    kind
    for kind in CustomId.__subclasses__()
    if vars(sys.modules[kind.__module__]).get(kind.__name__) is kind  # not as it was before slots
]
"""All that there are, since what answers them was imported."""


def of_field(hint: Any) -> st.SearchStrategy[Any]:
    if get_origin(hint) is Annotated:
        _, pattern = get_args(hint)
        return st.from_regex(pattern, fullmatch=True)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from(hint)
    return st.integers(0, LARGEST)


def longest_of_field(hint: Any) -> st.SearchStrategy[Any]:
    if get_origin(hint) is Annotated:
        return of_field(hint)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.just(max(hint, key=len))
    return st.just(LARGEST)


@cache
def of_kind(
    kind: type[CustomId], fitting: Callable[[Any], st.SearchStrategy[Any]] = of_field
) -> st.SearchStrategy[CustomId]:
    hints = get_type_hints(kind, include_extras=True)
    return st.builds(kind, *[fitting(hints[each.name]) for each in fields(kind)])


@pytest.mark.parametrize("kind", KINDS)
@examples(20)
@given(data=st.data())
def test_what_is_written_fits_and_is_read_again(kind: type[CustomId], data: st.DataObject) -> None:
    made = data.draw(of_kind(kind))
    assert kind.parse(str(made)) == made
    assert [other for other in KINDS if other.parse(str(made)) is not None] == [kind]
    assert len(str(data.draw(of_kind(kind, longest_of_field)))) <= MAX_LENGTH


def test_every_kind_begins_in_its_own_way() -> None:
    prefixes = Counter(kind.PREFIX for kind in KINDS)
    assert [prefix for prefix, count in prefixes.items() if count > 1] == []
    assert all(re.fullmatch("[a-z]{1,3}", prefix) for prefix in prefixes)


@given(text=st.text(max_size=120) | st.text("mcsrighpquvotdnw:0123456789", max_size=40))
def test_what_nobody_wrote_is_nothing(text: str) -> None:
    for kind in KINDS:
        found = kind.parse(text)
        assert found is None or str(found) == text


NEARLY = [
    "m:1:0",
    "m:1:0:castle",
    "m:1:0:move:",
    "m:01:0:move",
    "m:-1:0:move",
    "m:1_0:0:move",
    "m: 1:0:move",
    "m:\u0661:0:move",
    f"m:{LARGEST + 1}:0:move",
    "c:1:move",
    "s:1:0:0000000g:take:0",
    "d:1:0>",
    "d:1:0>1>2>3>4",
    "r:swap:1:grant",
    "x:1; drop table matches",
    "g:" + "a" * 200 + ":0:show",
    "",
]


def test_what_is_nearly_right_is_nothing() -> None:
    read = [(kind, text) for kind in KINDS for text in NEARLY if kind.parse(text) is not None]
    assert read == []


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_suggested_move_comes_back_as_it_was_written(game: str, variant: str) -> None:
    for position in sampled(game, variant):
        for move in islice(position.moves(), 200):
            made = SuggestedMove(LARGEST, 400, str(move))
            if len(str(move)) <= 60:
                assert SuggestedMove.parse(str(made)) == made


def test_every_kind_is_answered_by_one_area() -> None:
    answered = Counter((each.kind, each.is_form) for each in HANDLERS)
    assert {kind for kind, _ in answered} == set(KINDS)
    assert set(answered.values()) == {1}
