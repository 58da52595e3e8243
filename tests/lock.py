"""``python -m tests.lock``: write ``requirements.lock``, what hosts install, with hashes.

It has the pins of ``constraints.txt`` for every Python and machine that there are wheels for, and
what builds the bot.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OLDEST = PROJECT["project"]["requires-python"].removeprefix(">=")
IMAGE = "3.13"
"""The Python of the image: that of its Debian."""
HEADING = f"""\
# What hosts install, with Python {OLDEST} or newer, and what builds it.
# `make lock` writes this file after constraints.txt was changed.
"""


def canonical(name: str) -> str:
    """The name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> int:
    locked = subprocess.run(
        (
            *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "-"),
            *("--extra=postgres", "--constraints=constraints.txt", "--universal"),
            *(f"--python-version={OLDEST}", "--generate-hashes"),
            *("--no-annotate", "--no-header", "--quiet"),
        ),
        cwd=ROOT,
        input="\n".join(PROJECT["build-system"]["requires"]),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    LOCK.write_text(HEADING + locked, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
