"""``python -m tests.lock``: write ``requirements.lock``, what the image installs, with hashes.

pip resolves the pins of ``constraints.txt`` for each machine; it downloads metadata alone.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
PYTHON = "3.11"
"""Of the image: that of its Debian."""
MACHINES = ("x86_64", "aarch64")
NEWEST_GLIBC = 36
"""The second number of the image's glibc; wheels for an older one run on it."""
HEADING = f"""\
# What the image installs, on {" and ".join(MACHINES)} with Python {PYTHON}, and what builds it.
# `make lock` writes this file after constraints.txt was changed.
"""


def wanted() -> list[str]:
    """Requirements of the bot, of its extra for PostgreSQL, and of its build."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = told["project"]
    extra = project["optional-dependencies"]["postgres"]
    return [*project["dependencies"], *extra, *told["build-system"]["requires"]]


def platforms(machine: str) -> Iterator[str]:
    """Tags of wheels that run on a machine of the image, newest first."""
    yield from (f"manylinux_2_{minor}_{machine}" for minor in range(NEWEST_GLIBC, 4, -1))
    yield f"manylinux2014_{machine}"


def resolved(machine: str) -> list[dict[str, Any]]:
    """The wheels that pip would install on a machine, from its own report."""
    with TemporaryDirectory() as nowhere:
        asked = subprocess.run(
            (
                *(sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed"),
                *("--quiet", "--report", "-", "--target", nowhere, "--only-binary", ":all:"),
                *("--implementation", "cp", "--python-version", PYTHON),
                *(f"--platform={each}" for each in platforms(machine)),
                *("--constraint", str(ROOT / "constraints.txt"), *wanted()),
            ),
            check=True,
            stdout=subprocess.PIPE,
        )
    return list(json.loads(asked.stdout)["install"])


def canonical(name: str) -> str:
    """The name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> int:
    hashes: dict[str, set[str]] = defaultdict(set)
    for machine in MACHINES:
        for wheel in resolved(machine):
            pin = f"{canonical(wheel['metadata']['name'])}=={wheel['metadata']['version']}"
            hashes[pin].add(wheel["download_info"]["archive_info"]["hashes"]["sha256"])
    lines = (
        " \\\n    ".join((pin, *(f"--hash=sha256:{each}" for each in sorted(hashes[pin]))))
        for pin in sorted(hashes)
    )
    LOCK.write_text(HEADING + "\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
