"""Files for organisers, read back by a plain second reader."""

import codecs
import csv
import io
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments.pairing.files import Player, Report, spreadsheet, trf
from bot.features.tournaments.pairing.history import Histories
from bot.features.tournaments.pairing.tables import swiss_table
from tests.features.tournaments.pairing.written import NINE, histories_of

WIDE = "\uff1d\uff0b\uff0d\uff20"
"""The signs of a formula as wide as Japanese letters, which some spreadsheets take for the same."""
NAMES = {number: f"Player {number} of a club with a name that is long" for number in NINE}


def report(histories: Histories, name: str = "Spring") -> Report:
    return Report(
        name=name,
        kind="Individual: Swiss-System",
        clock="3d+12h/4d",
        begun=date(2026, 3, 1),
        ended=date(2026, 4, 9),
        rounds=4,
        players={number: Player(NAMES[number], 1500 + number) for number in histories},
        histories=histories,
        standings=swiss_table(histories, 4),
    )


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


def test_a_swiss_is_read_back_from_its_file() -> None:
    histories = histories_of(NINE)
    headers, players = read(trf(report(histories)))
    assert headers["012"] == "Spring"
    assert (headers["042"], headers["052"]) == ("2026/03/01", "2026/04/09")
    assert (headers["062"], headers["XXR"]) == ("9", "4")
    assert (headers["092"], headers["122"]) == ("Individual: Swiss-System", "3d+12h/4d")
    assert {number: each[-1] for number, each in players.items()} == NINE
    for row in swiss_table(histories, 4):
        name, rating, points, place, _ = players[row.number]
        assert (name, rating) == (NAMES[row.number][:33], 1500 + row.number)
        assert (points, place) == (
            {1: 4, 3: 3, 4: 2.5, 6: 2, 7: 1, 8: 1}.get(row.number, 1.5),
            row.place,
        )


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
