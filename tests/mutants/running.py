"""Running tests on a copy of the tree, in a process that dies with what it has imported.

Each is forked off one that has the libraries and nothing of the project, which saves most of the
time that starting takes.
"""

import importlib
import os
import resource
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).resolve().parents[2]
OWN = ("tests", "rules", "data", "renderer", "bot", "benchmarks", "conftest")
LIBRARIES = ("PIL.Image", "aiosqlite", "discord", "hypothesis", "numpy", "openskill", "simcord")
LEFT_BEHIND = shutil.ignore_patterns(
    *(".git", ".venv", "__pycache__", "var", ".mypy_cache", ".pytest_cache", "mutants"),
    *(".ruff_cache", ".hypothesis", "*.egg-info"),
)
WAITED = 1200.0
"""Seconds after which tests hang that do not use the processor."""
OPTIONS = (
    *("-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:randomly", "-n", "0"),
    *("-o", "timeout=1200", "--hypothesis-seed=0"),
    *("-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"),
)


class End(Enum):
    """How tests ended."""

    PASSED = "passed"
    FAILED = "failed"
    ENDLESS = "endless"


@dataclass(frozen=True)
class Ran:
    """How tests ended, and which failed first."""

    end: End
    failed: str


class _Noting:
    """Notes the first test that fails."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._file.exists():
            self._file.write_text(report.nodeid, encoding="utf-8")


class Tree:
    """A copy of the project, in which a file can be another for a while."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "tree"
        self._noted = folder / "failed.txt"
        self._log = folder / "log.txt"
        shutil.copytree(ROOT, self.folder, ignore=LEFT_BEHIND)
        for library in LIBRARIES:
            importlib.import_module(library)

    @contextmanager
    def changed(self, path: Path, text: str) -> Iterator[None]:
        """Let a file have another text while the block runs."""
        file = self.folder / path
        before = file.read_bytes()
        file.write_text(text, encoding="utf-8")
        later = time.time() + 2  # compiled files are known by their source's second
        os.utime(file, (later, later))
        try:
            yield
        finally:
            file.write_bytes(before)

    def run(self, tests: Sequence[str], processor: int, *options: str) -> Ran:
        """Run tests until one fails, or for so many seconds of processor time."""
        self._noted.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            self._become(tests, processor, options)
        status = _wait(child)
        if status is None or os.WIFSIGNALED(status):
            return Ran(End.ENDLESS, "")
        failed = self._noted.read_text(encoding="utf-8") if self._noted.exists() else ""
        code = os.waitstatus_to_exitcode(status)
        passed = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        return Ran(End.PASSED if passed else End.FAILED, failed)

    def _become(self, tests: Sequence[str], processor: int, options: Sequence[str]) -> None:
        """Be the tests, and end."""
        code = 70
        try:
            os.setsid()
            log = os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(log, 1)
            os.dup2(log, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 5))
            os.chdir(self.folder)
            os.environ["PYTHONPATH"] = str(self.folder)
            os.environ["PYTHONDONTWRITEBYTECODE"] = ""
            for name in [each for each in sys.modules if each.split(".")[0] in OWN]:
                del sys.modules[name]
            sys.path[:] = [str(self.folder), *(e for e in sys.path if e not in ("", str(ROOT)))]
            code = int(pytest.main([*OPTIONS, *options, *tests], [_Noting(self._noted)]))
        except Exception:
            traceback.print_exc()
            raise
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


@contextmanager
def copied() -> Iterator[Tree]:
    """A copy of the project while the block runs."""
    with TemporaryDirectory() as folder:
        yield Tree(Path(folder))


def _wait(child: int) -> int | None:
    """Wait for a process, and end whatever it has left; None if it had to be ended itself."""
    began, status = time.monotonic(), None
    while status is None and time.monotonic() - began < WAITED:
        found, left = os.waitpid(child, os.WNOHANG)
        if found:
            status = left
        else:
            time.sleep(0.05)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
    return status
