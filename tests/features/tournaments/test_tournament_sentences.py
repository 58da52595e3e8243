"""What tournaments say of themselves, pages of large tables, and what was chosen in the panel."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.matches import Result
from bot.features.tournaments import errors, table_pages, words
from bot.features.tournaments.format import PairingContext
from bot.features.tournaments.format_words import words_of
from bot.features.tournaments.formats import FORMATS
from bot.features.tournaments.screen.creating import (
    ROOM,
    Choices,
    Control,
    SetupPanel,
    packed,
    unpacked,
)
from bot.features.tournaments.standings import Standing
from bot.features.tournaments.swiss_pairing import pair_round
from bot.features.tournaments.values import (
    End,
    Entrant,
    Field,
    Pairing,
    Row,
    Score,
    Table,
    Tournament,
)
from bot.screen.ids import MAX_LENGTH
from bot.screen.words import mention
from bot.screen.words import sentence as sentence_of
from data.ids import ChannelId, MatchId, PairingId, PlayerId, ServerId, TournamentId
from data.states import Ending, TournamentKind, TournamentState
from renderer.charts import BracketChart, chart_text
from renderer.charts.crosstable import MOST_ROWS
from rules import GAMES
from tests.renderer.test_charts import renderer

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)
ADA = PlayerId(1)
INFO = GAMES["apart"].info


def tournament(
    kind: TournamentKind = TournamentKind.ROUND_ROBIN, name: str = "Autumn cup"
) -> Tournament:
    return Tournament(
        *(TournamentId(1), ServerId(70), kind, name, "apart", INFO.variants[0].id, "3d+12h/4d"),
        *(True, FORMATS[kind].rules, ADA, TournamentState.OPEN, None, 2, NOW, None, None),
        *(ChannelId(7), None, None, None, NOW),
    )


CUP = tournament()


NAMED, ORGANISER = f"*{words.harmless('Autumn cup')}*", mention(ADA)
ONLY_THEY = f"Only {ORGANISER} and people who manage matches here can let somebody play on."
REFUSALS = {
    "Nobody has joined yet. It needs 3 players before it can begin.": errors.TooFewPlayers(0, 3),
    "Tournament games are for two players. Halves has 3 variants for two.": (
        errors.TournamentForTwo(GAMES["halves"].info)
    ),
    "All 16 places are taken.": errors.TournamentFull(16),
    "All 16 places are taken. You are number 3 on the waiting list.": errors.TournamentFull(16, 3),
    "5 rounds need 10 players. 8 players have joined. Choose 4 rounds, or a round robin.": (
        errors.TooFewForRounds(5, 8)
    ),
    "Round 4 of 7 is paired; entry ended with round 3.": errors.EntryEnded(4, 7),
    "Entry: ratings from 1400 to 1700. Your rating is 1720.": (
        errors.RatingOutside(1400, 1700, 1720)
    ),
    "Entry: ratings up to 1700. Your rating is 1720.": errors.RatingOutside(None, 1700, 1720),
    f"{NAMED} is over. {ORGANISER} won.": errors.TournamentOver(CUP, ADA),
    f"{NAMED} is over. {ONLY_THEY}": (
        errors.LetPlayOnTooLate(replace(CUP, state=TournamentState.OVER))
    ),
    f"Other games in {NAMED} already depend on this result. {ONLY_THEY}": (
        errors.LetPlayOnTooLate(replace(CUP, state=TournamentState.RUNNING))
    ),
}


@pytest.mark.parametrize("sentence", REFUSALS)
def test_why_something_is_refused(sentence: str) -> None:
    assert str(sentence_of(REFUSALS[sentence])) == sentence


def test_a_name_shapes_and_pings_nothing() -> None:
    told = str(words.named(tournament(TournamentKind.LEAGUE, "**<@1>** @everyone")))
    assert "<@1>" not in told
    assert "@everyone" not in told
    assert told.endswith("season 2")


@pytest.mark.parametrize(
    ("days", "told"),
    [(6, "about 6 days"), (24, "about 24 days"), (31, "about a month"), (62, "about 2 months")],
)
def test_how_long_a_game_takes(days: int, told: str) -> None:
    assert str(words.about(timedelta(days=days))) == told


def test_clocks_are_offered_with_what_they_mean() -> None:
    for game, clock in product(GAMES, words.CLOCKS):
        label, told = map(str, words.clock_choice(clock, game))
        assert label.endswith(f": {clock}")
        assert told.startswith("A game takes about ")


def test_large_tables_have_no_picture() -> None:
    field = Field(CUP, (), ())
    rows = tuple(
        Row(PlayerId(n), n, Standing(n, n, shared=False, scores={}), 0)
        for n in range(1, MOST_ROWS + 2)
    )
    table = Table(0, None, rows, 0)
    assert table_pages.crosstable(field, table, {}) is None


KNOCKOUT = FORMATS[TournamentKind.KNOCKOUT]
MOMENT = PairingContext(NOW, Random(1), pair_round)


def played(people: int, rounds: int) -> Field:
    """A cup in which the better number has won every game of so many rounds."""
    cup = replace(tournament(TournamentKind.KNOCKOUT), state=TournamentState.RUNNING, number=1)
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
    ("people", "columns"), [(17, (4, 2, 1)), (64, (8, 4, 2, 1)), (128, (16, 8, 4, 2))]
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
    assert "Round 1: No. 5 2 and No. 28 (you) 0, No. 5 advances" in told
    assert told.endswith("4 games left.")


def test_no_games_are_left_once_a_knockout_is_over() -> None:
    running, over = (played(16, rounds) for rounds in (3, 9))
    below = words_of(over.tournament).below
    assert "4 paired games left" in str(below(running, pages(running)[0]))
    assert below(over, pages(over)[0]) is None


CHOICES = st.builds(Choices, **{name: st.integers(0, room - 1) for name, room in ROOM.items()})
HIGHEST = Choices(**{name: room - 1 for name, room in ROOM.items()})


@given(CHOICES)
def test_choices_come_back(chosen: Choices) -> None:
    assert unpacked(packed(chosen)) == chosen


def test_what_is_too_large_is_cut_down_and_spoils_nothing_else() -> None:
    assert unpacked(packed(Choices(most=5000, matches=7))) == Choices(most=1000, matches=7)


def test_the_longest_choices_fit_into_a_button() -> None:
    game = max(GAMES, key=len)
    for kind in TournamentKind:
        for control in Control:
            assert len(str(SetupPanel(control, kind, game, packed(HIGHEST)))) <= MAX_LENGTH
        form = SetupPanel(Control.LIMITS, kind, game, packed(HIGHEST))
        assert SetupPanel.parse(str(form)) == form
