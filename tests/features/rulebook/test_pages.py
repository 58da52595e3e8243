"""The written rules as pages with their pictures, as chat shows them."""

from typing import Any

import pytest

from bot.core.matches import UnknownGame
from bot.features.moves import STOP, choose
from bot.features.moves.screen.question import question
from bot.features.practice.pages import practice
from bot.features.practice.service import board_of, chosen
from bot.features.practice.storage import Practice
from bot.features.rulebook.pages import page_layout, page_text, rules_pages
from bot.screen.components import layout
from bot.screen.page import Menu
from renderer import illustrations
from rules import GAMES
from rules.rulebook import in_lines, rules_text
from rules.texts import ENGLISH
from tests.kit.limits import beyond_limits
from tests.kit.rules import CASES

SECTIONS = ["In short", "Start", "Turn", "End", "Notation", "Rulings"]


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_together_are_the_document(game: str) -> None:
    """Every line once and in order: nothing is lost, and nothing is shown on two pages."""
    written = [line for line in in_lines(rules_text(GAMES[game])).splitlines() if line.strip()]
    texts = "\n".join(str(page.text or "") for page in rules_pages(game))
    shown = [line for line in texts.splitlines() if line.strip()]
    assert shown == [line for line in written if not line.startswith("#")]
    headings = [line.removeprefix("## ") for line in written if line.startswith("## ")]
    titled = dict.fromkeys(str(page.title).partition(":")[0] for page in rules_pages(game))
    assert list(titled) == headings == SECTIONS
    pictures = [page.illustration for page in rules_pages(game) if page.illustration is not None]
    assert sorted(each.id for each in pictures) == sorted(each.id for each in illustrations(game))
    with pytest.raises(UnknownGame):
        rules_pages("chess")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_page_is_enough_for_a_first_move(game: str) -> None:
    """What wins, what a turn is and what to watch out for, seen at once on a telephone."""
    first = rules_pages(game)[0]
    lines = str(first.text).splitlines()
    assert lines[0].startswith("- **You win** ")
    assert lines[-1].startswith("- **Watch out:** ")
    assert 4 <= len(lines) <= 6
    assert len(str(first.text).replace("**", "")) <= 600
    assert "`" not in str(first.text)
    assert len(str(first.illustration.caption)) <= 180


MESSAGES = "/channels/{channel_id}/messages"


@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits(game: str) -> None:
    pages = rules_pages(game)
    assert len(pages) <= 25
    for number in range(len(pages)):
        assert "|" not in str(pages[number].text)
        body: dict[str, Any] = {
            "components": layout(page_layout(game, pages, number), ENGLISH).to_components()
        }
        assert beyond_limits(MESSAGES, body) == []


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_practice_boards_fit(game: str, variant: str) -> None:
    info = GAMES[game].info
    seeded = next(each.seeded for each in info.variants if each.id == variant)
    kept = Practice(game, variant, 5 if seeded else None)
    for choice in range(30):
        board = board_of(kept)
        now, part = board.composition, choice % 4
        asked = None if now is None else question(now, part, turned=False)
        page = practice(board, "why " * 100, asked, "x" * 1024)
        assert beyond_limits(MESSAGES, {"components": layout(page, ENGLISH).to_components()}) == []
        if board.composition is None:
            break
        menu = board.composition.menu
        number = STOP if menu.complete else choice * 5 % len(menu.options)
        taken = choose(board.composition, number)
        assert taken is not None
        kept = chosen(board, taken)


def test_the_first_page_says_whose_side_is_ahead() -> None:
    for game in GAMES:
        info, pages = GAMES[game].info, rules_pages(game)
        texts = [str(page_text(info, page, at, len(pages))) for at, page in enumerate(pages)]
        balance = str(info.balance or "")
        assert balance in texts[0]
        assert not balance or all(balance not in text for text in texts[1:])
    assert [game for game in GAMES if GAMES[game].info.balance] == ["apart"]


def test_the_list_of_pages_shows_the_page_that_is_open() -> None:
    pages = rules_pages("apart")
    for number in range(len(pages)):
        found = page_layout("apart", pages, number).parts
        (menu,) = [each for each in found if isinstance(each, Menu)]
        assert [option.value for option in menu.options if option.chosen] == [str(number)]


def test_paragraphs_become_lines_and_tables_lists() -> None:
    assert in_lines("One\ntwo.\n\n\nThree\n- four\n  and more\n    - five") == (
        "One two.\n\nThree\n- four and more\n    - five"
    )
    table = "Before\n\n| what | written |\n|---|---|\n| a step | `b2` |\n| a jump | `b4` |\n\nAfter"
    assert in_lines(table) == "Before\n\n- a step: `b2`\n- a jump: `b4`\n\nAfter"
    wide = "| board | White | Black |\n|:-:|---|---|\n| small | `a1` | `b2` |"
    assert in_lines(wide) == "- small: White `a1`; Black `b2`"
