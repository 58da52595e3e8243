"""A tournament as files: its table and games as spreadsheets, and TRF16 for chess programs.

Source: FIDE's Tournament Report File, version of 2016 (C.04, annex 2); columns count from 1 there.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bot.features.tournaments.formats import format_of
from bot.features.tournaments.progress import NEWCOMER
from bot.features.tournaments.standings import Criterion, Histories, Line, Played, Standing
from bot.features.tournaments.values import Field
from data.ids import PlayerId

GAMES = (
    "round",
    "group",
    "board",
    "game",
    "first",
    "second",
    "outcome",
    "points of the first",
    "points of the second",
    "counts",
    "match",
)
TABLE = (
    "group",
    "place",
    "shared",
    "number",
    "name",
    "rating",
    *(each.value for each in Criterion),
)
NAME_COLUMNS = 33
NOT_DUTCH = "### Paired by rules of its own, not by the Dutch system of FIDE C.04.3."
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
"""How text begins that a spreadsheet would take for a formula, in letters of either width."""
_UTF_8 = "\ufeff"
"""The mark at the beginning of a file by which spreadsheets know that it is UTF-8."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player in a file: the name, and the rating at the start."""

    name: str
    rating: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A tournament of one table in which everybody has one game a round.

    ``players`` and ``histories`` are by start number; ``rounds`` counts those to come, too.
    """

    name: str
    kind: str
    clock: str
    begun: date
    ended: date
    rounds: int
    players: Mapping[int, Player]
    histories: Histories
    standings: Sequence[Standing]


def files_of(field: Field, names: Mapping[PlayerId, str], now: datetime) -> dict[str, str]:
    """The contents of the files by their names; ``names`` are those of all players."""
    found = {
        "table.csv": spreadsheet(TABLE, _table(field, names)),
        "games.csv": spreadsheet(GAMES, _games(field, names)),
    }
    report = report_of(field, names, now)
    return found if report is None else found | {"tournament.trf": trf(report)}


def _table(field: Field, names: Mapping[PlayerId, str]) -> Iterator[tuple[str | int | None, ...]]:
    for table in format_of(field).tables(field):
        for row in table.rows:
            place, shared, told = None, "", [""] * len(Criterion)
            if row.standing is not None:
                place, shared = row.standing.place, "yes" if row.standing.shared else "no"
                told = [row.standing.said(each) for each in Criterion]
            seed, name = field.by_id[row.player_id].seed, names[row.player_id]
            yield str(table.name or ""), place, shared, row.number, name, seed, *told


def _games(field: Field, names: Mapping[PlayerId, str]) -> Iterator[tuple[str | int | None, ...]]:
    for each in field.pairings:
        seats, score = each.seats, each.score
        yield (
            seats.round,
            seats.division + 1,
            seats.board,
            seats.game,
            names[seats.first_id],
            "" if seats.second_id is None else names[seats.second_id],
            score.outcome.value,
            f"{score.points_first / 2:g}",
            f"{score.points_second / 2:g}",
            "no" if score.struck else "yes",
            each.match_id,
        )


def report_of(field: Field, names: Mapping[PlayerId, str], now: datetime) -> Report | None:
    """The report for chess programs; None if there are groups, or two played several games."""
    found, tables = format_of(field).by_round(field), format_of(field).tables(field)
    if found is None or len(tables) != 1:
        return None
    tournament, rows = field.tournament, tables[0].rows
    last = dict.fromkeys(Criterion, 0)
    return Report(
        name=str(tournament.name),
        kind=format_of(field).kind,
        clock=tournament.clock,
        begun=tournament.begins_at or tournament.created_at,
        ended=tournament.ended_at or now,
        rounds=max(tournament.rules.rounds, *map(len, found.values())),
        players={
            number: Player(names[who], field.by_id[who].seed or NEWCOMER)
            for who, number in field.numbers.items()
        },
        histories=found,
        standings=[
            row.standing or Standing(row.number, len(rows), shared=False, scores=last)
            for row in rows
        ],
    )


def trf(report: Report) -> str:
    """The file as text, a line for each player by start number, without running games."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    yield f"012 {_plain(report.name)}"
    yield f"042 {report.begun:%Y/%m/%d}"
    yield f"052 {report.ended:%Y/%m/%d}"
    yield f"062 {len(report.players)}"
    yield f"092 {report.kind}"
    yield f"122 {report.clock}"
    yield NOT_DUTCH
    yield f"XXR {report.rounds}"
    for place in sorted(report.standings, key=lambda each: each.number):
        player = report.players[place.number]
        name = f"{_plain(player.name)[:NAME_COLUMNS]:{NAME_COLUMNS}}"
        points = place.scores[Criterion.POINTS] / 2
        rounds = "".join(map(_round, report.histories[place.number]))
        head = f"001 {place.number:4}      {name} {player.rating:4}"
        yield f"{head:80}{points:4.1f} {place.place:4}{rounds}".rstrip()


def _round(line: Line) -> str:
    if line.played is Played.RUNNING:
        return _round(Line(Played.ZERO_BYE))
    who = f"{line.opponent:4} {'w' if line.moved_first else 'b'}" if line.opponent else "0000 -"
    return f"  {who} {line.played.value}"


def _plain(text: str) -> str:
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def spreadsheet(heading: Sequence[str], rows: Iterable[Sequence[str | int | None]]) -> str:
    """A CSV file none of whose values a spreadsheet takes for a formula."""
    file = io.StringIO(_UTF_8)
    file.seek(0, io.SEEK_END)
    writer = csv.writer(file)
    writer.writerow(heading)
    for row in rows:
        writer.writerow([_harmless(each) if isinstance(each, str) else each for each in row])
    return file.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text
