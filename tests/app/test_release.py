"""What a release says of itself agrees, or there is none."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.release import NotReadyError, check, name, version_of

TODAY = datetime(2027, 1, 2, tzinfo=UTC)


def git(tree: Path, *command: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(("git", "-C", tree, *who, *command), check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "quintet"\nversion = "0.1.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n- Games.\n")
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "begun")
    return tmp_path


def test_a_release_is_named_in_one_step_and_then_tagged(tree: Path) -> None:
    with pytest.raises(NotReadyError, match=r"says 0\.1\.0, and the newest .* is no release"):
        check(tree)
    name(tree, "1.0.0", TODAY)
    assert version_of(tree) == "1.0.0"
    notes = (tree / "CHANGELOG.md").read_text("utf-8")
    assert "## [Unreleased]\n\n## [1.0.0] - 2027-01-02\n\n- Games.\n" in notes
    with pytest.raises(NotReadyError, match="not committed"):
        check(tree)
    git(tree, "commit", "-a", "-m", "version 1.0.0")
    with pytest.raises(NotReadyError, match=r"git tag v1\.0\.0"):
        check(tree)
    git(tree, "tag", "v1.0.0")
    assert check(tree) == "1.0.0"


def test_a_version_that_the_changelog_does_not_have_is_none(tree: Path) -> None:
    name(tree, "1.0.0", TODAY)
    with pytest.raises(NotReadyError, match=r"not yet \[1\.0\.0\]"):
        name(tree, "1.0.0", TODAY)
    project = tree / "pyproject.toml"
    project.write_text(project.read_text("utf-8").replace("1.0.0", "1.0.1"))
    with pytest.raises(NotReadyError, match=r"says 1\.0\.1, and the newest .* is 1\.0\.0"):
        check(tree)
