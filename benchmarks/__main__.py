"""Run every benchmark, one after another: ``python -m benchmarks``, or some of them by name."""

import subprocess
import sys

NAMES = (
    "load",
    "sizing",
    "memory",
    "drawing_memory",
    "pictures",
    "timers",
    "leaderboards",
    "ladder_pages",
    "recomputing",
    "ratings",
    "reviews",
    "swiss",
)
"""Those that take minutes; ``python -m benchmarks.arena`` plays for hours."""


def main(names: list[str]) -> int:
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(NAMES)}")
        return 2
    # A process each, so that one benchmark's caches do not warm the next one.
    runs = [
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False)
        for name in names or NAMES
    ]
    return max(run.returncode for run in runs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
