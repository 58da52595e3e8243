"""Where an uncertain rating is shown, its mark is explained."""

import pytest

from bot.features.leaderboards.values import LeaderboardLine, LeaderboardPage, OwnStanding, Period
from bot.features.leaderboards.words import UNCERTAIN_BELOW, heading
from bot.features.ratings import Rating
from bot.features.ratings.counting import Aftermath
from bot.features.ratings.values import RatingChange
from bot.features.ratings.words import aftermath_lines
from rules import GAMES
from rules.texts import ENGLISH, said
from tests.kit.bare_numbers import unexplained
from tests.kit.club import ADA
from tests.kit.views import match_state


def test_a_leaderboard_explains_the_mark_of_the_reader_s_own_rating() -> None:
    settled = LeaderboardLine(1, ADA, Rating(sigma=1.0), 1, 0, 0, 0, False, False)
    for own, is_marked in ((Rating(), True), (Rating(sigma=1.0), False), (None, False)):
        shown = OwnStanding(None, own)
        page = LeaderboardPage(GAMES["apart"].info, None, Period.ALL, 0, 1, (settled,), shown)
        assert (said(UNCERTAIN_BELOW, ENGLISH) in said(heading(page), ENGLISH)) is is_marked


@pytest.mark.parametrize("sigmas", [(9.0, 1.0), (1.0, 9.0)], ids=["before", "after"])
def test_a_result_explains_the_mark_of_what_it_moved(sigmas: tuple[float, float]) -> None:
    match = match_state(GAMES["apart"].start())
    before, after = sigmas
    moved = (25.0, before, 26.0, after, 1500, 1530, match.match.created_at)
    change = RatingChange(match.id, ADA, 0, "apart", 1, 1, *moved)
    told = aftermath_lines(match, Aftermath(None, (change,), None), {ADA: "Ada"})
    texts = [said(each, ENGLISH) for each in told]
    assert "1530?" in texts[0] or "1500?" in texts[0]
    assert unexplained(texts) == []
