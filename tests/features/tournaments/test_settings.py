"""Until a tournament begins its organiser can have it played otherwise; afterwards nobody can."""

from datetime import timedelta
from typing import Any

import pytest

from bot.features.tournaments import errors
from bot.features.tournaments.acts import Act
from bot.features.tournaments.formats import Setup
from bot.features.tournaments.values import Repeat
from data.states import TournamentKind, TournamentState
from tests.features.tournaments.cup_club import SHOWN_IN, Cup
from tests.kit.club import Club


async def change(cup: Cup, *, begins: bool = False, by: Any = None, **chosen: Any) -> None:
    wanted = {"clock": "3d+12h/4d", "channel_id": SHOWN_IN, "game": "apart", **chosen}
    setup = Setup(kind=TournamentKind.ROUND_ROBIN, **wanted)
    given = {"setup": setup, "begins": begins, "reason": "people asked"}
    await cup.act(Act.SETTINGS, by=by, **given)


async def test_all_that_was_chosen_can_be_chosen_again(club: Club) -> None:
    cup = await Cup.open(club, 4, days=3)
    before = (await cup.field()).tournament
    played = {"clock": "5d+1d/7d", "rated": False, "games": 1, "at_once": 2}
    await change(cup, **played, repeat=Repeat.MONTHLY, most=3, matches=2)
    field = await cup.field()
    after, rules = field.tournament, field.tournament.rules
    assert (after.clock, after.rated, after.begins_at) == ("5d+1d/7d", False, before.begins_at)
    assert (rules.games, rules.at_once, rules.most, rules.matches) == (1, 2, 3, 2)
    assert rules.repeat is Repeat.MONTHLY
    assert [each.player_id for each in field.waiting] == [4]
    told = await cup.service.history(cup.actor(1), cup.id, None)
    assert (told[0].kind.value, told[0].reason) == ("changed", "people asked")


async def test_when_it_begins_is_chosen_again_too(club: Club) -> None:
    cup = await Cup.open(club, 3, days=1, games=1)
    await change(cup, begins=True, days=5, games=1)
    await club.sweep(timedelta(days=2))
    assert (await cup.field()).tournament.is_open
    await club.sweep(timedelta(days=3))
    assert (await cup.field()).tournament.state is TournamentState.RUNNING
    other = await Cup.open(club, 3, days=1)
    await change(other, begins=True)
    assert (await other.field()).tournament.begins_at is None


@pytest.mark.parametrize(
    ("chosen", "error"),
    [
        ({"clock": "15m"}, errors.ClockTooQuick),
        ({"most": 61}, errors.PlacesOutside),
        ({"rating_from": 1700, "rating_to": 1400}, errors.RatingsCrossed),
    ],
)
async def test_what_cannot_be_made_cannot_be_changed_to(
    club: Club, chosen: dict[str, Any], error: Any
) -> None:
    cup = await Cup.open(club, 3)
    before = await cup.field()
    with pytest.raises(error):
        await change(cup, **chosen)
    assert await cup.field() == before


async def test_the_format_and_the_game_stay(club: Club) -> None:
    cup = await Cup.open(club, 0, "knockout")
    await change(cup, game="abande", rated=False)
    after = (await cup.field()).tournament
    assert (after.kind, after.game, after.rated) == (TournamentKind.KNOCKOUT, "apart", False)


async def test_nothing_changes_once_it_has_begun_and_only_its_organiser_changes_it(
    club: Club,
) -> None:
    cup = await Cup.open(club, 3, games=1)
    with pytest.raises(errors.NotTheOrganiser):
        await change(cup, by=cup.actor(1))
    await cup.begin()
    before = await cup.field()
    with pytest.raises(errors.SettingsFixed):
        await change(cup, rated=False)
    assert await cup.field() == before
