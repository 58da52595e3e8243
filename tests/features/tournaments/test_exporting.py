"""Tournaments as files, read back by a plain second reader, and by FIDE's own checker."""

import codecs
import csv
import io
import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.replays.service import game_record
from bot.features.tournaments.exporting import Player, Report, files_of, spreadsheet, trf
from bot.features.tournaments.round_robin import berger
from bot.features.tournaments.standings import (
    Criterion,
    Histories,
    Line,
    Played,
    Standing,
    standings_of,
)
from data.ids import PlayerId
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.written import histories_of, play
from tests.kit.by_day import at_night
from tests.kit.club import Club

NAMES: Mapping[PlayerId, str] = {PlayerId(number): f"Player {number}" for number in range(1, 13)}


async def files(cup: Cup) -> dict[str, str]:
    return files_of(await cup.field(), NAMES, cup.club.clock.now + timedelta(days=3))


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.mark.parametrize(("kind", "called"), [("swiss", "Swiss-System"), ("round_robin", "Round-")])
async def test_where_everybody_has_a_game_a_round_chess_programs_read_it(
    club: Club, kind: str, called: str
) -> None:
    chosen = {"rounds": 3} if kind == "swiss" else {"at_once": 0}  # one game each from seven on
    cup = await Cup.begun(club, 7, kind, **chosen)
    first = next(each for each in (await cup.field()).pairings if each.is_running)
    one, other = map(int, first.players)
    await club.play(await cup.match(one, other), 2)
    await cup.win(one, other)
    found = await files(cup)
    headers, players = read(found["tournament.trf"])
    assert called in headers["092"]
    assert headers["062"] == "7"
    assert {number: each[0] for number, each in players.items()} == {
        n: NAMES[n] for n in range(1, 8)
    }
    number = (await cup.field()).numbers[PlayerId(one)]
    assert players[number][2] == 1
    assert "w1" in players[number][-1]
    table = {row["name"]: row for row in rows(found["table.csv"])}
    assert (table[NAMES[one]]["points"], table[NAMES[one]]["wins"]) == ("1", "1")
    games = rows(found["games.csv"])
    assert len(games) == len((await cup.field()).pairings)
    (played,) = (row for row in games if row["outcome"] == "played")
    assert (played["first"], played["points of the first"]) == (NAMES[one], "1")


@pytest.mark.parametrize("kind", ["league", "knockout"])
async def test_others_have_tables_alone(club: Club, kind: str) -> None:
    cup = await Cup.begun(club, 6, kind)
    assert set(await files(cup)) == {"table.csv", "games.csv"}


async def test_a_record_has_event_and_round_and_one_beside_tournaments_neither(club: Club) -> None:
    cup = await Cup.begun(club, 3, "knockout", name="Autumn cup")
    await club.sql("UPDATE tournaments SET number = 2")
    match = await cup.match(2, 3)
    await cup.win(2, 3)
    beside = await club.start(PlayerId(2), PlayerId(3))
    await club.resign(await club.state(beside.id), beside.players[0])
    headers = []
    for match_id in (match.id, beside.id):
        replay = await club.replay.replay(cup.boss, match_id)
        told = json.loads(game_record(replay, ("Ann", "Bob"), club.clock()) or "")
        headers.append({each: told["header"].get(each) for each in ("event", "round")})
    assert headers == [{"event": "Autumn cup · 2", "round": "1"}, {"event": None, "round": None}]


WIDE = "\uff1d\uff0b\uff0d\uff20"
"""The signs of a formula as wide as Japanese letters, which some spreadsheets take for the same."""
LONG_NAMES = {each: f"Player {each} of a club with a name that is long" for each in range(1, 15)}


def report(histories: Histories, name: str = "Spring", **more: Any) -> Report:
    usual: dict[str, Any] = {
        "kind": "Individual: Swiss-System",
        "clock": "3d+12h/4d",
        "begun": date(2026, 5, 1),  # by the date the rules of March 2026 are asked for
        "ended": date(2026, 6, 9),
        "rounds": 4,
        "players": {each: Player(LONG_NAMES[each], 1500 + each) for each in histories},
        "standings": standings_of(histories, 4),
    }
    return Report(name=name, histories=histories, **{**usual, **more})


def read(text: str) -> tuple[dict[str, str], dict[int, tuple[str, int, float, int, str]]]:
    """Headers, and by number: name, rating, points, place, rounds; by the columns of the format."""
    headers, players = {}, {}
    for line in text.splitlines():
        if not line.startswith("001"):
            headers[line[:3]] = line[4:]
            continue
        line = line.ljust(200)
        rounds = []
        for at in range(91, 131, 10):
            opponent, side, result = line[at : at + 4].strip(), line[at + 5], line[at + 7]
            met = "" if opponent in ("0000", "") else f"{opponent}{side}"
            rounds.append(met + result)
        players[int(line[4:8])] = (
            *(line[14:47].rstrip(), int(line[48:52]), float(line[80:84]), int(line[85:89])),
            " ".join(rounds).strip(),
        )
    return headers, players


def test_what_still_runs_is_left_out_and_a_name_no_second_line() -> None:
    text = trf(report(histories_of({1: "2w*", 2: "1b*"}), name="Spring\n001    9"))
    headers, players = read(text)
    assert headers["012"] == "Spring 001 9"
    assert {number: each[-1] for number, each in players.items()} == {1: "Z", 2: "Z"}


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8")) | st.text(alphabet=f"=+-@\t\r\n a1,\"'{WIDE}"),
            st.none() | st.integers(),
        )
    )
)
def test_a_spreadsheet_is_read_back_as_it_was_and_has_no_formulas(
    rows: list[tuple[str, int | None]],
) -> None:
    file = spreadsheet(("name", "round"), rows).encode()
    assert file.startswith(codecs.BOM_UTF8)
    heading, *found = csv.reader(io.StringIO(file.decode("utf-8-sig"), newline=""))
    assert heading == ["name", "round"]
    assert [text.removeprefix("'") for text, _ in found] == [
        text.removeprefix("'") for text, _ in rows
    ]
    assert [number for _, number in found] == [
        "" if number is None else str(number) for _, number in rows
    ]
    assert not any(text.lstrip().startswith(("=", "+", "-", "@")) for text, _ in found)
    assert not any(text.startswith(("\t", "\r", "\n", *WIDE)) for text, _ in found)


P = Played
RESULTS = [
    *[(P.WON, P.LOST), (P.LOST, P.WON)] * 4,
    *[(P.DRAWN, P.DRAWN)] * 2,
    *[(P.WALKOVER, P.ABSENT), (P.ABSENT, P.WALKOVER)],
]
C = Criterion
SWISS = (C.CUT_ONE, C.DIRECT, C.WINS, C.SONNEBORN_BERGER)
ALL_MEET = (C.SONNEBORN_BERGER, C.DIRECT, C.WINS)
SHORT = {C.CUT_ONE: "BH/C1", C.DIRECT: "DE", C.WINS: "WIN", C.SONNEBORN_BERGER: "SB"}
UNITS = {C.WINS: 1, C.SONNEBORN_BERGER: 4}
"""What a score of one is in ours; of the others, half points."""


def by_lot(seed: int, *, swiss: bool) -> Histories:
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
    at.write_text(trf(report(played, kind=kind, rounds=rounds, standings=table)))
    names = ["PTS", *(SHORT[each] for each in order)]
    arguments = ["-i", str(at), "-o", "-", "-N", str(rounds), "-n", str(rounds), "-d", "S"]
    program = [sys.executable, "-m", "gacrux.tiebreakchecker", *arguments, "-t", *names]
    told = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    lines = [line.split(";") for line in told.splitlines() if line[:1].isdigit()]
    players = sorted([float(each) for each in line] for line in lines)
    return [scores for _, *scores in players]


@pytest.mark.parametrize(("swiss", "tried"), [(True, 1), at_night(True, 30), at_night(False, 30)])
def test_the_checker_has_the_same(tmp_path: Path, swiss: bool, tried: int) -> None:
    order = SWISS if swiss else ALL_MEET
    for seed in range(tried):
        played = by_lot(seed, swiss=swiss)
        table = standings_of(played, len(played[1])) if swiss else standings_of(played)
        for row, theirs in zip(
            sorted(table, key=lambda row: row.number),
            checked(played, table, order, tmp_path / "t.trf"),
            strict=True,
        ):
            ours = [row.scores.get(each, 0) / UNITS.get(each, 2) for each in (C.POINTS, *order)]
            theirs[2 + order.index(C.DIRECT)] = 0  # theirs is told otherwise; the place has it
            assert [row.place, *ours] == theirs, f"seed {seed}, player {row.number}"
