"""What ``docs/ratings.md`` tells players is what the code does."""

from pathlib import Path

import pytest

from bot.features import ratings
from bot.features.ratings import values as numbers
from data.states import UnratedReason

PAGE = (Path(__file__).parents[3] / "docs" / "ratings.md").read_text()
LEAST_CERTAIN = ratings.Rating(sigma=ratings.PROVISIONAL_ABOVE)
HOURS = numbers.TIMEOUTS_WITHIN.total_seconds() / 3600


@pytest.mark.parametrize(
    "claim",
    [
        f"Everybody begins at **{numbers.NEWCOMERS_POINTS}**",
        f"more than **{ratings.spread(LEAST_CERTAIN)}** points away",
        "after about **11** rated matches",  # see test_about_eleven_matches_settle_a_rating
        f"Every **{numbers.MONTH.days}** days without",
        f"in the last **{ratings.ACTIVE_WITHIN.days}** days",
        f"fewer than two players have made **{numbers.LEAST_MOVES}** moves each",
        f"within **{numbers.RATED_WITHIN.days}** days | **{numbers.MOST_RATED}** a week",
        f"within **{HOURS:.0f}** hours",
    ],
)
def test_a_number_of_the_page_is_that_of_the_code(claim: str) -> None:
    assert PAGE.count(claim) == 1


def test_every_reason_is_told() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(UnratedReason)
