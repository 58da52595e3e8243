"""Whatever a page says, Discord takes it; what fits is shown as it is."""

import re
from pathlib import Path
from typing import Any

import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.features.moves.screen.composer import InboxAction, InboxButton
from bot.features.rulings.screen import Ruling
from bot.features.rulings.words import Act
from bot.screen import components
from bot.screen.page import (
    Accent,
    Button,
    ChannelMenu,
    File,
    Form,
    Link,
    Menu,
    Option,
    Page,
    Part,
    Picture,
    RoleMenu,
    Row,
    Section,
    Style,
    TextField,
    options,
)
from data.ids import MatchId
from rules.texts import ENGLISH
from tests.kit.limits import components as nested
from tests.kit.openapi import api_document
from tests.kit.strict.documented import CALLBACK, POST_MESSAGE

UI = r"from discord import .*\bui\b|discord\.ui\b"

HOSTILE = st.text(max_size=30) | st.builds(
    lambda text, times: text * times, st.text(min_size=1, max_size=9), st.integers(1, 900)
)
"""Names and counts as people bring them: nothing, blanks, signs, and far too much."""


def page_of(texts: list[str], how_many: int) -> Page:
    """One with every kind of part, which says all of these."""
    ids = (InboxButton(InboxAction.PAGE, number) for number in range(99))

    def button(text: str) -> Button:
        return Button(text, next(ids), Style.DANGER, disabled=True)

    named = tuple(Option(text, str(at), text) for at, text in enumerate(texts * how_many))
    parts: list[Part] = [
        *texts,
        *(Section(text, button(text)) for text in texts[:2]),
        *(Picture(text) for text in texts[:2]),
        Row(button(texts[0]), Link(texts[-1], "https://example.org"), button(texts[-1])),
        Menu(next(ids), named, texts[0], most=len(named)),
        RoleMenu(next(ids), texts[0] or "-", None),
        ChannelMenu(next(ids), texts[0] or "-", 7),
        File("a.txt"),
    ]
    return Page(*parts, accent=Accent.PURPLE)


def sent(page: Page) -> dict[str, Any]:
    return {"components": components.layout(page, ENGLISH).to_components(), "flags": 1 << 15}


@given(texts=st.lists(HOSTILE, min_size=1, max_size=6), how_many=st.integers(1, 30))
def test_discord_takes_whatever_is_said(texts: list[str], how_many: int) -> None:
    page = page_of(texts, how_many)
    assert api_document().faults(POST_MESSAGE, sent(page)) == []
    assert components.room_left(page.parts) == 40 - len(list(nested(sent(page)["components"])))


@given(title=HOSTILE, label=HOSTILE, example=HOSTILE, begun=HOSTILE)
def test_discord_takes_any_form(title: str, label: str, example: str, begun: str) -> None:
    field = TextField("typed", label, 400, 3, example, begun)
    made = components.modal(Form(title, Ruling(MatchId(1), Act.ANNUL), (field,)), ENGLISH).to_dict()
    called = {"type": 9, "data": made}
    assert api_document().faults(CALLBACK, called) == []


def test_what_is_cut_ends_in_an_ellipsis_and_nothing_else_is() -> None:
    fits, long = "x" * 80, "y" * 81
    page = Page("z" * 3990, "a" * 50, "b", Row(Button(fits, InboxButton(InboxAction.PAGE, 1))))
    texts = [each.get("content") for each in nested(sent(page)["components"]) if "content" in each]
    assert texts == ["z" * 3990, "a" * 8 + "…", "b"]
    assert components.cut(fits, 80, ENGLISH) == fits
    assert components.cut(long, 80, ENGLISH) == "y" * 79 + "…"


def test_only_as_many_options_as_fit_are_shown() -> None:
    menu = Menu(InboxButton(InboxAction.PAGE, 0), options({n: f"{n}" for n in range(30)}, 3))
    (row,) = sent(Page(menu))["components"][0]["components"]
    shown = row["components"][0]["options"]
    assert [each["value"] for each in shown] == [str(n) for n in range(25)]
    assert [each["value"] for each in shown if each["default"]] == ["3"]


def test_a_picture_stands_beside_the_frames() -> None:
    shown = sent(Page("a", Picture("x"), "b", accent=Accent.AMBER))["components"]
    assert [each["type"] for each in shown] == [17, 12, 17]
    assert {each.get("accent_color") for each in shown} == {None, 0xF59E0B}


def test_what_only_a_mistake_brings_about_is_refused() -> None:
    press = Button("x", InboxButton(InboxAction.PAGE, 0))
    for wrong in (Page(Menu(press.id, ())), Page(Row(*[press] * 6)), Page(*["x"] * 40)):
        with pytest.raises(ValueError, match=r"option|children|full|exceeded"):
            components.layout(wrong, ENGLISH)


def test_nobody_else_makes_components() -> None:
    root = Path(components.__file__).parents[1]
    makers = [each.name for each in root.rglob("*.py") if re.search(UI, each.read_text("utf-8"))]
    assert makers == ["components.py"]


def test_nothing_is_no_part() -> None:
    assert Page(None, "", Row(), Row(None), "x") == Page("x")


async def test_messages_and_forms_are_not_kept_in_memory() -> None:
    form = Form("x", Ruling(MatchId(1), Act.ANNUL), (TextField("typed", "x", 10),))
    made: list[ui.LayoutView | ui.Modal] = [
        components.layout(Page("x"), ENGLISH),
        components.modal(form, ENGLISH),
    ]
    assert all(each.is_finished() for each in made)
