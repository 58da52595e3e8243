"""``python -m tests.mutants``: a sample of mutants, and which of them no test finds."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from tests.mutants.concerning import Concerning
from tests.mutants.operators import Mutant, mutants_of, mutated
from tests.mutants.running import End, Tree, copied

ROUNDS = (2, 4, 8)
"""How many test files are run first, next, and so on; the last round has all that are left."""
PROCESSOR = 240
"""Seconds of processor time after which a round is endless, unless it is without the mutant too."""
QUICKLY = ("-m", "not slow and not night and not chaos", "--hypothesis-profile", "quick")


class Hunt:
    """Puts mutants into a copy of the project, one after another, and lets the tests find them."""

    def __init__(self, tree: Tree, most: int) -> None:
        self._tree = tree
        self._most = most
        self._concerning = Concerning(tree.folder)
        self._sound: dict[str, bool] = {}

    def finder(self, mutant: Mutant) -> str | None:
        """The test that finds a mutant, ``endless`` where one never ends; None if none does."""
        folder = self._tree.folder
        text = mutated((folder / mutant.path).read_text(encoding="utf-8"), mutant.number)
        tests = [str(each.relative_to(folder)) for each in self._concerning.tests_of(mutant.path)]
        for these, options in self._rounds(tests):
            with self._tree.changed(mutant.path, text):
                ran = self._tree.run(these, PROCESSOR, *options, *self._passed_over())
            if ran.end is End.FAILED and ran.failed and not self._is_sound(ran.failed):
                with self._tree.changed(mutant.path, text):
                    ran = self._tree.run(these, PROCESSOR, *options, *self._passed_over())
            if ran.end is End.ENDLESS and self._ends(these, options):
                return "endless"
            if ran.end is End.FAILED and self._is_sound(ran.failed or these[0]):
                return ran.failed or f"{these[0]} cannot begin"
        return None

    def _passed_over(self) -> list[str]:
        """Options that leave out what does not pass without any mutant either."""
        return [f"--deselect={test}" for test, is_sound in self._sound.items() if not is_sound]

    def _rounds(self, tests: Sequence[str]) -> Iterator[tuple[Sequence[str], tuple[str, ...]]]:
        """The likeliest tests quickly, then more; in the end the likeliest again, with all."""
        tests, begun = tests[: self._most], 0
        for number in (*ROUNDS, len(tests)):
            these = tests[begun : begun + number]
            begun += number
            if these:
                yield these, QUICKLY
        yield tests[: sum(ROUNDS[:2])], ("-m", "not night and not chaos")

    def _is_sound(self, test: str) -> bool:
        """Whether a test passes without any mutant: one that does not has found nothing."""
        if test not in self._sound:
            ran = self._tree.run([test], PROCESSOR)
            self._sound[test] = ran.end is End.PASSED
            if not self._sound[test]:
                print(f"without a mutant this does not pass either: {test}", flush=True)
        return self._sound[test]

    def _ends(self, tests: Sequence[str], options: Sequence[str]) -> bool:
        return self._tree.run(tests, PROCESSOR, *options).end is End.PASSED


def sampled(folder: Path, paths: Sequence[str], most: int, seed: int) -> list[Mutant]:
    """A sample of all mutants of the files below some paths, the same for the same seed."""
    files = sorted(
        {
            file.relative_to(folder)
            for path in paths
            for file in ([folder / path] if path.endswith(".py") else (folder / path).rglob("*.py"))
            if "migrations" not in file.parts
        }
    )
    every = [
        mutant
        for file in files
        for mutant in mutants_of(file, (folder / file).read_text(encoding="utf-8"))
    ]
    return Random(seed).sample(every, min(most, len(every)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("paths", nargs="+", help="folders or files, such as rules/geometry")
    parser.add_argument("--sample", type=int, default=20, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="+", help="of the sample only these, from 1")
    parser.add_argument("--tests", type=int, default=30, help="test files for each, at most")
    given = parser.parse_args()
    survivors, tried = [], 0
    with copied() as tree:
        chosen = sampled(tree.folder, given.paths, given.sample, given.seed)
        hunt = Hunt(tree, given.tests)
        for number, mutant in enumerate(chosen, 1):
            if given.only and number not in given.only:
                continue
            began = time.monotonic()
            finder = hunt.finder(mutant)
            tried += 1
            survivors += [mutant] if finder is None else []
            took = f"{time.monotonic() - began:.0f} s"
            print(f"{number:3} {finder or 'SURVIVED'} ({took}): {mutant}", flush=True)
    print(f"{tried - len(survivors)} of {tried} were found.")
    print(*survivors, sep="\n")
    return 0 if 10 * len(survivors) <= tried else 1


if __name__ == "__main__":
    sys.exit(main())
