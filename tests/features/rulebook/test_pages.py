"""The written rules as pages with their pictures, as chat shows them."""

from dataclasses import replace
from typing import Any

import pytest

from bot.core.matches import UnknownGame
from bot.features.moves import STOP, choose
from bot.features.moves.screen.question import question
from bot.features.practice.pages import practice
from bot.features.practice.service import board_of, chosen
from bot.features.practice.storage import Practice
from bot.features.rulebook.pages import RulesMissing, page_layout, page_text, rules_pages
from bot.screen.components import layout
from bot.screen.page import Menu, Picture, Row
from renderer import illustrations
from rules import GAMES
from rules.games.apart import Apart
from rules.rulebook import in_lines, rules_text
from rules.texts import ENGLISH, Plain, Whole
from tests.kit.limits import beyond_limits
from tests.kit.rules import CASES

SECTIONS = ["In short", "Start", "Turn", "End", "Notation", "Rulings"]


@pytest.mark.parametrize("game", GAMES)
def test_the_sections_come_in_order_and_each_picture_once(game: str) -> None:
    pages = rules_pages(game)
    assert list(dict.fromkeys(str(page.title).partition(":")[0] for page in pages)) == SECTIONS
    assert len({page.title for page in pages}) == len(pages)
    pictures = [page.illustration for page in pages if page.illustration is not None]
    assert sorted(each.id for each in pictures) == sorted(each.id for each in illustrations(game))
    assert pages[0].illustration is not None


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_together_are_the_document(game: str) -> None:
    """Every line once and in order: nothing is lost, and nothing is shown on two pages."""
    written = [line for line in in_lines(rules_text(GAMES[game])).splitlines() if line.strip()]
    texts = "\n".join(str(page.text or "") for page in rules_pages(game))
    shown = [line for line in texts.splitlines() if line.strip()]
    assert shown == [line for line in written if not line.startswith("#")]
    headings = [line.removeprefix("## ") for line in written if line.startswith("## ")]
    titled = dict.fromkeys(str(page.title).partition(":")[0] for page in rules_pages(game))
    assert list(titled) == headings


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


def test_where_the_game_starts_stands_whose_it_is() -> None:
    start = next(page for page in rules_pages("detach") if str(page.title) == "Start")
    assert str(start.text).startswith("Designed by João Pedro Neto, 2025.")
    assert "Each player begins with three stones" in str(start.text)


def test_a_game_without_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    unwritten = Apart()
    monkeypatch.setattr(unwritten, "info", replace(unwritten.info, id="unwritten"))
    monkeypatch.setattr(unwritten, "package", "tests.kit")
    with GAMES.registered(unwritten), pytest.raises(RulesMissing):
        rules_pages("unwritten")
    with pytest.raises(UnknownGame):
        rules_pages("chess")


MESSAGES = "/channels/{channel_id}/messages"


@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits(game: str) -> None:
    pages = rules_pages(game)
    assert len(pages) <= 25
    for number in range(len(pages)):
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


@pytest.mark.parametrize("game", GAMES)
def test_no_page_has_a_table_or_a_broken_paragraph(game: str) -> None:
    for page in rules_pages(game):
        text = str(page.text)
        assert "|" not in text
        follows = zip(text.splitlines(), text.splitlines()[1:], strict=False)
        assert [both for both in follows if all(line[:1].isalpha() for line in both)] == []


def test_paragraphs_become_one_line() -> None:
    assert in_lines("One\ntwo.\n\n\nThree\n- four\n  and more\n- five") == (
        "One two.\n\nThree\n- four and more\n- five"
    )


def test_lists_in_lists_stay_so() -> None:
    assert in_lines("- One\n    - two\n\nThree") == "- One\n    - two\n\nThree"


def test_tables_become_lists() -> None:
    table = "Before\n\n| what | written |\n|---|---|\n| a step | `b2` |\n| a jump | `b4` |\n\nAfter"
    assert in_lines(table) == "Before\n\n- a step: `b2`\n- a jump: `b4`\n\nAfter"
    wide = "| board | White | Black |\n|:-:|---|---|\n| small | `a1` | `b2` |"
    assert in_lines(wide) == "- small: White `a1`; Black `b2`"


def test_a_page_without_a_picture_has_no_caption() -> None:
    pages = rules_pages("apart")
    shown, last = (page_layout("apart", pages, at).parts for at in (0, len(pages) - 1))
    assert [type(part) for part in shown] == [Whole, Picture, Plain, Menu, Row]
    assert [type(part) for part in last] == [Whole, Menu, Row]
