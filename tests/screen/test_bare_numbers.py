"""The tests that watch what people see find a bare number in it, wherever it stands."""

import pytest

from bot.features.help.screen import GreetingAction, GreetingButton
from bot.features.leaderboards.values import LeaderboardLine, LeaderboardPage, OwnStanding, Period
from bot.features.leaderboards.words import UNCERTAIN_BELOW, heading
from bot.features.ratings import Rating
from bot.features.ratings.counting import Aftermath
from bot.features.ratings.values import RatingChange
from bot.features.ratings.words import aftermath_lines
from bot.screen.components import layout
from bot.screen.page import Button, Menu, Page, Part, Picture, Row, options
from rules import GAMES
from rules.texts import ENGLISH, Plain, said
from tests.kit.bare_numbers import bare_ids, unexplained
from tests.kit.club import ADA
from tests.kit.overhearing import overhearing
from tests.kit.views import match_state

ID = 1456074445658521602
WAY = GreetingButton(GreetingAction.PLAY)
TOLD = Plain("{number}", number=ID)


@pytest.mark.parametrize(
    "part",
    [
        TOLD,
        Picture(TOLD),
        Row(Button(TOLD, WAY)),
        Menu(WAY, options({"a": TOLD}), ""),
        Menu(WAY, options({"a": "b"}), TOLD),
    ],
    ids=["text", "picture", "button", "option", "list"],
)
def test_an_id_is_noticed_wherever_it_stands(part: Part) -> None:
    with overhearing() as found:
        layout(Page(part), ENGLISH)
    assert found == {str(ID)}


@pytest.mark.parametrize(
    ("text", "is_bare"),
    [
        (f"<@{ID}> in <#{ID}> on <t:1456074445:f> <:stone:{ID}>", False),
        (f"[Go to the board](https://discord.com/channels/1/{ID})", False),
        ("match 12, `#12` is typed by nobody", True),
        (f"`{ID}`", True),
        ("### 12 of 30 <#7>", False),
    ],
)
def test_mentions_links_and_emoji_are_no_bare_ids(text: str, is_bare: bool) -> None:
    assert bool([*bare_ids(text)]) is is_bare


def test_an_uncertain_rating_is_explained_once_on_its_page() -> None:
    with overhearing() as found:
        layout(Page(Plain("Ada **1578?**"), Plain("Is it 12?"), UNCERTAIN_BELOW), ENGLISH)
        assert found == set()
        layout(Page(Plain("Ada **1578?**"), Plain("Is it 12?")), ENGLISH)
    assert found == {"Ada **1578?**"}


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
