"""``python -m tests.release``: the archives of a release, the same bytes wherever they are built.

``set VERSION`` writes a version where it stands; ``build`` checks that they agree, and builds. A
lock, an SBOM, licences, notes and checksums lie beside the archives.
"""

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
NOTED = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$", re.MULTILINE)
UNRELEASED = "## [Unreleased]\n"
LABELLED = re.compile(r"^ARG VERSION=(\S*)", re.MULTILINE)
"""The version in the image's labels."""
LOCK, SBOM, LICENCES = "requirements.lock", "sbom.cdx.json", "licences.txt"
NOTES, SUMS = "notes.md", "SHA256SUMS"


class NotReadyError(Exception):
    """Why there is no release yet; the message says what to do."""


def version_of(tree: Path) -> str:
    """The version that the project says it has."""
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def name(tree: Path, version: str, today: datetime) -> None:
    """Let the project have this version, and the changelog's newest changes be of it."""
    project, changelog = tree / "pyproject.toml", tree / "CHANGELOG.md"
    text, notes = project.read_text(encoding="utf-8"), changelog.read_text(encoding="utf-8")
    if UNRELEASED not in notes or f"## [{version}]" in notes:
        raise NotReadyError(f"CHANGELOG.md has to have [Unreleased], and not yet [{version}].")
    heading = f"{UNRELEASED}\n## [{version}] - {today:%Y-%m-%d}\n"
    changelog.write_text(notes.replace(UNRELEASED, heading, 1), encoding="utf-8")
    named = re.sub(r'^version = ".*"$', f'version = "{version}"', text, count=1, flags=re.MULTILINE)
    project.write_text(named, encoding="utf-8")
    image = tree / "Dockerfile"
    labels = image.read_text(encoding="utf-8")
    image.write_text(LABELLED.sub(f"ARG VERSION={version}", labels, count=1), encoding="utf-8")


def check(tree: Path) -> str:
    """The version, once everything says the same; raises NotReadyError."""
    version = version_of(tree)
    noted = NOTED.search((tree / "CHANGELOG.md").read_text(encoding="utf-8"))
    if noted is None or noted[1] != version:
        newest = "no release" if noted is None else noted[1]
        raise NotReadyError(
            f"pyproject.toml says {version}, and the newest release in CHANGELOG.md is {newest}. "
            "Name it: python -m tests.release set VERSION."
        )
    labelled = LABELLED.search((tree / "Dockerfile").read_text(encoding="utf-8"))
    if labelled is None or labelled[1] != version:
        raise NotReadyError(f"Dockerfile has no ARG VERSION={version}. Write it there.")
    if _asked(tree, "status", "--porcelain"):
        raise NotReadyError("Something is not committed. Commit it, or put it away.")
    if f"v{version}" not in _asked(tree, "tag", "--points-at", "HEAD").split():
        raise NotReadyError(f"This commit is not tagged. Tag it: git tag v{version}.")
    return version


def _asked(tree: Path, *question: str) -> str:
    command = ("git", "-C", str(tree), *question)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def export(tree: Path, folder: Path) -> None:
    """What is committed, and nothing else."""
    archive = subprocess.run(
        ("git", "-C", str(tree), "archive", "HEAD"), check=True, stdout=subprocess.PIPE
    ).stdout
    subprocess.run(("tar", "-x", "-C", str(folder)), check=True, input=archive)


def build(tree: Path, folder: Path, moment: int) -> list[Path]:
    """The source archive, and a wheel made from it, as if all was written at ``moment``."""
    _build(tree, folder, moment, "--sdist")
    (source,) = folder.glob("*.tar.gz")
    settle(source, moment)
    with TemporaryDirectory() as unpacked:
        with tarfile.open(source) as archive:
            archive.extractall(unpacked, filter="tar")
        (inside,) = Path(unpacked).iterdir()
        _build(inside, folder, moment, "--wheel")
    return sorted(folder.iterdir())


def _build(tree: Path, folder: Path, moment: int, kind: str) -> None:
    _done(moment, sys.executable, "-m", "build", kind, "--outdir", folder, tree)


def _done(moment: int, *command: str | Path) -> None:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(moment)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotReadyError(done.stdout + done.stderr)


def settle(archive: Path, moment: int) -> None:
    """Pack a source archive anew: in order, at one time, by nobody."""
    with tarfile.open(archive) as packed, TemporaryDirectory() as folder:
        again = Path(folder) / "again.tar"
        with tarfile.open(again, "w", format=tarfile.PAX_FORMAT) as settled:
            for member in sorted(packed.getmembers(), key=lambda each: each.name):
                content = packed.extractfile(member) if member.isfile() else None
                member.uid = member.gid = 0
                member.uname = member.gname = ""
                member.mtime, member.pax_headers = moment, {}
                member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
                settled.addfile(member, content)
        plain = again.read_bytes()
    with archive.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=moment) as packing:
        packing.write(plain)


def list_installed(tree: Path, folder: Path, moment: int) -> None:
    """Install the wheel of ``folder`` as hosts do, and write what is there into an SBOM."""
    (wheel,) = folder.glob("*.whl")
    with TemporaryDirectory() as place:
        _done(moment, sys.executable, "-m", "venv", place)
        pip = (Path(place, "bin/python"), "-m", "pip", "--quiet", "--disable-pip-version-check")
        _done(moment, *pip, "install", "--require-hashes", "--requirement", tree / LOCK)
        _done(moment, *pip, "install", "--no-deps", wheel)
        _done(moment, *pip, "check")
        _done(moment, *pip, "uninstall", "--yes", "setuptools", "pip")
        listing = (sys.executable, "-m", "cyclonedx_py", "environment", place)
        how = ("--output-reproducible", "--pyproject", tree / "pyproject.toml")
        _done(moment, *listing, *how, "--output-file", folder / SBOM)


def licences(sbom: str) -> str:
    """A line for each package of an SBOM: its name, version and licences."""
    lines = []
    for each in json.loads(sbom)["components"]:
        told = [one.get("expression") or one["license"] for one in each.get("licenses", ())]
        named = [one if isinstance(one, str) else one.get("id") or one["name"] for one in told]
        lines.append(f"{each['name']} {each['version']}: {', '.join(named) or 'not declared'}\n")
    return "".join(sorted(lines, key=str.lower))


def notes(changelog: str) -> str:
    """The changes of the newest release, in the words of the changelog."""
    _, *releases = re.split(r"^(?=## \[\d)", changelog, flags=re.MULTILINE)
    return releases[0].partition("\n")[2].strip() + "\n"


def sums(folder: Path) -> str:
    """The checksums of the files in a folder, as ``sha256sum --check`` reads them."""
    files = sorted(folder.iterdir())
    return "".join(f"{sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files)


def release(tree: Path, folder: Path) -> None:
    """Build twice what is committed, and keep it in ``folder`` if both are equal.

    What was in ``folder`` before is deleted.
    """
    version, moment = check(tree), int(_asked(tree, "log", "-1", "--format=%ct"))
    kept: list[list[tuple[str, bytes]]] = []
    for _ in range(2):
        with TemporaryDirectory() as source, TemporaryDirectory() as built:
            export(tree, Path(source))
            kept.append(
                [
                    (each.name, each.read_bytes())
                    for each in build(Path(source), Path(built), moment)
                ]
            )
    if kept[0] != kept[1]:
        raise NotReadyError("Two builds gave different archives. Nothing was kept.")
    rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file, content in kept[0]:
        (folder / file).write_bytes(content)
    list_installed(tree, folder, moment)
    copyfile(tree / LOCK, folder / LOCK)
    written = {
        LICENCES: licences((folder / SBOM).read_text(encoding="utf-8")),
        NOTES: notes((tree / "CHANGELOG.md").read_text(encoding="utf-8")),
    }
    for file, text in written.items():
        (folder / file).write_text(text, encoding="utf-8")
    (folder / SUMS).write_text(sums(folder), encoding="utf-8")
    print(f"Quintet {version} is in {folder}.")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.release", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("set").add_argument("version")
    commands.add_parser("build")
    options = parser.parse_args()
    try:
        if options.command == "set":
            name(ROOT, options.version, datetime.now(UTC))
        else:
            release(ROOT, ROOT / "dist")
    except NotReadyError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
