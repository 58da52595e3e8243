"""Making tournaments and entering them: what is refused, and why."""

from typing import Any

import pytest

from bot.core.actor import Actor, Person
from bot.core.clocks import UnreadableClock
from bot.core.people import NotAManager
from bot.features.tournaments import errors
from bot.features.tournaments.acts import Act
from bot.features.tournaments.formats import Setup
from bot.features.tournaments.values import Repeat
from data.ids import PlayerId, RoleId, TournamentId
from tests.features.tournaments.cup_club import BOSS, Cup
from tests.kit.club import ELSEWHERE, Club


@pytest.mark.parametrize(
    ("chosen", "error"),
    [
        ({"clock": "none"}, errors.TournamentNeedsClock),
        ({"clock": "15m"}, errors.ClockTooQuick),
        ({"clock": "soon"}, UnreadableClock),
        ({"game": "halves", "variant": "3p"}, errors.TournamentForTwo),
        ({"name": "!?*"}, errors.BadName),
        ({"name": "x" * 61}, errors.BadName),
        ({"size": 3}, errors.BadRules),
        ({"most": 61}, errors.PlacesOutside),
        ({"at_once": 10}, errors.BadRules),
        ({"kind": "league", "repeat": Repeat.WEEKLY}, errors.BadRules),
        ({"rating_from": 1700, "rating_to": 1400}, errors.RatingsCrossed),
    ],
)
async def test_what_cannot_be_made(club: Club, chosen: dict[str, Any], error: Any) -> None:
    with pytest.raises(error):
        await Cup.open(club, **chosen)
    assert await club.rows("tournaments") == 0


async def test_only_managers_make_them_and_each_once(club: Club) -> None:
    cup = await Cup.open(club, name="  Autumn\n cup ")
    assert (await cup.field()).tournament.name == "Autumn cup"
    setup = Setup(
        kind=(await cup.field()).tournament.kind, game="apart", clock="3d", channel_id=cup.id
    )
    with pytest.raises(NotAManager):
        await cup.service.create(cup.actor(1), setup)
    boss = cup.boss
    made = [await cup.service.create(boss, setup) for _ in range(2)]
    assert made[0].tournament.id == made[1].tournament.id


async def test_a_server_has_one_league_of_a_game_and_twenty_tournaments(club: Club) -> None:
    await Cup.open(club, 0, "league")
    with pytest.raises(errors.LeagueExists):
        await Cup.open(club, 0, "league")
    for _ in range(19):
        await Cup.open(club)
    with pytest.raises(errors.TooManyTournaments):
        await Cup.open(club)


async def test_nobody_enters_twice_too_late_or_where_it_is_full(club: Club) -> None:
    cup = await Cup.open(club, 3, most=3)
    with pytest.raises(errors.AlreadyIn) as twice:
        await cup.enter(2)
    assert twice.value.number == 2
    await cup.enter(4)
    with pytest.raises(errors.TournamentFull):
        await cup.enter(4)
    await cup.begin()
    with pytest.raises(errors.HasBegun):
        await cup.enter(4)
    with pytest.raises(errors.HasBegun):
        await cup.service.leave(cup.actor(2), cup.id)


async def test_the_same_click_again_is_answered_alike(club: Club) -> None:
    cup = await Cup.open(club)
    actor = cup.actor(1)
    for _ in range(2):
        view = await cup.service.enter(actor, cup.id, stays=False)
        assert [each.player_id for each in view.field.entrants] == [1]
    assert await club.rows("tournament_log", "kind = 'entered'") == 1


async def test_whoever_was_withdrawn_for_time_needs_an_invitation(club: Club) -> None:
    cup = await Cup.begun(club, 4, games=1)
    await cup.time_out(4, 1)
    club.clock.advance(days=1)
    await cup.time_out(4, 2)
    other = await Cup.open(club)
    with pytest.raises(errors.WithdrawnLately):
        await other.enter(4)
    await other.act(Act.PUT_IN, 4)
    assert (await other.field()).by_id[PlayerId(4)].is_in
    club.clock.advance(days=31)
    third = await Cup.open(club)
    await third.enter(4)


async def test_nobody_is_in_more_than_five_not_counting_what_they_are_out_of(club: Club) -> None:
    left = await Cup.begun(club, 3)
    await left.service.withdraw(left.actor(1), left.id)
    lost = await Cup.begun(club, 4, "knockout")
    for game in (1, 2):
        await lost.win(4, 1, game)
    for _ in range(5):
        await Cup.open(club, 1)
    with pytest.raises(errors.EnteredTooMany):
        await Cup.open(club, 1)


async def test_a_place_that_somebody_has_left_is_free(club: Club) -> None:
    swiss = await Cup.begun(club, 8, "swiss", rounds=4, most=8)
    with pytest.raises(errors.TournamentFull):
        await swiss.enter(9)
    await swiss.service.withdraw(swiss.actor(8), swiss.id)
    await swiss.enter(9)
    with pytest.raises(errors.TournamentFull):
        await swiss.enter(10)


async def test_a_place_of_the_next_season_is_free_if_somebody_plays_this_one_alone(
    club: Club,
) -> None:
    league = await Cup.open(club, 4, "league", games=1, most=5)
    await league.enter(5, stays=False)
    await league.begin()
    await league.enter(6)
    with pytest.raises(errors.TournamentFull):
        await league.enter(7)


async def test_limits_are_checked(club: Club) -> None:
    cup = await Cup.open(club, by_invitation=True)
    with pytest.raises(errors.EntryByInvitation):
        await cup.enter(1)
    for field, value, error in (
        ("rating_from", 1600, errors.RatingOutside),
        ("rating_to", 1400, errors.RatingOutside),
        ("matches", 5, errors.TooFewMatches),
        ("role_id", 77, errors.NeedsRole),
    ):
        limited = await Cup.open(club, **{field: value})
        with pytest.raises(error):
            await limited.enter(1)
    member = club.actor(Person(PlayerId(2), roles=frozenset({RoleId(77)})))
    await limited.service.enter(member, limited.id, stays=False)


async def test_who_is_blocked_is_told_to_whom_has_blocked_them(club: Club) -> None:
    cup = await Cup.open(club, 2)
    await club.blocks.block(cup.actor(3), PlayerId(1))
    view = await cup.service.enter(cup.actor(3), cup.id, stays=False)
    assert view.blocked == (1,)
    assert (await cup.service.look(cup.actor(1), cup.id)).blocked == ()


async def test_it_takes_enough_players_and_the_organiser(club: Club) -> None:
    cup = await Cup.open(club, 2)
    with pytest.raises(errors.NotTheOrganiser):
        await cup.act(Act.START, by=cup.actor(1))
    with pytest.raises(errors.TooFewPlayers) as few:
        await cup.begin()
    assert (few.value.players, few.value.least) == (2, 3)
    with pytest.raises(errors.NotBegun):
        await cup.service.withdraw(cup.actor(1), cup.id)
    with pytest.raises(errors.NotIn):
        await cup.service.leave(cup.actor(3), cup.id)


async def test_other_servers_tournaments_are_unknown(club: Club) -> None:
    cup = await Cup.open(club, 1)
    there = club.actor(BOSS, ELSEWHERE)
    for act in (cup.service.look, cup.service.withdraw, cup.service.check):
        with pytest.raises(errors.UnknownTournament):
            await act(there, cup.id)
    with pytest.raises(errors.NoTournamentHere):
        await cup.service.meant(there, None)
    with pytest.raises(errors.UnknownTournament):
        await cup.service.meant(cup.boss, TournamentId(99))
    assert [each.id for each in await cup.service.meant(cup.boss, None)] == [cup.id]
    other = await Cup.open(club)
    found = await cup.service.meant(cup.boss, None)
    assert {each.id for each in found} == {cup.id, other.id}


async def test_what_is_over_is_over(club: Club) -> None:
    cup = await Cup.begun(club, 3, games=1)
    for winner, loser in ((1, 2), (1, 3), (2, 3)):
        await cup.win(winner, loser)
    for act in (cup.service.withdraw, cup.service.leave, cup.service.sit_out):
        with pytest.raises(errors.TournamentOver) as over:
            await act(cup.actor(2), cup.id)
        assert over.value.winner_id == 1
    with pytest.raises(errors.TournamentOver):
        await cup.act(Act.CANCEL, reason="too late")


async def test_the_organiser_decides_what_has_not_begun(club: Club) -> None:
    cup = await Cup.begun(club, 4, games=1, at_once=1)
    with pytest.raises(errors.NothingToDecide):
        await cup.act(Act.BOTH_LOSE, 1, 4, reason="why not")
    await cup.act(Act.WON, 2, 1, reason="he was there")
    await cup.sweep()
    assert (await cup.pairing(1, 2)).points(PlayerId(2)) == 2
    assert (await cup.pairing(1, 2)).match_id is None


async def test_an_organiser_who_plays_decides_nothing_in_their_own_favour(club: Club) -> None:
    cup = await Cup.begun(club, 4, games=1, at_once=1)

    def boss() -> Actor:
        return club.actor(Person(PlayerId(1), manages_server=True))

    for act in (Act.WON, Act.BOTH_LOSE):
        with pytest.raises(errors.OwnFavour):
            await cup.act(act, 1, 2, reason="why not", by=boss())
    with pytest.raises(errors.OwnFavour):
        await cup.act(Act.READMIT, 1, reason="why not", by=boss())
    assert (await cup.pairing(1, 2)).is_open
    await cup.act(Act.WON, 2, 1, reason="I cannot come", by=boss())
    assert (await cup.pairing(1, 2)).points(PlayerId(2)) == 2
