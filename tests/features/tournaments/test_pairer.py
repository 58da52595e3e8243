"""Rounds that a process pairs: one that dies, hangs, lies or answers too late."""

import sys
from datetime import timedelta

import pytest

from bot.features.tournaments import pairer
from bot.features.tournaments.errors import PairingFailed
from bot.features.tournaments.pairer import Pairer
from bot.features.tournaments.standings import Histories
from bot.features.tournaments.swiss_pairing import NoPairingError, Round, pair_round
from data.database import UnpreparedError
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.written import histories_of
from tests.kit.by_day import at_night
from tests.kit.club import Club
from tests.kit.scripted import ManualClock

FIELD: Histories = {number: [] for number in range(1, 71)}


BAD_ANSWERS = (
    "print('nonsense')",
    "print('[]')",
    'print(\'{"meetings": [[1, 2], [1, 3]], "byes": []}\')',
    'print(\'{"meetings": [[1, 900]], "byes": []}\')',
    "time.sleep(60)",
)


def answering(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", f"import sys, time; sys.stdin.readline(); {code}")


def prepared(pairs: Pairer, field: Histories = FIELD) -> Round:
    """The round, when what it needs has been prepared once."""
    with pytest.raises(UnpreparedError) as asked:
        pairs.pair(field, field, ())
    asked.value.prepare()
    return pairs.pair(field, field, ())


def test_a_process_pairs_as_we_do_and_is_asked_once() -> None:
    pairs = Pairer(ManualClock())
    assert prepared(pairs) == pair_round(FIELD, FIELD)
    assert pairs.pair(FIELD, FIELD, ()) == pair_round(FIELD, FIELD)
    with pytest.raises(UnpreparedError):  # another field is another question
        pairs.pair(FIELD, [*FIELD][1:], ())


@pytest.mark.night
def test_it_says_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairer, "SMALL_FIELD", 1)
    with pytest.raises(NoPairingError):
        prepared(Pairer(ManualClock()), histories_of({1: "2w1", 2: "1b0"}))


@pytest.mark.parametrize(
    "code",
    [
        "sys.exit(1)",
        *(at_night(code) for code in BAD_ANSWERS),
    ],
)
def test_what_is_no_answer_is_asked_for_again_in_a_minute(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairer, "PATIENCE", timedelta(seconds=1))
    clock = ManualClock()
    pairs = Pairer(clock, answering(code))
    with pytest.raises(PairingFailed):
        prepared(pairs)
    clock.advance(minutes=1)
    with pytest.raises(UnpreparedError):
        pairs.pair(FIELD, FIELD, ())


@pytest.mark.night
def test_a_process_that_works_too_long_is_ended() -> None:
    field: Histories = {number: [] for number in range(1, 1001)}
    quick = Pairer(ManualClock(), (*pairer.COMMAND[:-1], "1"))
    with pytest.raises(PairingFailed) as ended:
        prepared(quick, field)
    assert "CalledProcessError(-" in ended.value.reason


async def test_a_tournament_is_paired_by_a_process(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairer, "SMALL_FIELD", 1)
    cup = await Cup.begun(club, 6, "swiss", rounds=3)
    assert [each.is_running for each in (await cup.field()).pairings] == [True] * 3
