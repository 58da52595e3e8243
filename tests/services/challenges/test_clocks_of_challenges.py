"""How long players may think: chosen with the challenge, and kept."""

from dataclasses import replace

import pytest

from bot.services.actor import Person
from bot.services.challenges import Challenge, Offer, UnreadableClock
from bot.services.clocks import ClockProblem, NoClock
from bot.services.people.settings import ServerSettings
from bot.services.settings import ClockNotAllowed
from tests.kit.club import ADA, BEN, DIRECT, PLACE, Club

KEEPER = Person(ADA, manages_server=True)


async def challenged(club: Club, clock: str | None = None) -> Challenge:
    offer = Offer("apart", (Person(BEN),), clock=clock)
    return await club.challenges.offer(club.actor(ADA), offer)


async def choose(club: Club, **chosen: object) -> None:
    def change(now: ServerSettings) -> ServerSettings:
        return replace(now, **chosen)

    await club.settings.change_server(club.actor(KEEPER), change)


async def test_nobody_has_a_clock_who_names_none(club: Club) -> None:
    match = await club.start()
    assert match.match.clock == "none"
    assert match.clock == NoClock()


@pytest.mark.parametrize(
    ("typed", "kept"), [("3 days", "3d"), ("3d + 1d / 5d", "3d+1d/5d"), ("15m+30s", "15m+30s")]
)
async def test_a_clock_goes_from_the_challenge_to_the_match_to_its_rematch(
    club: Club, typed: str, kept: str
) -> None:
    challenge = await challenged(club, typed)
    assert challenge.clock == kept
    accepted = await club.challenges.accept(club.actor(BEN), challenge.id)
    match = await club.begun(accepted)
    assert match.match.clock == str(match.clock) == kept
    await club.resign(match, BEN)
    asked = await club.challenges.rematch(club.actor(ADA), match.id)
    assert asked.clock == kept


async def test_what_is_no_clock_is_no_challenge(club: Club) -> None:
    with pytest.raises(UnreadableClock) as refused:
        await challenged(club, "90")
    assert refused.value.error.problem is ClockProblem.NO_UNIT
    assert await club.rows("challenges") == 0


async def test_a_server_has_a_usual_clock(club: Club) -> None:
    await choose(club, default_clock="7d")
    assert (await challenged(club)).clock == "7d"
    assert (await challenged(club, "none")).clock == "none"
    offer = Offer("apart", (Person(BEN),))
    elsewhere = await club.challenges.offer(club.actor(ADA, DIRECT), offer)
    assert elsewhere.clock == "none"


async def test_the_usual_clock_can_always_be_chosen(club: Club) -> None:
    server = PLACE.server_id
    assert server is not None
    await choose(club, allowed_clocks=("3d", "7d"))
    assert (await club.settings.of_server(server)).default_clock == "3d"
    await choose(club, default_clock="1d")
    chosen = await club.settings.of_server(server)
    assert (chosen.default_clock, chosen.allowed_clocks) == ("1d", ("3d", "7d", "1d"))
    await choose(club, allowed_clocks=("7d",))
    assert (await club.settings.of_server(server)).default_clock == "7d"
    await choose(club, allowed_clocks=())
    assert (await club.settings.of_server(server)).allowed_clocks is None


async def test_a_server_plays_with_the_clocks_that_it_allows(club: Club) -> None:
    await choose(club, default_clock="3d", allowed_clocks=("3d", "7d"))
    assert (await challenged(club, "1 week")).clock == "7d"
    for other in ("1d", "none"):
        with pytest.raises(ClockNotAllowed) as refused:
            await challenged(club, other)
        assert [str(clock) for clock in refused.value.allowed] == ["3d", "7d"]
    assert PLACE.server_id is not None
    kept = await club.settings.of_server(PLACE.server_id)
    assert kept.allowed_clocks == ("3d", "7d")
