"""The written rules as pages, with their pictures."""

from dataclasses import replace

import pytest

from bot.core.matches import UnknownGame
from bot.features.rulebook.pages import RulesMissing, rules_pages
from renderer import illustrations
from rules import GAMES
from rules.games.apart import Apart
from rules.rulebook import in_lines, rules_text

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
