"""A tournament as files: TRF16, which programs for chess tournaments read, and a spreadsheet.

Source: FIDE's Tournament Report File, version of 2016 (C.04, annex 2); columns count from 1 there.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.features.tournaments.pairing.history import Histories, Line, Played
from bot.features.tournaments.pairing.tables import Criterion, Standing

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
