"""What is released, installed as people install it: with pip, into an empty environment."""

import re
import subprocess
import sys
import sysconfig
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from urllib.request import urlopen

import pytest

from tests.lock import IMAGE, OLDEST
from tests.mutants.running import LEFT_BEHIND
from tests.release import LICENCES, LOCK, NOTES, SBOM, SUMS, build, name, release

ROOT = Path(__file__).parents[2]
MOST = 200 * 1024 * 1024
"""Bytes that everything needed to run may take, without pip."""
MOMENT = 1_700_000_000
WITHIN = Path("lib", f"python{sysconfig.get_python_version()}", "site-packages")

pytestmark = [pytest.mark.night, pytest.mark.timeout(600)]


def called(folder: Path, *command: str | Path) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


class Installed:
    """The bot in an environment of its own, made from the source archive by way of a wheel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        first, second = (self._build(folder / each) for each in ("tree", "again"))
        assert first == second, "the same bytes wherever they are built"
        called(folder, sys.executable, "-m", "venv", "environment")

    @staticmethod
    def _build(folder: Path) -> dict[str, bytes]:
        copytree(ROOT, folder, ignore=LEFT_BEHIND)
        built = folder.with_name(f"built-{folder.name}")
        built.mkdir()
        return {each.name: each.read_bytes() for each in build(folder, built, MOMENT)}

    def add(self, extra: str) -> None:
        (wheel,) = self.folder.glob("built-tree/*.whl")
        pip = (self.folder / "environment/bin/pip", "install", "--disable-pip-version-check")
        called(self.folder, *pip, "-c", ROOT / "constraints.txt", f"{wheel}[{extra}]")

    @property
    def program(self) -> Path:
        return self.folder / "environment/bin/quintet"

    def size(self) -> int:
        places = (self.folder / "environment" / WITHIN).iterdir()
        kept = [each for each in places if not each.name.startswith(("pip", "setuptools"))]
        files = (file for each in kept for file in [each, *each.rglob("*")] if file.is_file())
        return sum(file.stat().st_size for file in files)


def first_page(program: Path, folder: Path) -> bytes:
    """What the demo shows to whoever opens the address that it prints."""
    command = (program, "demo", "--port", "8763")
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as demo:
        try:
            assert demo.stdout is not None
            found = (re.search(r"http://\S+", line) for line in demo.stdout)
            with urlopen(next(address[0] for address in found if address)) as page:
                return bytes(page.read())
        finally:
            demo.terminate()


def test_it_runs_outside_the_tree(tmp_path: Path) -> None:
    installed = Installed(tmp_path)
    installed.add("postgres")
    assert 0 < installed.size() <= MOST
    assert called(tmp_path, installed.program, "--version").startswith("Quintet ")
    assert "up to date" in called(tmp_path, installed.program, "migrate")
    assert "can be used" in called(tmp_path, installed.program, "restore-check", "var/quintet.db")
    installed.add("demo")
    assert b"Quintet" in first_page(installed.program, tmp_path)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("python", [OLDEST, IMAGE, "3.14"])
def test_no_package_of_the_lock_has_to_be_compiled(tmp_path, machine: str, python: str) -> None:
    called(
        ROOT,
        *(sys.executable, "-m", "uv", "pip", "install", "--dry-run", "--require-hashes"),
        *("--only-binary", ":all:", "--python-platform", f"{machine}-manylinux_2_34"),
        *("--python-version", python, "--target", tmp_path, "-r", LOCK),
    )


@pytest.mark.timeout(1800)  # it installs three environments
def test_a_release_is_whole_and_can_be_hosted_from(tmp_path: Path) -> None:
    tree, made = tmp_path / "tree", tmp_path / "dist"
    copytree(ROOT, tree, ignore=LEFT_BEHIND)
    name(tree, "9.9.9", datetime.now(UTC))
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for command in (("init",), ("add", "."), ("commit", "-m", "9.9.9"), ("tag", "v9.9.9")):
        called(tree, "git", *who, *command)
    release(tree, made)
    assert "quintet-9.9.9-py3-none-any.whl: OK\n" in called(made, "sha256sum", "--check", SUMS)
    assert {each.name for each in made.iterdir()} == {
        *("quintet-9.9.9.tar.gz", "quintet-9.9.9-py3-none-any.whl"),
        *(LOCK, SBOM, LICENCES, NOTES, SUMS),
    }
    told = dict(line.split(" ", 1) for line in (made / LICENCES).read_text("utf-8").splitlines())
    assert "MIT" in told["discord.py"]
    assert {"quintet", "pip", "pytest"} & told.keys() == set()

    called(tmp_path, "tar", "-xf", made / "quintet-9.9.9.tar.gz")
    source = tmp_path / "quintet-9.9.9"
    called(source, "make", "install", f"PYTHON={sys.executable}")
    assert called(source, source / ".venv/bin/quintet", "--version") == "Quintet 9.9.9\n"
    assert not (source / ".venv/bin/pytest").exists()
