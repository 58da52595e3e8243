"""Large knockouts by page: the last rounds, and the earlier ones by quarter."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from bot.core.matches import Result
from bot.features.tournaments import Tournament, table_pages
from bot.features.tournaments.format import PairingContext
from bot.features.tournaments.formats import FORMATS
from bot.features.tournaments.swiss_pairing import pair_round
from bot.features.tournaments.values import End, Entrant, Field, Pairing, Score, Table
from data.ids import ChannelId, MatchId, PairingId, PlayerId, ServerId, TournamentId
from data.states import Ending, TournamentKind, TournamentState
from renderer.charts import BracketChart, chart_text
from tests.renderer.test_charts import renderer

NOW, KNOCKOUT = datetime(2026, 1, 1, tzinfo=UTC), FORMATS[TournamentKind.KNOCKOUT]
MOMENT = PairingContext(NOW, Random(1), pair_round)


def played(people: int, rounds: int) -> Field:
    """A cup in which the better number has won every game of so many rounds."""
    cup = Tournament(
        *(TournamentId(1), ServerId(1), TournamentKind.KNOCKOUT, "Autumn cup", "apart"),
        *("standard", "3d", True, KNOCKOUT.rules, PlayerId(1), TournamentState.RUNNING, None, 1),
        *(NOW, None, None, ChannelId(1), None, None, None, NOW),
    )
    everybody = [
        Entrant(PlayerId(each), NOW, stays=False, number=each, division=0)
        for each in range(1, people + 1)
    ]
    field = Field(cup, tuple(everybody), ())
    while due := KNOCKOUT.due(field, MOMENT):
        new = []
        for number, seats in enumerate(due, start=len(field.pairings) + 1):
            assert seats.second_id is not None
            winner = int(seats.second_id < seats.first_id)
            end = End(Result(((winner,), (1 - winner,)), Ending.RESIGNED))
            over = end if seats.round <= rounds else None
            new.append(Pairing(PairingId(number), seats, MatchId(number), Score(), over, True))
        kept = sorted((*field.pairings, *new), key=lambda e: (e.seats.round, e.seats.board))
        field = KNOCKOUT.rescored(replace(field, pairings=tuple(kept)))
    return field


def pages(field: Field) -> list[Table]:
    return [*table_pages.bracket_pages(field, KNOCKOUT.tables(field)[0])]


def drawn(field: Field, page: Table, reader: int = 0) -> BracketChart:
    return table_pages.bracket(field, page, {}, PlayerId(reader))


@pytest.mark.parametrize(
    ("people", "columns"),
    [(17, (4, 2, 1)), (64, (8, 4, 2, 1)), (128, (16, 8, 4, 2))],
)
def test_every_round_is_on_a_page_and_everybody_on_that_of_a_quarter(
    people: int, columns: tuple[int, ...]
) -> None:
    field = played(people, 7)
    last, *quarters = pages(field)
    assert len(last.rows) == 16
    assert [len(each.ties) for each in drawn(field, last).rounds] == [8, 4, 2, 1]
    assert sorted(row.player_id for page in quarters for row in page.rows) == [
        *range(1, people + 1)
    ]
    for page in quarters:
        chart = drawn(field, page)
        assert tuple(len(each.ties) for each in chart.rounds) == columns
        assert chart.third is None
        assert renderer().chart(chart, "slate")
    shown = len(columns) + 4
    assert shown >= len(format(people - 1, "b"))


def test_the_best_four_are_in_a_quarter_each_and_the_last_page_comes_later() -> None:
    field = played(32, 0)
    assert [str(page.name) for page in pages(field)] == [f"Quarter {each}" for each in range(1, 5)]
    best = [min(row.player_id for row in page.rows) for page in pages(field)]
    assert sorted(best) == [1, 2, 3, 4]
    assert [page.left for page in pages(field)] == [8, 8, 8, 8]
    field = played(32, 1)
    assert str(pages(field)[0].name) == "The last 16"
    assert len(pages(played(16, 1))) == 1


def test_the_words_of_a_quarter_tell_its_own_ties() -> None:
    field = played(32, 1)
    page = next(each for each in pages(field)[1:] if 28 in {row.player_id for row in each.rows})
    told = str(chart_text(drawn(field, page, 28)))
    assert told.startswith(f"Autumn cup: Quarter {page.division}: Round 2: No. ")
    assert "Round 1: No. 5 2 and No. 28 (you) 0, No. 5 goes on" in told
    assert told.endswith("4 games left.")
