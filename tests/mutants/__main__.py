"""``python -m tests.mutants``: a sample of mutants, and which of them no test finds."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.mutants.operators import Mutant, mutants_of, mutated
from tests.mutants.running import Concerning, Tree

ROUNDS = (2, 4, 8)
"""How many test files are run quickly for a mutant; first few, then more."""
QUICKLY = ("-m", "not slow and not night and not chaos", "--hypothesis-profile", "quick")
WHOLLY = ("-m", "not night and not chaos", "--numprocesses", "auto", "--dist", "worksteal")


def rounds(tests: Sequence[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The likeliest tests quickly, then more; in the end all that concern it, as by day."""
    begun = 0
    for number in ROUNDS:
        these, begun = tuple(tests[begun : begun + number]), begun + number
        if these:
            yield these, QUICKLY
    yield tuple(tests), WHOLLY


class Hunt:
    """Puts mutants into a copy of the project, one after another, and lets the tests find them."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._concerning = Concerning(tree.folder)
        self._without = cache(tree.run)

    def finder(self, mutant: Mutant) -> str:
        """The test that finds a mutant, empty if none does: one that fails without it does not."""
        text = mutated((self._tree.folder / mutant.path).read_text("utf-8"), mutant.number)
        for tests, options in rounds(self._concerning.tests_of(mutant.path)):
            with self._tree.changed(mutant.path, text):
                found = self._tree.run(tests, *options)
            if found and not (fails := self._without(tests, *options)):
                return found
            if found:
                print(f"without a mutant this does not pass either: {fails}", flush=True)
        return ""


def sampled(folder: Path, paths: Sequence[str], most: int, seed: int) -> list[Mutant]:
    """A sample of all mutants of the files below some paths, the same for the same seed."""
    files = {
        file.relative_to(folder)
        for path in paths
        for file in ([folder / path] if path.endswith(".py") else (folder / path).rglob("*.py"))
        if "migrations" not in file.parts
    }
    every = [
        mutant
        for file in sorted(files)
        for mutant in mutants_of(file, (folder / file).read_text(encoding="utf-8"))
    ]
    return Random(seed).sample(every, min(most, len(every)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("paths", nargs="+", help="folders or files, such as rules/geometry")
    parser.add_argument("--sample", type=int, default=20, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    survivors = []
    with TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        chosen, hunt = sampled(tree.folder, given.paths, given.sample, given.seed), Hunt(tree)
        for number, mutant in enumerate(chosen, 1):
            finder = hunt.finder(mutant)
            survivors += [] if finder else [mutant]
            print(f"{number:3} {finder or 'SURVIVED'}: {mutant}", flush=True)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} were found.")
    print(*survivors, sep="\n")
    return 0 if 10 * len(survivors) <= len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
