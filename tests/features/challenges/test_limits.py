"""How much one person may have going on, how long a challenge waits, and how long players think."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.core import timers
from bot.core.actor import Person
from bot.core.clocks import ClockProblem, NoClock, UnreadableClock
from bot.core.people.settings import ServerSettings
from bot.features.challenges import ChallengeClosed
from bot.features.challenges import offer as offers
from bot.features.challenges.errors import (
    ClockNotAllowed,
    TooManyMatches,
    TooManyOpen,
    TooManyToday,
)
from bot.features.challenges.storage import CHALLENGE_EXPIRY_TIMER
from data.states import ChallengeState, TimerKind
from tests.kit.club import ADA, BEN, CHLOE, DIRECT, PLACE, Club
from tests.kit.refusals import refusal


async def test_thirty_open_challenges_are_enough(club: Club) -> None:
    offered = [await club.offer() for _ in range(offers.MOST_OPEN)]
    refused = await refusal(TooManyOpen, club.offer())
    assert refused.most == offers.MOST_OPEN
    assert (await club.offer(BEN, (ADA,))).challenger_id == BEN
    await club.challenges.cancel(club.actor(ADA), offered[3].id)
    assert (await club.offer()).challenger_id == ADA


async def test_sixty_challenges_a_day_are_enough(club: Club) -> None:
    began = club.clock.now
    for _ in range(offers.MOST_A_DAY):
        challenge = await club.offer()
        await club.challenges.cancel(club.actor(ADA), challenge.id)
        club.clock.advance(minutes=1)
    refused = await refusal(TooManyToday, club.offer())
    assert refused.again_at == began + timedelta(days=1)
    club.clock.now = refused.again_at
    await club.offer()
    await refusal(TooManyToday, club.offer())


async def test_nobody_plays_endless_matches(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers, "MOST_MATCHES", 3)
    early = [await club.offer() for _ in range(4)]
    for challenge in early[:3]:
        await club.challenges.accept(club.actor(BEN), challenge.id)
    refused = await refusal(TooManyMatches, club.offer(ADA, (CHLOE,)))
    assert refused.player_id == ADA
    await refusal(TooManyMatches, club.challenges.accept(club.actor(BEN), early[3].id))
    seek = await club.offer(CHLOE, ())
    await refusal(TooManyMatches, club.challenges.accept(club.actor(BEN), seek.id))
    ended = await club.challenges.get(early[0].id)
    assert ended.match_id is not None
    await club.resign(await club.state(ended.match_id), ADA)
    assert (await club.challenges.accept(club.actor(BEN), early[3].id)).match_id is not None


async def test_a_challenge_waits_fourteen_days(club: Club) -> None:
    early = await club.offer()
    club.clock.advance(days=1)
    late = await club.offer()
    following = await club.database.read(timers.next_due, TimerKind.known)
    assert following == early.expires_at
    club.clock.advance(days=13)
    with pytest.raises(ChallengeClosed) as closed:
        await club.challenges.accept(club.actor(BEN), early.id)
    assert closed.value.challenge.state is ChallengeState.EXPIRED
    assert await club.sweep() == 1
    assert (await club.challenges.get(early.id)).state is ChallengeState.EXPIRED
    assert await club.sweep() == 0
    following = await club.database.read(timers.next_due, TimerKind.known)
    assert following == late.expires_at
    accepted = await club.challenges.accept(club.actor(BEN), late.id)
    assert accepted.match_id is not None
    later = club.clock.now + timedelta(days=1000)
    left = await club.database.write(timers.due, later, 100, TimerKind.known)
    assert [each for each in left if each.kind is CHALLENGE_EXPIRY_TIMER] == []


async def test_whatever_ends_a_challenge_takes_its_timer_away(club: Club) -> None:
    declined, cancelled = await club.offer(), await club.offer()
    await club.challenges.decline(club.actor(BEN), declined.id)
    await club.challenges.cancel(club.actor(cancelled.challenger_id), cancelled.id)
    assert await club.rows("timers") == 0
    assert await club.sweep(days=14) == 0
    assert (await club.challenges.get(declined.id)).state is ChallengeState.DECLINED


async def test_the_card_tells_that_it_ran_out(club: Club) -> None:
    await club.offer()
    await club.deliver()
    await club.look_around(days=14)
    (card,) = club.discord.cards
    assert card.shown == ["open", "expired"]


KEEPER = Person(ADA, manages_server=True)


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
async def test_a_clock_goes_on_to_match_and_rematch(club: Club, typed: str, kept: str) -> None:
    challenge = await club.offer(clock=typed)
    assert challenge.clock == kept
    accepted = await club.challenges.accept(club.actor(BEN), challenge.id)
    match = await club.begun(accepted)
    assert match.match.clock == str(match.clock) == kept
    await club.resign(match, BEN)
    asked = await club.challenges.rematch(club.actor(ADA), match.id)
    assert asked.clock == kept


async def test_what_is_no_clock_is_no_challenge(club: Club) -> None:
    refused = await refusal(UnreadableClock, club.offer(clock="90"))
    assert refused.problem is ClockProblem.NO_UNIT
    assert await club.rows("challenges") == 0


async def test_a_server_has_a_usual_clock(club: Club) -> None:
    await choose(club, default_clock="7d")
    assert (await club.offer(clock=None)).clock == "7d"
    assert (await club.offer(clock="none")).clock == "none"
    assert (await club.offer(place=DIRECT, clock=None)).clock == "3d"


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
    assert (await club.offer(clock="1 week")).clock == "7d"
    for other in ("1d", "none"):
        refused = await refusal(ClockNotAllowed, club.offer(clock=other))
        assert [str(clock) for clock in refused.allowed] == ["3d", "7d"]
    assert PLACE.server_id is not None
    kept = await club.settings.of_server(PLACE.server_id)
    assert kept.allowed_clocks == ("3d", "7d")
