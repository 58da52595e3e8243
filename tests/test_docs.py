"""What is written for people: links lead somewhere, and a page is read in one go."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    page
    for page in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "rules").rglob("*.md"),
        *(ROOT / ".github").rglob("*.md"),
    )
)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
EXTERNAL = re.compile(r"[a-z]+:")

GUIDES = [page for page in PAGES if page.name not in {"CHANGELOG.md", "rules.md"}]
MOST_LINES, MOST_WORDS = 150, 90
"""Of a page, and of a paragraph of it."""

DECISIONS = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))
MOST_OF_A_DECISION = 30
"""Lines."""
PARTS_OF_A_DECISION = {"Decided", "Why", "Considered", "What follows"}
BUILT = [
    *(ROOT / "docs" / name for name in ("architecture.md", "adding-a-feature.md")),
    *DECISIONS,
    ROOT / "CONTRIBUTING.md",
]
"""The pages that say where things are in the code."""
CODE = re.compile(r"^```\n(.*?)^```$|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
MADE = re.compile(r"^(?:[A-Z_]+=\S* )*make ((?:[a-z][a-z-]*\b(?!=) ?)+)", re.MULTILINE)
FOLDERS = tuple(ROOT / name for name in ("rules", "languages", "renderer", "data", "bot", "tests"))
FEATURES = re.compile(r"^\| feature \|.*\n\|-.*\n((?:\|.*\n)+)", re.MULTILINE)

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


@cache
def words_of_the_code() -> set[str]:
    sources = [
        path for folder in FOLDERS for path in folder.rglob("*.py") if path != Path(__file__)
    ]
    return {word for path in sources for word in re.findall(r"\w+", path.read_text("utf-8"))}


def unknown(page: Path) -> list[str]:
    """The paths and the names of the code in backticks of the page that are nowhere."""
    found = []
    for name in re.findall(r"`([\w.][\w./]*)(?:\(\))?`", prose(page)):
        if "/" in name or name.endswith(".py"):
            path = name.rstrip("/")
            known = (ROOT / path).exists() or any(any(each.rglob(path)) for each in FOLDERS)
        else:
            known = words_of_the_code().issuperset(filter(None, name.split(".")))
        if not known:
            found.append(name)
    return found


@pytest.mark.parametrize("page", BUILT, **by_path)
def test_what_a_page_names_is_in_the_code(page: Path) -> None:
    assert unknown(page) == []


def test_the_architecture_names_the_features_that_there_are() -> None:
    (told,) = FEATURES.findall(prose(BUILT[0]))
    named = {
        name for row in told.splitlines() for name in re.findall(r"`([a-z]+)`", row.split("|")[1])
    }
    assert named == {path.parent.name for path in (ROOT / "bot/features").glob("*/feature.py")}


def targets_named(page: Path) -> set[str]:
    """The targets of the Makefile that the page tells people to make."""
    code = ["".join(each) for each in CODE.findall(page.read_text(encoding="utf-8"))]
    return {target for each in code for line in MADE.findall(each) for target in line.split()}


@pytest.mark.parametrize("page", PAGES, **by_path)
def test_what_people_are_told_to_make_is_in_the_makefile(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets_named(page) <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


@pytest.mark.parametrize(("number", "page"), list(enumerate(DECISIONS, 1)))
def test_a_decision_has_its_number_its_parts_and_a_row(number: int, page: Path) -> None:
    overview = (page.parent / "README.md").read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    title = text.splitlines()[0].removeprefix("# ")
    assert page.name.startswith(f"{number:02}-")
    assert title.startswith(f"{number}. ")
    assert f"| [{title}]({page.name}) |" in overview
    assert set(re.findall(r"^## (.+)$", text, re.MULTILINE)) >= PARTS_OF_A_DECISION
    assert len(text.splitlines()) <= MOST_OF_A_DECISION


@pytest.mark.parametrize("page", PAGES, **by_path)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken(page) == []


@pytest.mark.parametrize("page", GUIDES, **by_path)
def test_a_page_is_short_and_no_paragraph_a_wall(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) <= MOST_LINES
    pieces = re.split(r"\n\s*\n|\n(?=- |\d+\. |\|)", prose(page))
    assert [each for each in pieces if len(each.split()) > MOST_WORDS] == []


@pytest.mark.night
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
