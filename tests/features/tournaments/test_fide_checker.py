"""Places and tie-breaks beside FIDE's own checker, which reads our files."""

import subprocess
import sys
from datetime import date
from pathlib import Path
from random import Random

import pytest

from bot.features.tournaments.exporting import Player, Report, trf
from bot.features.tournaments.round_robin import berger
from bot.features.tournaments.standings import (
    Criterion,
    Histories,
    Line,
    Played,
    Standing,
    standings_of,
)
from tests.features.tournaments.written import play
from tests.kit.by_day import at_night

P = Played
BEGUN, ENDED = date(2026, 5, 1), date(2026, 6, 1)
"""The rules of March 2026 are asked for by the date."""
RESULTS = [
    *[(P.WON, P.LOST), (P.LOST, P.WON)] * 4,
    *[(P.DRAWN, P.DRAWN)] * 2,
    *[(P.WALKOVER, P.ABSENT), (P.ABSENT, P.WALKOVER)],
]
C = Criterion
SWISS = (C.CUT_ONE, C.DIRECT, C.WINS, C.SONNEBORN_BERGER)
ALL_MEET = (C.SONNEBORN_BERGER, C.DIRECT, C.WINS)
NAMES = {C.CUT_ONE: "BH/C1", C.DIRECT: "DE", C.WINS: "WIN", C.SONNEBORN_BERGER: "SB"}
UNITS = {C.WINS: 1, C.SONNEBORN_BERGER: 4}
"""What a score of one is in ours; of the others, half points."""


def histories(seed: int, *, swiss: bool) -> Histories:
    """Rounds by lot; in a Swiss some leave, sit out, or have nobody to meet."""
    lot = Random(seed)
    found: dict[int, list[Line]] = {one: [] for one in range(1, lot.randrange(5, 15) + 1)}
    if swiss:
        return play(found, seed, lot.randrange(2, 6))
    for meetings in berger(len(found)):
        for one in found.keys() - {who for pair in meetings for who in pair}:
            found[one].append(Line(P.ZERO_BYE))
        for one, other in meetings:
            mine, theirs = lot.choice(RESULTS)
            found[one].append(Line(mine, other, True))
            found[other].append(Line(theirs, one))
    return found


def checked(played: Histories, table: list[Standing], order: tuple[C, ...], at: Path) -> list[list]:
    """By start number, what the checker has: place, points, and the scores in this order."""
    rounds = len(played[1])
    kind = "Individual: Swiss" if order is SWISS else "Individual: Round-Robin"
    named = {number: Player(f"Player {number}", 2000 - number) for number in played}
    report = Report(
        name="Spring",
        kind=kind,
        clock="3d",
        begun=BEGUN,
        ended=ENDED,
        rounds=rounds,
        players=named,
        histories=played,
        standings=table,
    )
    at.write_text(trf(report))
    names = ["PTS", *(NAMES[each] for each in order)]
    arguments = ["-i", str(at), "-o", "-", "-N", str(rounds), "-n", str(rounds), "-d", "S"]
    program = [sys.executable, "-m", "gacrux.tiebreakchecker", *arguments, "-t", *names]
    told = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    lines = [line.split(";") for line in told.splitlines() if line[:1].isdigit()]
    players = sorted([float(each) for each in line] for line in lines)
    return [scores for _, *scores in players]


@pytest.mark.parametrize(
    ("swiss", "tried"),
    [
        (True, 1),
        at_night(True, 30),
        at_night(False, 30),
    ],
)
def test_the_checker_has_the_same(tmp_path: Path, swiss: bool, tried: int) -> None:
    order = SWISS if swiss else ALL_MEET
    for seed in range(tried):
        played = histories(seed, swiss=swiss)
        table = standings_of(played, len(played[1])) if swiss else standings_of(played)
        for row, theirs in zip(
            sorted(table, key=lambda row: row.number),
            checked(played, table, order, tmp_path / "t.trf"),
            strict=True,
        ):
            ours = [row.scores.get(each, 0) / UNITS.get(each, 2) for each in (C.POINTS, *order)]
            theirs[2 + order.index(C.DIRECT)] = 0  # theirs is told otherwise; the place has it
            assert [row.place, *ours] == theirs, f"seed {seed}, player {row.number}"
