"""How often something could not be thought out."""

from bot.services.thinking import REMEMBERED_FAILURES, Failures


def test_failures_are_counted_until_it_worked() -> None:
    failures: Failures[str] = Failures()
    failures["a turn"] += 1
    failures["a turn"] += 1
    assert (failures["a turn"], failures["another"]) == (2, 0)
    failures.pop("a turn", None)
    assert failures["a turn"] == 0


def test_questions_of_which_nobody_hears_again_are_forgotten() -> None:
    failures: Failures[int] = Failures()
    for asked in range(REMEMBERED_FAILURES + 1):
        failures[asked] += 1
    assert len(failures) == REMEMBERED_FAILURES
    assert (failures[0], failures[REMEMBERED_FAILURES]) == (0, 1)
