"""The written rules as pages, with their pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.services.matches.errors import RulesMissing, UnknownGame
from bot.services.rulebook import pages as handbook
from bot.services.rulebook.pages import rules_pages
from renderer import illustrations
from rules import GAMES

SECTIONS = ["Start", "Turn", "End", "Notation", "Rulings"]


@pytest.mark.parametrize("game", GAMES)
def test_the_sections_come_in_order_and_each_picture_once(game: str) -> None:
    pages = rules_pages(game)
    assert list(dict.fromkeys(page.title for page in pages)) == SECTIONS
    pictures = [page.illustration for page in pages if page.illustration is not None]
    assert sorted(each.id for each in pictures) == sorted(each.id for each in illustrations(game))
    assert pages[0].illustration is not None


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_text_is_lost(game: str) -> None:
    path = Path(__file__).parents[3] / "docs" / "rules" / f"{game}.md"
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    shown = "\n".join(page.text for page in rules_pages(game))
    assert [line for line in lines if not line.startswith("#") and line not in shown] == []


def test_the_first_page_says_whose_game_it_is() -> None:
    first = rules_pages("detach")[0]
    assert first.text.startswith("Designed by João Pedro Neto, 2025.")
    assert "Each player begins with three stones" in first.text


def test_the_texts_are_found_where_they_are_installed_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "apart.md").write_text("# Apart\n\nShort.\n\n## Start\n\nSit down.\n", "utf-8")
    monkeypatch.setattr(handbook, "FOLDERS", (tmp_path / "nowhere", tmp_path))
    (*_, last) = rules_pages.__wrapped__("apart")
    assert (last.title, rules_pages.__wrapped__("apart")[0].text) == (
        "Start",
        "Short.\n\nSit down.",
    )


def test_a_game_without_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handbook, "FOLDERS", (tmp_path,))
    with pytest.raises(RulesMissing):
        rules_pages.__wrapped__("apart")
    with pytest.raises(UnknownGame):
        rules_pages("chess")
