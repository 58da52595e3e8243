"""Challenges, from the offer to the first position."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.core import timers
from bot.core.actor import Person
from bot.core.errors import ServiceError
from bot.core.matches import MatchRunning, MatchState, NotYourMatch, UnknownGame, UnknownVariant
from bot.core.people.settings import ServerSettings
from bot.features import challenges
from bot.features.challenges import Challenge, ChallengeClosed, ChallengeOffer
from bot.features.challenges import offer as offers
from bot.features.challenges.errors import (
    AlreadyRematched,
    ClockNotAllowed,
    NotInvited,
    OwnChallenge,
    TooManyMatches,
    TooManyOpen,
    TooManyToday,
)
from bot.features.challenges.offer import seated
from data.ids import ChallengeId, Engine, PlayerId
from data.states import ChallengeState, SeatChoice, TimerKind
from tests.kit.club import ADA, BEN, CHLOE, DAN, DIRECT, PLACE, Club
from tests.kit.refusals import refusal


async def test_the_same_click_twice_at_once_gives_one_challenge(club: Club) -> None:
    click = club.actor(ADA)
    offer = ChallengeOffer("apart", (Person(BEN),))
    both = await asyncio.gather(*(club.challenges.offer(click, offer) for _ in range(2)))
    assert both[0] == both[1] == await club.challenges.offer(click, offer)
    assert await club.rows("challenges") == 1


@pytest.mark.both_databases
async def test_several_who_take_a_seek_at_once_get_one_match(club: Club) -> None:
    seek = await club.offer(ADA, ())
    answers = await asyncio.gather(
        *(club.challenges.accept(club.actor(who), seek.id) for who in (BEN, CHLOE, DAN)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, ChallengeClosed) for answer in answers) == 2
    assert await club.rows("matches") == 1


async def test_a_place_in_an_open_seek_is_given_up_without_ending_it(club: Club) -> None:
    seek = await club.offer(ADA, (), game="halves", variant="3p")
    await club.challenges.accept(club.actor(BEN), seek.id)
    for _ in range(2):  # a click that comes twice, too
        left = await club.challenges.decline(club.actor(BEN), seek.id)
        assert (left.state, left.accepted) == (ChallengeState.OPEN, ())
    await club.challenges.accept(club.actor(CHLOE), seek.id)
    full = await club.challenges.accept(club.actor(DAN), seek.id)
    assert set((await club.begun(full)).players) == {ADA, CHLOE, DAN}
    await refusal(ChallengeClosed, club.challenges.decline(club.actor(CHLOE), seek.id))


async def test_declining_and_cancelling(club: Club) -> None:
    declined = await club.offer()
    answer = await club.challenges.decline(club.actor(BEN), declined.id)
    assert (answer.state, answer.closed_by) == (ChallengeState.DECLINED, BEN)
    assert await club.challenges.decline(club.actor(BEN), declined.id) == answer
    cancelled = await club.offer()
    answer = await club.challenges.cancel(club.actor(ADA), cancelled.id)
    assert (answer.state, answer.closed_by) == (ChallengeState.CANCELLED, ADA)
    assert await club.challenges.cancel(club.actor(ADA), cancelled.id) == answer
    for closed in (declined, cancelled):
        await refusal(ChallengeClosed, club.challenges.accept(club.actor(BEN), closed.id))
    await refusal(ChallengeClosed, club.challenges.cancel(club.actor(ADA), declined.id))
    await refusal(ChallengeClosed, club.challenges.decline(club.actor(BEN), cancelled.id))
    assert await club.rows("matches") == 0


async def test_others_have_no_say(club: Club) -> None:
    offered = await club.offer()
    for answer in (club.challenges.accept, club.challenges.decline):
        await refusal(NotInvited, answer(club.actor(CHLOE), offered.id))
        await refusal(OwnChallenge, answer(club.actor(ADA), offered.id))
    await refusal(challenges.NotYourChallenge, club.challenges.cancel(club.actor(BEN), offered.id))
    seek = await club.offer(ADA, ())
    await refusal(NotInvited, club.challenges.decline(club.actor(BEN), seek.id))
    assert (await club.challenges.get(offered.id)).state is ChallengeState.OPEN
    for act in (club.challenges.accept, club.challenges.decline, club.challenges.cancel):
        await refusal(challenges.UnknownChallenge, act(club.actor(BEN), ChallengeId(404)))


BAD_OFFERS: list[tuple[ChallengeOffer, type[ServiceError]]] = [
    (ChallengeOffer("apart", (Person(BEN, is_bot=True),)), challenges.OpponentIsBot),
    (ChallengeOffer("apart", (Person(ADA),)), challenges.OpponentIsYou),
    (ChallengeOffer("apart", (Person(BEN), Person(BEN))), challenges.SameOpponentTwice),
    (ChallengeOffer("apart", (Person(BEN), Person(CHLOE))), challenges.WrongOpponentCount),
    (ChallengeOffer("halves", (Person(BEN),), "3p"), challenges.WrongOpponentCount),
    (ChallengeOffer("chess", (Person(BEN),)), UnknownGame),
    (ChallengeOffer("apart", (Person(BEN),), "on the moon"), UnknownVariant),
]


@pytest.mark.parametrize(("offer", "error"), BAD_OFFERS)
async def test_a_bad_offer_is_refused(
    club: Club, offer: ChallengeOffer, error: type[ServiceError]
) -> None:
    await refusal(error, club.challenges.offer(club.actor(ADA), offer))
    for table in ("challenges", "players", "servers", "outbox", "timers"):
        assert await club.rows(table) == 0


def test_seats_are_as_chosen_or_by_lot() -> None:
    randomness = Random(1)
    three = (ADA, BEN, CHLOE)
    firsts = {seated(three, SeatChoice.FIRST, randomness) for _ in range(50)}
    assert firsts == {(ADA, BEN, CHLOE), (ADA, CHLOE, BEN)}
    seconds = {seated(three, SeatChoice.SECOND, randomness) for _ in range(50)}
    assert seconds == {(BEN, ADA, CHLOE), (CHLOE, ADA, BEN)}
    assert len({seated(three, SeatChoice.RANDOM, randomness) for _ in range(200)}) == 6


async def test_who_has_not_answered_is_awaited_and_one_no_of_two_ends_it(club: Club) -> None:
    offered = await club.offer(ADA, (BEN, CHLOE), game="halves", variant="3p")
    assert [each.id for each in await club.challenges.awaiting(BEN)] == [offered.id]
    accepted = await club.challenges.accept(club.actor(BEN), offered.id)
    assert await club.challenges.awaiting(BEN) == ()
    assert await club.challenges.awaiting(CHLOE) == (accepted,)
    assert await club.challenges.awaiting(ADA) == ()
    declined = await club.challenges.decline(club.actor(CHLOE), offered.id)
    assert await club.challenges.awaiting(CHLOE) == ()
    assert (declined.state, declined.closed_by) == (ChallengeState.DECLINED, CHLOE)
    await refusal(ChallengeClosed, club.challenges.accept(club.actor(BEN), offered.id))


async def over(club: Club, *players: PlayerId, variant: str | None = None) -> MatchState:
    game = "apart" if variant is None else "halves"
    match = await club.start(*players, game=game, variant=variant)
    while match.is_running:
        leaver = next(seat.holder for seat in match.seats if not seat.left)
        assert not isinstance(leaver, Engine)
        match = await club.resign(match, leaver)
    return match


async def rematch(club: Club, match: MatchState, who: PlayerId) -> Challenge:
    return await club.challenges.rematch(club.actor(who), match.id)


async def test_a_rematch_swaps_the_seats(club: Club) -> None:
    running = await club.start()
    await refusal(MatchRunning, rematch(club, running, ADA))
    await refusal(NotYourMatch, rematch(club, running, CHLOE))
    before = await over(club)
    asked = await rematch(club, before, ADA)
    assert (asked.invited, asked.rematch_of) == ((BEN,), before.id)
    assert asked.seat_choice is SeatChoice.ROTATED
    agreed = await club.challenges.accept(club.actor(BEN), asked.id)
    assert (await club.begun(agreed)).players == (BEN, ADA)


async def test_both_asking_for_a_rematch_have_one(club: Club) -> None:
    before = await over(club)
    answers = await asyncio.gather(rematch(club, before, ADA), rematch(club, before, BEN))
    assert {answer.id for answer in answers} == {answers[0].id}
    assert {answer.state for answer in answers} == {ChallengeState.OPEN, ChallengeState.ACCEPTED}
    assert await club.rows("matches") == 2
    again = await refusal(AlreadyRematched, rematch(club, before, ADA))
    assert again.challenge.match_id is not None


async def test_the_same_click_is_one_rematch_whatever_became_of_it(club: Club) -> None:
    before = await over(club)
    click = club.actor(ADA)
    asked = await club.challenges.rematch(click, before.id)
    assert await club.challenges.rematch(click, before.id) == asked
    assert await rematch(club, before, ADA) == asked
    declined = await club.challenges.decline(club.actor(BEN), asked.id)
    assert await club.challenges.rematch(click, before.id) == declined
    assert await club.rows("challenges") == 2


@pytest.mark.parametrize(("asker", "closed"), [(ADA, "declined"), (BEN, "taken back")])
async def test_one_that_is_closed_may_be_asked_for_again(
    club: Club, asker: PlayerId, closed: str
) -> None:
    before = await over(club)
    asked = await rematch(club, before, ADA)
    if closed == "declined":
        await club.challenges.decline(club.actor(BEN), asked.id)
    else:
        await club.challenges.cancel(club.actor(ADA), asked.id)
    again = await rematch(club, before, asker)
    assert again.id != asked.id
    assert (again.state, again.challenger_id) == (ChallengeState.OPEN, asker)
    agreed = await rematch(club, before, BEN if asker == ADA else ADA)
    assert (await club.begun(agreed)).players == (BEN, ADA)


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
    closed = await refusal(ChallengeClosed, club.challenges.accept(club.actor(BEN), early.id))
    assert closed.challenge.state is ChallengeState.EXPIRED
    assert await club.sweep() == 1
    assert (await club.challenges.get(early.id)).state is ChallengeState.EXPIRED
    assert await club.sweep() == 0
    following = await club.database.read(timers.next_due, TimerKind.known)
    assert following == late.expires_at
    await club.challenges.decline(club.actor(BEN), late.id)
    accepted = await club.challenges.accept(club.actor(BEN), (await club.offer()).id)
    assert accepted.match_id is not None
    await club.challenges.cancel(club.actor(ADA), (await club.offer()).id)
    assert await club.rows("timers", "kind = 'challenge_expiry'") == 0


KEEPER = Person(ADA, manages_server=True)


async def choose(club: Club, **chosen: object) -> None:
    def change(now: ServerSettings) -> ServerSettings:
        return replace(now, **chosen)

    await club.settings.change_server(club.actor(KEEPER), change)


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
    await choose(club, default_clock="7d")
    assert (await club.offer(clock=None)).clock == "7d"
    assert (await club.offer(clock="none")).clock == "none"
    assert (await club.offer(place=DIRECT, clock=None)).clock == "3d"
    await choose(club, default_clock="3d", allowed_clocks=("3d", "7d"))
    assert (await club.offer(clock="1 week")).clock == "7d"
    for other in ("1d", "none"):
        refused = await refusal(ClockNotAllowed, club.offer(clock=other))
        assert [str(clock) for clock in refused.allowed] == ["3d", "7d"]
    assert PLACE.server_id is not None
    kept = await club.settings.of_server(PLACE.server_id)
    assert kept.allowed_clocks == ("3d", "7d")
