"""What tournaments say where something is and of what they are."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.core.clocks import parse_clock
from bot.core.errors import ServiceError
from bot.features import tournaments as cups
from bot.features.tournaments import table_pages, words
from bot.features.tournaments.formats import FORMATS
from bot.features.tournaments.pairing import Standing
from bot.screen.refusing import sentence as sentence_of
from bot.screen.words import mention
from data.ids import ChannelId, PlayerId, ServerId, TournamentId
from data.states import TournamentKind, TournamentState
from renderer.charts.crosstable import MOST_ROWS
from rules import GAMES

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)
ADA, BOB = PlayerId(1), PlayerId(2)
INFO = GAMES["apart"].info


def tournament(
    kind: TournamentKind = TournamentKind.ROUND_ROBIN, name: str = "Autumn cup"
) -> cups.Tournament:
    return cups.Tournament(
        *(TournamentId(1), ServerId(70), kind, name, "apart", INFO.variants[0].id, "3d+12h/4d"),
        *(True, FORMATS[kind].rules, ADA, TournamentState.OPEN, None, 2, NOW, None, None),
        *(ChannelId(7), None, None, None, NOW),
    )


CUP = tournament()


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (cups.TooFewPlayers(1, 3), "One player is in. It needs 3, and waits until then."),
        (cups.TooFewPlayers(0, 3), "Nobody is in yet. It needs 3, and waits until then."),
        (
            cups.TournamentForTwo(GAMES["halves"].info),
            "Tournament games are for two players. Halves has 3 variants for two.",
        ),
        (
            cups.TournamentNeedsClock(),
            "A tournament needs a clock, so that nobody waits for ever: `3d+12h/4d` is usual.",
        ),
        (
            cups.ClockTooQuick(parse_clock("15m")),
            "With this clock both players must be online at once: 15 minutes for every move. "
            "Choose a clock of days.",
        ),
        (cups.HasBegun(CUP), "It has begun."),
        (cups.TournamentFull(16), "All 16 places are taken."),
        (cups.TournamentFull(16, 3), "All 16 places are taken. You are number 3 in line."),
        (
            cups.TooFewForRounds(5, 8),
            "5 rounds need 10 players. 8 players are in. Choose 4 rounds, or a round robin.",
        ),
        (cups.EntryEnded(4, 7), "Round 4 of 7 is paired; entry ended with round 3."),
        (cups.LastRoundPaired(CUP), "The last round is paired."),
        (
            cups.RatingOutside(1400, 1700, 1720),
            "Entry: ratings from 1400 to 1700. Your rating is 1720.",
        ),
        (cups.RatingOutside(None, 1700, 1720), "Entry: ratings up to 1700. Your rating is 1720."),
        (
            cups.WithdrawnLately(CUP, BOB),
            f"You were withdrawn from *{words.harmless('Autumn cup')}* for two games lost on time. "
            f"Ask {mention(BOB)} to invite you.",
        ),
        (
            cups.NotTheOrganiser(ADA),
            f"Only {mention(ADA)} and people who manage matches here can do that.",
        ),
        (
            cups.BadName(60),
            "A name needs 1 to 60 characters, and at least one letter or digit.",
        ),
        (
            cups.TournamentOver(CUP, ADA),
            f"*{words.harmless('Autumn cup')}* is over. {mention(ADA)} won.",
        ),
        (
            cups.LetPlayOnTooLate(replace(CUP, state=TournamentState.OVER)),
            f"*{words.harmless('Autumn cup')}* is over. Only {mention(ADA)} and people who manage "
            "matches here can let somebody play on.",
        ),
        (
            cups.LetPlayOnTooLate(replace(CUP, state=TournamentState.RUNNING)),
            f"Other games in *{words.harmless('Autumn cup')}* already depend on this result. Only "
            f"{mention(ADA)} and people who manage matches here can let somebody play on.",
        ),
        (
            cups.PlacesOutside(200, 3, 128),
            "This format is for 3 to 128 players. At most 200 does not fit.",
        ),
        (cups.TooManyTournaments(20), "20 tournaments are open here. End one first."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, ServiceError) else "",
)
def test_why_something_is_refused(error: ServiceError, sentence: str) -> None:
    assert str(sentence_of(error)) == sentence


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


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("clock", words.CLOCKS)
def test_clocks_are_offered_with_what_they_mean(game: str, clock: str) -> None:
    label, told = map(str, words.clock_choice(clock, game))
    assert label.endswith(f": {clock}")
    assert told.startswith("A game takes about ")


def test_large_tables_have_no_picture() -> None:
    field = cups.Field(CUP, (), ())
    rows = tuple(
        cups.Row(PlayerId(n), n, Standing(n, n, shared=False, scores={}), 0)
        for n in range(1, MOST_ROWS + 2)
    )
    table = cups.Table(0, None, rows, 0)
    assert table_pages.crosstable(field, table, {}) is None
