"""A tournament as files: its table, its games, and a report for chess programs."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from bot.features.tournaments.formats import format_of
from bot.features.tournaments.pairing.files import Player, Report, spreadsheet, trf
from bot.features.tournaments.pairing.tables import Criterion, Standing
from bot.features.tournaments.progress import NEWCOMER
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
UNITS = {Criterion.SONNEBORN_BERGER: 4, Criterion.WINS: 1}
"""By how much a stored score is divided; the other criteria are stored in half points."""


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
            place, shared, scores = None, "", {}
            if row.standing is not None:
                place, scores = row.standing.place, row.standing.scores
                shared = "yes" if row.standing.shared else "no"
            told = [
                f"{scores[each] / UNITS.get(each, 2):g}" if each in scores else ""
                for each in Criterion
            ]
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
