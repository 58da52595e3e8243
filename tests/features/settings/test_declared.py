"""Every setting is declared once, and nothing else than what it offers can be chosen."""

from dataclasses import fields
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.people import PlayerSettings, ServerSettings
from bot.features.settings.pages import PLAYER_FIELDS, SERVER_FIELDS, OneHere, Setting
from bot.screen.page import ChannelMenu, RoleMenu
from tests.kit.examples import examples

DECLARED: dict[type[Any], tuple[Setting[Any], ...]] = {
    PlayerSettings: tuple(setting for _, setting in PLAYER_FIELDS.values()),
    ServerSettings: tuple(setting for _, setting in SERVER_FIELDS.values()),
}
EACH = [(kind, setting) for kind, declared in DECLARED.items() for setting in declared]
each_setting = pytest.mark.parametrize(
    ("kind", "setting"), EACH, ids=[setting.field for _, setting in EACH]
)


@pytest.mark.parametrize("kind", DECLARED)
def test_each_stored_setting_can_be_chosen_in_one_place(kind: type[Any]) -> None:
    declared = [setting.field for setting in DECLARED[kind]]
    # nobody chooses what Discord tells, nor that a question was asked
    declared += ["locale"] if kind is PlayerSettings else ["language_offered", "deleted"]
    assert sorted(declared) == sorted(field.name for field in fields(kind))


@each_setting
@examples(20)
@given(values=st.lists(st.text(max_size=20) | st.integers().map(str), max_size=5))
def test_whatever_is_sent_is_refused_or_can_be_stored(kind, setting, values) -> None:
    before = kind()
    try:
        after = setting.changed(before, values)
    except ValueError:
        return
    stored = msgspec.to_builtins(before)
    del stored[setting.field]
    assert msgspec.convert({**stored, "gone": 1}, kind) == before
    assert msgspec.convert(msgspec.to_builtins(after), kind) == after
    for field in fields(kind):
        if field.name != setting.field:
            assert getattr(after, field.name) == getattr(before, field.name)


@pytest.mark.parametrize("number", ["0", "-1", "9" * 30, "x"])
@pytest.mark.parametrize("control", [OneHere(ChannelMenu, ""), OneHere(RoleMenu, "")])
def test_numbers_that_discord_does_not_have_are_refused(control, number: str) -> None:
    with pytest.raises(ValueError, match=r"nothing that|out of range|invalid literal"):
        control.read(None, [number])
