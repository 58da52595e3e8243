"""What is written for people: links lead somewhere, and a page is read in one go."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    page
    for page in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "rules").rglob("*.md"),
    )
)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
EXTERNAL = re.compile(r"[a-z]+:")

GUIDES = [page for page in PAGES if page.name not in {"CHANGELOG.md", "rules.md"}]
MOST_LINES, MOST_WORDS = 150, 90
"""Of a page, and of a paragraph of it."""

by_path = {"ids": lambda page: str(page.relative_to(ROOT))}


def prose(page: Path) -> str:
    """The page without its blocks of code."""
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The names that a forge gives to the page's headings."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def broken(page: Path) -> list[str]:
    """The page's relative links that lead to no file, or to no heading of a page."""
    found = []
    for link in LINK.findall(prose(page)):
        if EXTERNAL.match(link):
            continue
        path, _, anchor = link.partition("#")
        aim = (page.parent / path).resolve() if path else page
        if not aim.exists() or (anchor and anchor not in anchors(aim)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, **by_path)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken(page) == []


@pytest.mark.parametrize("page", GUIDES, **by_path)
def test_a_page_is_short(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("page", GUIDES, **by_path)
def test_no_paragraph_is_a_wall(page: Path) -> None:
    pieces = re.split(r"\n\s*\n|\n(?=- |\d+\. |\|)", prose(page))
    assert [each for each in pieces if len(each.split()) > MOST_WORDS] == []


@pytest.mark.slow
def test_the_site_can_be_built(tmp_path: Path) -> None:
    """Strictly: a page that is in no menu and a link that leads nowhere end it."""
    build = (sys.executable, "-m", "mkdocs", "build", "--site-dir", tmp_path)
    ended = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "community" / "index.html").exists()


def test_every_page_is_in_the_menu() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if not re.search(rf"[ :]{re.escape(page)}$", menu, re.M)] == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# The other page\n")
    page = tmp_path / "page.md"
    page.write_text(
        "# A page\n[a](other.md#the-other-page) [b](#a-page) [c](https://example.org/x)\n"
        "[d](gone.md) [e](other.md#gone) ![f](gone.png) [g](#gone)\n"
        "```\n[h](code.md)\n```\n"
    )
    assert broken(page) == ["gone.md", "other.md#gone", "gone.png", "#gone"]
