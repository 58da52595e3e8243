"""Making and entering tournaments, what is refused, and who is still in when one begins."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import pytest

from bot.core.actor import Actor, Person
from bot.core.clocks import UnreadableClock
from bot.core.people import NotAManager
from bot.core.posting import CannotPost, RoleGone, TryLater
from bot.features.places import AbsenceService
from bot.features.ratings import Rating
from bot.features.reminders import Wishes
from bot.features.tournaments import errors
from bot.features.tournaments.acts import Act
from bot.features.tournaments.eligibility import Eligibility
from bot.features.tournaments.errors import RolesUnknown
from bot.features.tournaments.formats import Setup
from bot.features.tournaments.values import Repeat
from data.ids import PlayerId, RoleId, TournamentId
from data.states import ReminderWay, TournamentKind, TournamentState
from tests.features.tournaments.cup_club import BOSS, SHOWN_IN, Cup, enter_all
from tests.kit.club import ELSEWHERE, Club
from tests.kit.rated_crowd import add_crowd
from tests.kit.refusals import refusal


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
    await refusal(error, Cup.open(club, **chosen))
    assert await club.rows("tournaments") == 0


async def test_only_managers_make_them_and_each_once(club: Club) -> None:
    cup = await Cup.open(club, name="  Autumn\n cup ")
    assert (await cup.field()).tournament.name == "Autumn cup"
    setup = Setup(
        kind=(await cup.field()).tournament.kind, game="apart", clock="3d", channel_id=cup.id
    )
    await refusal(NotAManager, cup.service.create(cup.actor(1), setup))
    boss = cup.boss
    made = [await cup.service.create(boss, setup) for _ in range(2)]
    assert made[0].tournament.id == made[1].tournament.id


async def test_a_server_has_one_league_of_a_game_and_twenty_tournaments(club: Club) -> None:
    await Cup.open(club, 0, "league")
    await refusal(errors.LeagueExists, Cup.open(club, 0, "league"))
    for _ in range(19):
        await Cup.open(club)
    await refusal(errors.TooManyTournaments, Cup.open(club))


async def test_whoever_was_withdrawn_for_time_needs_an_invitation(club: Club) -> None:
    cup = await Cup.begun(club, 4, games=1)
    await cup.time_out(4, 1)
    club.clock.advance(days=1)
    await cup.time_out(4, 2)
    other = await Cup.open(club)
    await refusal(errors.WithdrawnLately, other.enter(4))
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
    await refusal(errors.EnteredTooMany, Cup.open(club, 1))


async def test_a_place_that_somebody_has_left_is_free(club: Club) -> None:
    swiss = await Cup.begun(club, 8, "swiss", rounds=4, most=8)
    await refusal(errors.TournamentFull, swiss.enter(9))
    await swiss.service.withdraw(swiss.actor(8), swiss.id)
    await swiss.enter(9)
    await refusal(errors.TournamentFull, swiss.enter(10))


async def test_a_place_of_the_next_season_is_free_if_somebody_plays_this_one_alone(
    club: Club,
) -> None:
    league = await Cup.open(club, 4, "league", games=1, most=5)
    await league.enter(5, stays=False)
    await league.begin()
    await league.enter(6)
    await refusal(errors.TournamentFull, league.enter(7))


async def test_limits_are_checked(club: Club) -> None:
    cup = await Cup.open(club, by_invitation=True)
    await refusal(errors.EntryByInvitation, cup.enter(1))
    for field, value, error in (
        ("rating_from", 1600, errors.RatingOutside),
        ("rating_to", 1400, errors.RatingOutside),
        ("matches", 5, errors.TooFewMatches),
        ("role_id", 77, errors.NeedsRole),
    ):
        limited = await Cup.open(club, **{field: value})
        await refusal(error, limited.enter(1))
    member = club.actor(Person(PlayerId(2), roles=frozenset({RoleId(77)})))
    await limited.service.enter(member, limited.id, stays=False)


async def test_who_is_blocked_is_told_to_whom_has_blocked_them(club: Club) -> None:
    cup = await Cup.open(club, 2)
    await club.blocks.block(cup.actor(3), PlayerId(1))
    view = await cup.service.enter(cup.actor(3), cup.id, stays=False)
    assert view.blocked == (1,)
    assert (await cup.service.look(cup.actor(1), cup.id)).blocked == ()


async def test_it_takes_enough_players_and_the_organiser_to_begin(club: Club) -> None:
    cup = await Cup.open(club, 2)
    await refusal(errors.NotTheOrganiser, cup.act(Act.START, by=cup.actor(1)))
    few = await refusal(errors.TooFewPlayers, cup.begin())
    assert (few.players, few.least) == (2, 3)
    await refusal(errors.NotBegun, cup.service.withdraw(cup.actor(1), cup.id))
    await refusal(errors.NotIn, cup.service.leave(cup.actor(3), cup.id))
    await cup.enter(3)
    await cup.begin()
    await refusal(errors.HasBegun, cup.enter(4))
    await refusal(errors.HasBegun, cup.service.leave(cup.actor(2), cup.id))


async def test_other_servers_tournaments_are_unknown(club: Club) -> None:
    cup = await Cup.open(club, 1)
    there = club.actor(BOSS, ELSEWHERE)
    for act in (cup.service.look, cup.service.withdraw, cup.service.check):
        await refusal(errors.UnknownTournament, act(there, cup.id))
    await refusal(errors.NoTournamentHere, cup.service.meant(there, None))
    await refusal(errors.UnknownTournament, cup.service.meant(cup.boss, TournamentId(99)))
    assert [each.id for each in await cup.service.meant(cup.boss, None)] == [cup.id]
    other = await Cup.open(club)
    found = await cup.service.meant(cup.boss, None)
    assert {each.id for each in found} == {cup.id, other.id}


async def test_what_is_over_is_over(club: Club) -> None:
    cup = await Cup.begun(club, 3, games=1)
    await cup.play_out()
    for act in (cup.service.withdraw, cup.service.leave, cup.service.sit_out):
        over = await refusal(errors.TournamentOver, act(cup.actor(2), cup.id))
        assert over.winner_id == 1
    await refusal(errors.TournamentOver, cup.act(Act.CANCEL, reason="too late"))


async def test_the_organiser_decides_what_has_not_begun_but_not_in_their_own_favour(
    club: Club,
) -> None:
    cup = await Cup.begun(club, 4, games=1, at_once=1)

    def boss() -> Actor:
        return club.actor(Person(PlayerId(1), manages_server=True))

    await refusal(errors.NothingToDecide, cup.act(Act.BOTH_LOSE, 1, 4, reason="why not"))
    for act in (Act.WON, Act.BOTH_LOSE):
        await refusal(errors.OwnFavour, cup.act(act, 1, 2, reason="why not", by=boss()))
    await refusal(errors.OwnFavour, cup.act(Act.READMIT, 1, reason="why not", by=boss()))
    assert (await cup.pairing(1, 2)).is_open
    await cup.act(Act.WON, 2, 1, reason="I cannot come", by=boss())
    await cup.sweep()
    assert (await cup.pairing(1, 2)).points(PlayerId(2)) == 2
    assert (await cup.pairing(1, 2)).match_id is None


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


async def test_what_cannot_be_made_cannot_be_changed_to(club: Club) -> None:
    cup = await Cup.open(club, 3)
    before = await cup.field()
    await refusal(errors.ClockTooQuick, change(cup, clock="15m"))
    await refusal(errors.PlacesOutside, change(cup, most=61))
    await refusal(errors.RatingsCrossed, change(cup, rating_from=1700, rating_to=1400))
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
    await refusal(errors.NotTheOrganiser, change(cup, by=cup.actor(1)))
    await cup.begin()
    before = await cup.field()
    await refusal(errors.SettingsFixed, change(cup, rated=False))
    assert await cup.field() == before


ROLE = RoleId(77)


async def entered(club: Club, people: int, **chosen: int) -> Cup:
    """One for people with a role, which so many have entered who have it."""
    cup = await Cup.open(club, role_id=ROLE, **chosen)
    for number in range(1, people + 1):
        member = club.actor(Person(PlayerId(number), roles=frozenset({ROLE})))
        await cup.service.enter(member, cup.id, stays=True)
    club.discord.having[ROLE] = {PlayerId(each) for each in range(1, people + 1)}
    return cup


async def taken_out(club: Club) -> list[tuple[int, str]]:
    sql = "SELECT player_id, reason FROM tournament_log WHERE kind = 'unfit' ORDER BY id"
    return [(row[0], row[1]) for row in await club.sql(sql)]


async def test_who_has_lost_the_role_is_taken_out_before_seeds_are_made(club: Club) -> None:
    cup = await entered(club, 5, games=1)
    await cup.act(Act.PUT_IN, 6)  # whatever the limits are
    club.discord.having[ROLE] -= {PlayerId(2), PlayerId(5)}
    await cup.begin()
    field = await cup.field()
    assert field.tournament.state is TournamentState.RUNNING
    assert {each.player_id: each.number for each in field.entrants} == {1: 1, 3: 2, 4: 3, 6: 4}
    assert await taken_out(club) == [(2, "role 77"), (5, "role 77")]
    assert club.discord.calls.count("holders") == 1


async def test_places_that_come_free_so_go_to_who_waits_for_one(club: Club) -> None:
    cup = await entered(club, 5, most=4, games=1)
    club.discord.having[ROLE].remove(PlayerId(1))
    await cup.begin()
    assert {each.player_id for each in (await cup.field()).entrants} == {2, 3, 4, 5}


async def test_too_few_who_fit_are_too_few(club: Club) -> None:
    cup = await entered(club, 3)
    club.discord.having[ROLE].remove(PlayerId(3))
    await cup.begin()
    tournament = (await cup.field()).tournament
    assert tournament.is_open
    assert await cup.begins_at() > club.clock.now
    assert [each.player_id for each in (await cup.field()).entrants] == [1, 2]
    club.clock.advance(minutes=1)
    member = club.actor(Person(PlayerId(3), roles=frozenset({ROLE})))
    await cup.service.enter(member, cup.id, stays=True)
    await cup.begin()  # an earlier answer does not count for a new beginning
    assert await taken_out(club) == [(3, "role 77")] * 2


@pytest.mark.parametrize("error", [TryLater(), CannotPost(None, "403")])
async def test_it_begins_later_when_discord_does_not_answer(club: Club, error: Exception) -> None:
    cup = await entered(club, 4, games=1)
    club.discord.having[ROLE].remove(PlayerId(4))
    club.discord.fail("holders", error)
    await cup.begin()
    assert (await cup.field()).tournament.is_open
    assert await taken_out(club) == []
    club.clock.advance(minutes=2)
    await cup.sweep()
    assert (await cup.field()).tournament.state is TournamentState.RUNNING
    assert await taken_out(club) == [(4, "role 77")]


async def test_a_thousand_are_asked_about_a_hundred_at_a_time(club: Club) -> None:
    cup = await Cup.open(club, 0, "swiss", role_id=ROLE, most=1000)
    await club.database.write(enter_all, cup.id, club.clock.now, 1000)
    field, eligibility = await cup.field(), Eligibility(club.discord, club.clock)
    club.discord.having[ROLE] = {PlayerId(each) for each in range(1, 998)}
    ask, answered = club.discord.holders, 0

    async def failing(*asked: Any) -> Collection[PlayerId]:
        nonlocal answered
        if answered == 4:
            club.discord.holders = ask  # type: ignore[method-assign]
            raise TryLater
        answered += 1
        return await ask(*asked)

    club.discord.holders = failing  # type: ignore[method-assign]
    await refusal(RolesUnknown, club.database.read(eligibility.ineligible, field))
    club.clock.advance(minutes=1)
    ineligible = await club.database.read(eligibility.ineligible, field)
    assert ineligible == dict.fromkeys((998, 999, 1000), "role 77")
    assert club.discord.calls.count("holders") == 10  # nobody was asked about again


async def test_a_role_that_is_gone_keeps_nobody_out(club: Club) -> None:
    cup = await entered(club, 4, games=1)
    limit = (await cup.field()).tournament.rules.role_id
    assert limit is not None
    club.discord.deleted_roles.add(limit)
    await cup.enter(5)
    (lost,) = await club.services[AbsenceService].lost_in((await cup.field()).tournament.server_id)
    assert lost.tournament_id == cup.id
    assert "The role that may enter" in str(lost.says)
    club.discord.fail("holders", RoleGone())
    await cup.begin()
    assert len((await cup.field()).entrants) == 5
    assert (await cup.field()).tournament.state is TournamentState.RUNNING


async def test_rated_matches_are_counted_again_and_ratings_are_not(club: Club) -> None:
    crowd = [Rating(each, 1, club.clock.now) for each in (30, 25, 25)]
    await club.database.write(add_crowd, "apart", 70, crowd, 1)
    await club.sql("UPDATE ratings SET won = 2")
    limited = await Cup.open(club, 3, matches=2, rating_to=1800, games=1)
    await club.sql("UPDATE ratings SET mu = 3 * mu WHERE player_id = 1")
    await club.sql("UPDATE ratings SET won = 0, lost = 1 WHERE player_id = 3")
    await limited.act(Act.PUT_IN, 4)
    await limited.begin()
    assert await taken_out(club) == [(3, "matches 2")]
    field = await limited.field()
    assert {each.player_id for each in field.entrants} == {1, 2, 4}
    assert (field.by_id[PlayerId(1)].seed or 0) > 1800


async def hears(club: Club, number: int, way: ReminderWay) -> None:
    await club.reminders.choose(club.actor(PlayerId(number)), Wishes(way=way))


async def lines(club: Club) -> list[int]:
    """Who heard something, in order."""
    sql = "SELECT subject_id FROM outbox WHERE kind = 'tournament_line' ORDER BY id"
    found = await club.sql(sql)
    return [row[0] for row in found]


async def test_a_round_is_told_to_those_who_chose_so_and_once(club: Club) -> None:
    cup = await Cup.open(club, 7, "swiss", rounds=3)
    await hears(club, 1, ReminderWay.DIRECT)
    await hears(club, 2, ReminderWay.DIGEST)
    await hears(club, 7, ReminderWay.DIRECT)  # who has a bye has nothing to do
    await cup.begin()
    assert await lines(club) == [1, 2]
    await cup.sweep()
    assert await lines(club) == [1, 2]


async def test_who_is_withdrawn_and_who_goes_up_or_down_hears_of_it(club: Club) -> None:
    cup = await Cup.begun(club, 8, "league", size=4, games=1)
    for number in range(1, 9):
        await hears(club, number, ReminderWay.DIRECT)
    await cup.act(Act.EXPEL, 8, reason="he asked me to")
    await cup.sweep()
    assert await lines(club) == [8]
    await cup.play_out()
    assert await lines(club) == [8, 4, 5]
