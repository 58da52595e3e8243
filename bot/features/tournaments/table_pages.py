"""Tournaments as pictures: a crosstable, or the table of a Swiss."""

from collections.abc import Mapping
from itertools import pairwise

from bot.features.tournaments.pairing.history import Line, Played
from bot.features.tournaments.pairing.tables import Criterion
from bot.features.tournaments.swiss import histories, latest_round
from bot.features.tournaments.values import Field, Pairing, Row, Table
from bot.screen.names import plain
from data.ids import PlayerId
from data.states import PairingOutcome
from renderer.charts import Crosstable, CrosstableRow, SwissRow, SwissTable
from renderer.charts.crosstable import MOST_ROWS, OWN
from renderer.charts.rows import NUMBERED, RUNNING
from renderer.charts.swiss_table import MOST_LINES
from rules.texts import Text, Words, labelled

_PLAYED = {2: "1", 1: "=", 0: "0"}
_WITHOUT_PLAY = {2: "+", 1: "=", 0: "-"}
_WITHOUT_OPPONENT = {Played.BYE: "+1", Played.HALF_BYE: "+0.5"}
NOT_BEGUN = " "


def crosstable(
    field: Field, table: Table, names: Mapping[PlayerId, Words], reader_id: PlayerId | None = None
) -> Crosstable | None:
    """The table as a picture shows it; None where it has too many rows."""
    if not 0 < len(table.rows) <= MOST_ROWS:
        return None
    within = [each for each in field.pairings if each.seats.division == table.division]
    name = plain(field.tournament.name)
    title = labelled(name, table.name) if table.name else name
    breaks = {
        after.player_id for before, after in pairwise(table.rows) if before.move != after.move
    }
    rows = tuple(
        CrosstableRow(
            place=place(row),
            name=named(names, row.player_id, row.number),
            number=row.number,
            points=points(row.points),
            cells=tuple(_cell(within, row.player_id, other.player_id) for other in table.rows),
            own=row.player_id == reader_id,
            counts=row.standing is not None,
            line=row.player_id in breaks,
        )
        for row in table.rows
    )
    return Crosstable(title, rows, table.left)


def swiss_table(
    field: Field, table: Table, names: Mapping[PlayerId, Words], reader_id: PlayerId | None = None
) -> SwissTable | None:
    """A page of the table of a Swiss; None before the first round."""
    if not table.rows:
        return None
    found, rounds = histories(field), field.tournament.rules.rounds
    rows = tuple(
        SwissRow(
            place=place(row),
            number=row.number,
            name=named(names, row.player_id, row.number),
            rounds=tuple(map(_round, found[row.number])),
            points=points(row.points),
            ties=points(row.standing.scores[Criterion.CUT_ONE]) if row.standing else "",
            own=row.player_id == reader_id,
        )
        for row in table.rows[:MOST_LINES]
    )
    title = Text(
        "{name}: round {number} of {rounds}",
        name=plain(field.tournament.name),
        number=latest_round(field),
        rounds=rounds,
    )
    return SwissTable(title, rows, table.left)


def points(half: int) -> str:
    """Half points as people write them: ``5.5``."""
    return f"{half / 2:g}"


def named(names: Mapping[PlayerId, Words], who: PlayerId, number: int) -> Words:
    """What somebody is called; by their number where that is not known yet."""
    name = names.get(who)
    return NUMBERED.of(number=number) if name is None else plain(name)


def _round(line: Line) -> tuple[str, str]:
    """The opponent's number and a sign; the points where there was nobody."""
    if line.played is Played.RUNNING:
        return str(line.opponent), RUNNING
    if line.opponent:
        return str(line.opponent), line.played.value
    return "", _WITHOUT_OPPONENT.get(line.played, "")


def place(row: Row) -> str:
    """A place, and that it is shared: ``1.``, ``2=``."""
    if row.standing is None:
        return "-"
    return f"{row.standing.place}{'=' if row.standing.shared else '.'}"


def _cell(within: list[Pairing], player_id: PlayerId, other_id: PlayerId) -> str:
    """What the games of two came to, for the first of them."""
    if player_id == other_id:
        return OWN
    met = [each for each in within if {*each.players} == {player_id, other_id}]
    return "".join(_sign(each, player_id) for each in met)


def _sign(pairing: Pairing, player_id: PlayerId) -> str:
    if pairing.is_open:
        return RUNNING if pairing.is_running else NOT_BEGUN
    known = _PLAYED if pairing.worth.outcome is PairingOutcome.PLAYED else _WITHOUT_PLAY
    return known[pairing.points(player_id)]
