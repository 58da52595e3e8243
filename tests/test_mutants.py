"""Mutants: what is put into the code, and that each is a fault and nothing else."""

from pathlib import Path

import pytest

from tests.mutants.__main__ import sampled
from tests.mutants.operators import mutants_of, mutated
from tests.mutants.running import Concerning

ROOT = Path(__file__).resolve().parent.parent
HERE = Path("somewhere.py")


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a < b", {"a <= b", "a > b"}),
        ("a is b", {"a is not b"}),
        ("x = a + b", {"x = a - b"}),
        ("x = a & b", {"x = a | b"}),
        ("x = a and b", {"x = a or b"}),
        ("x = not a", {"x = a"}),
        ("x = 5", {"x = 6", "x = 4"}),
        ("x = True", {"x = False"}),
        ("x += y", {"x -= y", "pass"}),
        ("f(a)", {"pass"}),
        ("def f():\n    return a", {"def f():\n    return None"}),
        ("if a:\n    raise b", {"if not a:\n    raise b", "if a:\n    pass"}),
        ("def f(a: int | None=None) -> list[int]:\n    'Words.'\n    logger.info('x', y=1)", set()),
        ("T: TypeAlias = A | B", set()),
        ("x = 'a' % b", set()),
    ],
)
def test_each_kind_of_mutant(text: str, made: set[str]) -> None:
    assert {mutated(text, each.number) for each in mutants_of(HERE, text)} == made


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    assert sampled(ROOT, ["rules/geometry"], 5, 1) == sampled(ROOT, ["rules/geometry"], 5, 1)
    assert sampled(ROOT, ["rules/geometry"], 5, 1) != sampled(ROOT, ["rules/geometry"], 5, 2)


@pytest.mark.night
def test_the_likeliest_tests_come_first_and_others_not_at_all() -> None:
    concerning = Concerning(ROOT)
    for module, test in (
        ("rules/geometry/openfield.py", "tests/rules/geometry/test_openfield.py"),
        ("data/sqlite.py", "tests/data_layer/test_sqlite.py"),
        ("bot/features/reminders/rules.py", "tests/features/reminders/test_rules.py"),
    ):
        found = concerning.tests_of(Path(module))
        assert found[0] == test
        is_about_rules = module.startswith("rules")
        assert ("tests/rules/geometry/test_board.py" in found) == is_about_rules
