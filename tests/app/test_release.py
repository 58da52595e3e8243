"""What a release says of itself agrees, or there is none."""

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.release import NotReadyError, check, licences, name, notes, sums, version_of

TODAY = datetime(2027, 1, 2, tzinfo=UTC)


def git(tree: Path, *command: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(("git", "-C", tree, *who, *command), check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "quintet"\nversion = "0.1.0"\n')
    (tmp_path / "Dockerfile").write_text("FROM scratch\nARG VERSION=0.1.0\n")
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
    assert "ARG VERSION=1.0.0\n" in (tree / "Dockerfile").read_text("utf-8")
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
    image = tree / "Dockerfile"
    image.write_text("ARG VERSION=1.0.1\n")
    with pytest.raises(NotReadyError, match=r"has no ARG VERSION=1\.0\.0"):
        check(tree)
    project.write_text(project.read_text("utf-8").replace("1.0.0", "1.0.1"))
    with pytest.raises(NotReadyError, match=r"says 1\.0\.1, and the newest .* is 1\.0\.0"):
        check(tree)


def test_a_release_has_notes_licences_and_checksums(tmp_path: Path) -> None:
    newer, older = "## [2.0.0] - 2027-01-02\n\n### Added\n\n- Games.\n", "## [1.0.0] - 2026-01-02\n"
    assert notes(f"# Changelog\n\n## [Unreleased]\n\n{newer}\n{older}") == "### Added\n\n- Games.\n"
    packages = [
        {"name": "yarl", "version": "2", "licenses": [{"license": {"id": "Apache-2.0"}}]},
        {"name": "attrs", "version": "1", "licenses": [{"expression": "MIT OR ISC"}]},
        {"name": "odd", "version": "3", "licenses": [{"license": {"name": "its own"}}]},
        {"name": "none", "version": "4"},
    ]
    assert licences(json.dumps({"components": packages})).splitlines() == [
        "attrs 1: MIT OR ISC",
        "none 4: not declared",
        "odd 3: its own",
        "yarl 2: Apache-2.0",
    ]
    (tmp_path / "a").write_bytes(b"")
    assert sums(tmp_path) == (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n"
    )
