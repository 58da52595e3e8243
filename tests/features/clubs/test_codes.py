"""Codes of club matches that are wrong in each way, and names of teams that are to do harm."""

import asyncio
from collections import Counter

import pytest

from bot.core.actor import Place
from bot.core.people.settings import NotAManager
from bot.features.challenges.errors import ClockNotAllowed
from bot.features.clubs import errors, words
from bot.features.clubs.offering import OfferService, Terms
from bot.features.clubs.pages import SetupAction, SetupButton
from bot.features.clubs.rules import typed_code
from bot.features.tournaments.errors import BadName
from data.ids import ChannelId, PlayerId, ServerId
from rules.texts import ENGLISH, said
from tests.features.clubs.duel import BOSSES, Duel
from tests.features.clubs.test_agreeing import THIRD, accept, look_up, offered
from tests.features.clubs.test_persons import refused
from tests.kit.club import ELSEWHERE, Club

WRONG = "AAAAAAAAAA"


@pytest.mark.parametrize(
    "typed",
    ["", " - ", "OOOO000011", WRONG + "A", "ÄÖÜẞÄÖÜẞÄÖ", "@everyone", "' OR 1=1--", "\0" * 10],
)
async def test_what_is_no_code_is_answered_alike_and_counts_as_a_try(
    club: Club, typed: str
) -> None:
    await offered(club)
    for _ in range(10):
        with pytest.raises(errors.NoSuchOffer):
            await look_up(club, typed)
    async with refused(club, errors.TooManyTries):
        await look_up(club, typed)


async def test_a_code_works_in_small_letters_with_blanks_and_dashes(club: Club) -> None:
    code = await offered(club)
    typed = f" {code[:4].lower()} {code[4:7]}-{code[7:]}\n"
    assert (await look_up(club, typed)).name == "Otters"
    assert SetupButton.parse(str(SetupButton(SetupAction.ACCEPT, typed_code(typed)))) is not None


async def test_tries_are_counted_over_all_servers_of_a_manager_and_for_each_alone(
    club: Club,
) -> None:
    code, offers = await offered(club), club.services[OfferService]
    elsewhere = (ELSEWHERE, THIRD)
    for number in range(10):
        with pytest.raises(errors.NoSuchOffer):
            await offers.look_up(club.actor(BOSSES[1], elsewhere[number % 2]), WRONG)
    for place in elsewhere:
        async with refused(club, errors.TooManyTries):
            await offers.look_up(club.actor(BOSSES[1], place), code)
    assert (await offers.look_up(club.actor(BOSSES[0], ELSEWHERE), code)).name == "Otters"


@pytest.mark.both_databases
async def test_tries_at_once_are_counted_one_by_one(club: Club) -> None:
    await offered(club)
    tries = (look_up(club, WRONG) for _ in range(14))
    found = await asyncio.gather(*tries, return_exceptions=True)
    assert Counter(map(type, found)) == {errors.NoSuchOffer: 10, errors.TooManyTries: 4}


async def test_accepting_without_a_look_is_a_try_too_and_for_managers_alone(club: Club) -> None:
    await offered(club)
    offers, there = club.services[OfferService], ChannelId(710)
    async with refused(club, NotAManager):
        await offers.accept(club.actor(PlayerId(50), ELSEWHERE), WRONG, "Herons", there)
    with pytest.raises(errors.NoSuchOffer):
        await accept(club, WRONG)
    assert await club.rows("club_tries") == 1


async def test_only_managers_of_the_server_that_offers_withdraw_what_nobody_has_accepted(
    club: Club,
) -> None:
    code, offers = await offered(club), club.services[OfferService]
    (open_now,) = await offers.offers(club.actor(BOSSES[0]))
    async with refused(club, NotAManager):
        await offers.withdraw(club.actor(PlayerId(50)), open_now.id)
    await offers.withdraw(club.actor(BOSSES[1], ELSEWHERE), open_now.id)
    assert (await look_up(club, code)).name == "Otters"
    await accept(club, code)
    await offers.withdraw(club.actor(BOSSES[0]), open_now.id)
    assert await club.sql("SELECT state FROM clubs") == [("open",)]
    assert await offers.offers(club.actor(BOSSES[0])) == ()


async def test_a_clock_that_the_other_server_does_not_allow_is_refused(club: Club) -> None:
    code = await offered(club)
    await club.start(place=ELSEWHERE)
    settings = '{"allowed_clocks": ["7d"]}'
    await club.sql(f"UPDATE servers SET settings = '{settings}' WHERE id = 71")
    async with refused(club, ClockNotAllowed):
        await accept(club, code)


async def test_as_many_boards_are_played_as_there_are_people(club: Club) -> None:
    duel = await Duel.begun(club, 3, 1, boards=20)
    assert [each.players for each in (await duel.now()).games] == [(1, 101), (1, 101)]


async def test_the_eleventh_open_match_of_a_server_is_refused(club: Club) -> None:
    code = await offered(club)
    for number in range(10):
        await offered_in(club, Place(ServerId(71), ChannelId(800 + number)))
    async with refused(club, errors.TooManyClubs):
        await accept(club, code)


async def offered_in(club: Club, place: Place) -> None:
    terms = {"game": "apart", "boards": 2, "clock": "7d", "name": "Herons"}
    await club.services[OfferService].offer(club.actor(BOSSES[1], place), Terms(**terms))


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "…", "\u202e\u200b", "\u3164\u3164", "\u2800"])
async def test_a_team_has_a_name_that_can_be_read(club: Club, name: str) -> None:
    code = await offered(club)
    async with refused(club, BadName):
        await accept(club, code, name)


@pytest.mark.parametrize("name", ["@everyone", "<@1> <#2>", "**b** [x](https://x.y)", "a\n# b"])
async def test_a_teams_name_pings_nobody_and_formats_nothing(club: Club, name: str) -> None:
    found = await look_up(club, await offered(club, name=name))
    shown = said(words.offered(found), ENGLISH)
    assert name not in shown
    assert "\n# b" not in shown
