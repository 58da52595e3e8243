"""The house rules that no linter knows."""

import re
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

import rules
from tests.lock import IMAGE, LOCK, OLDEST, PROJECT, canonical
from tests.release import NOTES

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "renderer", "data", "bot")
SOURCES = sorted(
    path for folder in (*PACKAGES, "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")
)


LONGEST_FILE, LONGEST_FUNCTION = 500, 60
FUNCTION = re.compile(r"^( *)(?:async )?def (\w+).*\n(?:(?:\1[ )].*)?\n)*", re.MULTILINE)
CONSTANT = re.compile(r"^([A-Z][A-Z0-9_]*)(?:: .+)? = ", re.MULTILINE)


def test_files_and_functions_are_short_and_every_constant_is_assigned_once() -> None:
    """As the formatter writes code: a function goes on while lines are blank or indented."""
    long, again = [], []
    for path in SOURCES:
        text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT)
        long += [f"{name}"] if text.count("\n") > LONGEST_FILE else []
        for found in FUNCTION.finditer(text):
            for each in [found, *FUNCTION.finditer(text, found.start() + 1, found.end())]:
                lines = each.group().rstrip().count("\n") + 1
                long += [f"{name} {each[2]}"] if lines > LONGEST_FUNCTION else []
        constants = CONSTANT.findall(text)
        again += [f"{name} {each}" for each in {*constants} if constants.count(each) > 1]
    assert long == []
    assert again == []


@pytest.mark.parametrize("package", ["bot", "data", "renderer"])
def test_nothing_beside_the_rules_names_a_game(package: str) -> None:
    # as a string or a name of the code: apart and halves are words of English too
    names = re.compile(rf"[\"'.]({'|'.join(rules.GAMES)})\b[\"']?", re.IGNORECASE)
    named = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for match in names.finditer(path.read_text(encoding="utf-8"))
    ]
    assert named == []


def test_the_readme_gives_the_commands_that_ci_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    told = set(re.findall(r"^make ([a-z ]+)$", readme, re.MULTILINE))
    assert "make check test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "check test" in told
    assert {word for line in told for word in line.split()} <= targets


def test_the_workflow_does_what_ci_does() -> None:
    """It has the server that ``.ci/run`` names, and the oldest and the image's Python."""
    text = (ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8")
    job = yaml.safe_load(text)["jobs"]["check"]
    given = {key: value for step in job["steps"] for key, value in step.get("with", {}).items()}
    server = job["services"]["postgres"]
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert given["python-version"] == "${{ matrix.python }}"
    assert job["strategy"]["matrix"]["python"] == [OLDEST, IMAGE]
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"python(3\.\d+)-", image)) == {IMAGE}
    port, database = server["ports"][0].split(":")[0], server["env"]["POSTGRES_DB"]
    assert f"127.0.0.1:{port}/{database}" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_a_tag_publishes_what_make_release_makes() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    job = yaml.safe_load(text)["jobs"]["release"]
    making, publishing = (step["run"] for step in job["steps"] if "run" in step)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{making.removeprefix('make ')}:", makefile, re.MULTILINE)
    assert f"--notes-file dist/{NOTES} dist/*" in publishing


def test_hooks_of_commits_run_the_tools_of_the_project() -> None:
    told = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (local,) = told["repos"]
    assert local["repo"] == "local"
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(BIN)", ".venv/bin")
    entries = [hook["entry"].removesuffix(" --force-exclude") for hook in local["hooks"]]
    assert [entry for entry in entries if entry not in makefile] == []


def test_every_dependency_earns_its_place_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8").lower()
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = project[project.index("dependencies = [") : project.index("[tool.setuptools")]
    names = re.findall(r'"([A-Za-z.\-_]+)(?:\[[a-z,]+\])?(?:>=[0-9.,<]+)?"', block)
    assert names
    assert [name for name in names if name != "quintet" and name.lower() not in readme] == []


def test_every_dependency_is_pinned_by_version_alone() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert pins == sorted(pins, key=str.lower)
    assert [pin for pin in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", pin)] == []


def pinned(lines: list[str]) -> dict[str, str]:
    """The versions of these pins by the packages' canonical names."""
    pairs = (line.split(" ")[0].split("==") for line in lines)
    return {canonical(name): version for name, version in pairs}


def locked() -> dict[str, str]:
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    return pinned([line for line in lines if not line.startswith(("#", " "))])


def test_the_image_installs_the_pinned_versions() -> None:
    pins = pinned((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines())
    built_by = pinned(PROJECT["build-system"]["requires"])
    assert {name: (pins | built_by).get(name) for name in locked()} == locked(), "make lock"
    assert "--require-hashes -r requirements.lock" in (ROOT / "Dockerfile").read_text("utf-8")


def test_everything_that_the_image_installs_has_a_hash() -> None:
    text = "\n".join(LOCK.read_text(encoding="utf-8").splitlines()[2:])
    pin = r"[a-z0-9-]+==[a-z0-9.]+( ; [^\n\\]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+"
    assert re.fullmatch(rf"{pin}(\n{pin})*", text)


WANTED = [
    Requirement(each)
    for each in (
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["postgres"],
    )
]


def test_everything_that_the_bot_needs_is_in_the_image() -> None:
    assert {canonical(each.name) for each in WANTED} - locked().keys() == set(), "make lock"


def test_what_hosts_install_is_bounded_by_the_next_major_version() -> None:
    pins = pinned((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines())
    for each in WANTED:
        pin = Version(pins[canonical(each.name)])
        assert pin in each.specifier
        assert (str(pin.major + 1) in each.specifier) == (each.name == "tzdata"), each
