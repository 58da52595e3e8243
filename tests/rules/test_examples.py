"""The examples in the documentation of the library run as they are printed."""

import doctest
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import rules
import rules.record


def test_the_example_of_the_package_runs() -> None:
    outcome = doctest.testmod(rules)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_the_examples_of_the_readme_run() -> None:
    readme = Path(rules.__file__).parent / "README.md"
    outcome = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_the_library_stands_on_its_own(tmp_path: Path) -> None:
    """A copy of its folder alone, without any installed package, plays and counts."""
    shutil.copytree(Path(rules.__file__).parent, tmp_path / "rules")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r});"
        "from rules.__main__ import main; sys.exit(main(['perft', 'halves', '3p', '--depth', '2']))"
    )
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == ("66\n", "", 0)


def test_the_record_that_is_shown_can_be_read() -> None:
    shown = (rules.record.__doc__ or "").split("\n\n")
    record = rules.record.read(textwrap.dedent("\n\n".join(shown[1:3])))
    assert record.players == ("Ann", "Bob")
    assert len(record.entries) == 3
