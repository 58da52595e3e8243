"""From a code to a match: offers, acceptance, joining, captains, and who meets whom."""

import pytest

from bot.core.actor import Place
from bot.core.errors import ServiceError
from bot.core.people.settings import NotAManager
from bot.features.challenges.errors import GameNotAllowed
from bot.features.clubs import errors
from bot.features.clubs.offering import OfferService, Terms
from bot.features.clubs.values import Offered
from bot.features.tournaments.errors import (
    BadName,
    ClockTooQuick,
    TournamentNeedsClock,
)
from data.ids import ChannelId, PlayerId, ServerId
from data.states import ClubState
from tests.features.clubs.duel import BOSSES, HERONS, OTTERS, TERMS, Duel
from tests.kit.club import ADA, ELSEWHERE, Club

THIRD = Place(ServerId(72), ChannelId(720))


async def offered(club: Club, **terms: object) -> str:
    asked = Terms(**{**TERMS, "name": "Otters", **terms})  # type: ignore[arg-type]
    return await club.services[OfferService].offer(club.actor(BOSSES[0]), asked)


async def accept(club: Club, code: str, name: str = "Herons") -> None:
    there = club.actor(BOSSES[1], ELSEWHERE)
    await club.services[OfferService].accept(there, code, name, ELSEWHERE.channel_id)


async def look_up(club: Club, code: str) -> Offered:
    return await club.services[OfferService].look_up(club.actor(BOSSES[1], ELSEWHERE), code)


async def test_who_has_the_code_sees_what_is_offered_and_accepts_it_once(club: Club) -> None:
    code = await offered(club)
    found = await look_up(club, f" {code[:5]}-{code[5:].lower()} ")
    assert (found.name, found.contest.game, found.contest.boards) == ("Otters", "apart", 4)
    await accept(club, code)
    with pytest.raises(errors.NoSuchOffer):
        await accept(club, code)
    assert await club.rows("club_sides") == 2


async def test_the_code_itself_is_not_stored(club: Club) -> None:
    code = await offered(club)
    ((stored,),) = await club.sql("SELECT code FROM clubs")
    assert code not in stored


@pytest.mark.parametrize(
    ("terms", "refused"),
    [
        ({"boards": 1}, errors.BadBoards),
        ({"boards": 21}, errors.BadBoards),
        ({"clock": "none"}, TournamentNeedsClock),
        ({"clock": "15m+30s"}, ClockTooQuick),
        ({"name": "…"}, BadName),
        ({"game": "halves", "variant": "three"}, ServiceError),
    ],
)
async def test_a_bad_offer_is_refused_and_nothing_is_written(
    club: Club, terms: dict[str, object], refused: type[ServiceError]
) -> None:
    with pytest.raises(refused):
        await offered(club, **terms)
    assert await club.rows("clubs") == 0


async def test_only_managers_offer_and_accept(club: Club) -> None:
    code = await offered(club)
    offers = club.services[OfferService]
    with pytest.raises(NotAManager):
        await offers.offer(club.actor(ADA), Terms(**TERMS, name="Otters"))  # type: ignore[arg-type]
    with pytest.raises(NotAManager):
        await offers.look_up(club.actor(ADA, ELSEWHERE), code)


async def test_an_offer_is_not_for_its_own_server(club: Club) -> None:
    code = await offered(club)
    with pytest.raises(errors.OwnOffer):
        await club.services[OfferService].look_up(club.actor(BOSSES[0]), code)


async def test_an_offer_expires_after_a_week(club: Club) -> None:
    code = await offered(club)
    await club.look_around(days=7)
    with pytest.raises(errors.NoSuchOffer):
        await accept(club, code)
    assert await club.rows("clubs", "state = 'cancelled'") == 1


async def test_a_manager_guesses_ten_times_an_hour(club: Club) -> None:
    code = await offered(club)
    for _ in range(10):
        with pytest.raises(errors.NoSuchOffer):
            await look_up(club, "AAAAAAAAAA")
    with pytest.raises(errors.TooManyTries):
        await accept(club, code)
    club.clock.advance(hours=1, seconds=1)
    await accept(club, code)


async def test_a_game_that_the_other_server_does_not_allow_is_refused(club: Club) -> None:
    code = await offered(club)
    settings = '{"allowed_games": ["abande"]}'
    await club.start(place=ELSEWHERE)
    await club.sql(f"UPDATE servers SET settings = '{settings}' WHERE id = 71")
    with pytest.raises(GameNotAllowed):
        await look_up(club, code)
    assert await club.rows("club_sides") == 1


async def test_nobody_plays_for_both_sides(club: Club) -> None:
    duel = await Duel.agreed(club, 1, 1)
    with pytest.raises(errors.OtherSide):
        await duel.service.enter(duel.actor(1, ELSEWHERE), duel.id)
    await duel.service.leave(duel.actor(1), duel.id)
    with pytest.raises(errors.OtherSide):
        await duel.service.enter(duel.actor(1, ELSEWHERE), duel.id)
    assert [each.player_id for each in (await duel.now()).of_side(OTTERS)] == []
    await duel.join(1)
    assert (await duel.now()).playing(OTTERS) == (PlayerId(1),)


async def test_a_match_of_other_servers_is_unknown(club: Club) -> None:
    duel = await Duel.agreed(club)
    with pytest.raises(errors.UnknownClub):
        await duel.service.look(club.actor(ADA, THIRD), duel.id)


@pytest.mark.both_databases
async def test_it_begins_when_both_captains_are_ready(club: Club) -> None:
    duel = await Duel.agreed(club, 3, 2)
    await duel.service.ready(duel.boss(OTTERS), duel.id)
    await duel.go_on()
    assert (await duel.now()).contest.state is ClubState.OPEN
    await duel.service.ready(duel.boss(HERONS), duel.id)
    await duel.go_on()
    now = await duel.now()
    assert now.contest.state is ClubState.RUNNING
    # as many boards as the smaller side has, two games on each, first against first
    assert [(e.board, e.game, e.seated) for e in now.games] == [
        (1, 0, (1, 101)),
        (1, 1, (101, 1)),
        (2, 0, (2, 102)),
        (2, 1, (102, 2)),
    ]


async def test_it_begins_after_a_week_or_not_at_all(club: Club) -> None:
    duel, empty = await Duel.agreed(club, 1, 1), await Duel.agreed(club, 1, 0)
    await duel.go_on(days=7)
    assert (await duel.now()).contest.state is ClubState.RUNNING
    assert (await empty.now()).contest.state is ClubState.CANCELLED


async def test_a_captain_leaves_players_out_and_does_not_reorder(club: Club) -> None:
    duel = await Duel.agreed(club, 3, 3)
    await duel.service.leave_out(duel.boss(OTTERS), duel.id, PlayerId(1))
    for side in (OTTERS, HERONS):
        await duel.service.ready(duel.boss(side), duel.id)
    await duel.go_on()
    assert [each.players for each in (await duel.now()).games][::2] == [(2, 101), (3, 102)]


async def test_others_than_the_captain_are_told_who_it_is(club: Club) -> None:
    duel = await Duel.agreed(club, 1, 1)
    with pytest.raises(errors.NotTheCaptain):
        await duel.service.ready(duel.actor(1), duel.id)
    with pytest.raises(errors.NotTheCaptain):  # from the other server
        await duel.service.ready(club.actor(BOSSES[0], ELSEWHERE), duel.id)


async def test_a_manager_or_the_captain_names_another_captain(club: Club) -> None:
    duel = await Duel.agreed(club, 2, 2)
    await duel.service.name_captain(duel.boss(OTTERS), duel.id, PlayerId(1))
    await duel.service.name_captain(duel.actor(1), duel.id, PlayerId(2))
    with pytest.raises(errors.NotTheCaptain):
        await duel.service.name_captain(duel.actor(1), duel.id, PlayerId(1))
    assert (await duel.side(OTTERS)).captain_id == 2
    # the captain is gone, and a manager takes over
    await duel.service.name_captain(duel.boss(OTTERS), duel.id, BOSSES[0].id)
    assert (await duel.side(OTTERS)).captain_id == BOSSES[0].id


async def test_two_who_are_parted_by_a_block_move_a_board_apart(club: Club) -> None:
    duel = await Duel.agreed(club, 3, 3)
    await club.blocks.block(club.actor(PlayerId(1)), PlayerId(101))
    for side in (OTTERS, HERONS):
        await duel.service.ready(duel.boss(side), duel.id)
    await duel.go_on()
    assert [each.players for each in (await duel.now()).games][::2] == [
        (1, 102),
        (2, 101),
        (3, 103),
    ]
