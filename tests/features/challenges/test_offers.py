"""Challenges, from the offer to the first position."""

import asyncio
from random import Random

import pytest

from bot.core.actor import Person
from bot.core.errors import ServiceError
from bot.core.matches import MatchRunning, MatchState, NotYourMatch, UnknownGame, UnknownVariant
from bot.features import challenges
from bot.features.challenges import Challenge, ChallengeClosed, ChallengeOffer
from bot.features.challenges.errors import AlreadyRematched, NotInvited, OwnChallenge
from bot.features.challenges.offer import seated
from data.ids import ChallengeId, Engine, PlayerId
from data.states import ChallengeState, SeatChoice
from tests.kit.club import ADA, BEN, CHLOE, DAN, DIRECT, PLACE, Club
from tests.kit.refusals import refusal


async def test_an_accepted_challenge_is_a_match(club: Club) -> None:
    offered = await club.offer(ADA, (BEN,), seat=SeatChoice.SECOND)
    assert (offered.state, offered.invited, offered.match_id) == (ChallengeState.OPEN, (BEN,), None)
    accepted = await club.challenges.accept(club.actor(BEN), offered.id)
    assert (accepted.state, accepted.accepted) == (ChallengeState.ACCEPTED, (BEN,))
    match = await club.begun(accepted)
    assert match.players == (BEN, ADA)
    assert match.to_move_player == BEN
    assert (match.ply, match.sentence, match.last) == (0, None, None)
    assert [seat.colour_name for seat in match.seats] == list(match.info.sides)
    assert (match.server_id, match.channel_id) == (PLACE.server_id, PLACE.channel_id)
    assert match.match.rules_version == match.info.version


async def test_the_same_click_twice_at_once_gives_one_challenge(club: Club) -> None:
    click = club.actor(ADA)
    offer = ChallengeOffer("apart", (Person(BEN),))
    both = await asyncio.gather(*(club.challenges.offer(click, offer) for _ in range(2)))
    assert both[0] == both[1] == await club.challenges.offer(click, offer)
    assert await club.rows("challenges") == 1


async def test_anyone_else_may_take_an_open_seek(club: Club) -> None:
    seek = await club.offer(ADA, ())
    await refusal(OwnChallenge, club.challenges.accept(club.actor(ADA), seek.id))
    taken = await club.challenges.accept(club.actor(CHLOE), seek.id)
    assert (await club.begun(taken)).players == (ADA, CHLOE)
    late = await refusal(ChallengeClosed, club.challenges.accept(club.actor(BEN), seek.id))
    assert late.challenge.state is ChallengeState.ACCEPTED


async def test_several_who_take_a_seek_at_once_get_one_match(club: Club) -> None:
    seek = await club.offer(ADA, ())
    answers = await asyncio.gather(
        *(club.challenges.accept(club.actor(who), seek.id) for who in (BEN, CHLOE, DAN)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, ChallengeClosed) for answer in answers) == 2
    assert await club.rows("matches") == 1


async def test_accepting_twice_is_accepting_once(club: Club) -> None:
    offered = await club.offer()
    first, second = await asyncio.gather(
        *(club.challenges.accept(club.actor(BEN), offered.id) for _ in range(2))
    )
    assert first == second
    assert await club.rows("matches") == 1


async def test_three_seats_need_three_people(club: Club) -> None:
    seek = await club.offer(ADA, (), game="halves", variant="3p")
    waiting = await club.challenges.accept(club.actor(BEN), seek.id)
    assert (waiting.state, waiting.accepted) == (ChallengeState.OPEN, (BEN,))
    assert await club.challenges.accept(club.actor(BEN), seek.id) == waiting
    full = await club.challenges.accept(club.actor(CHLOE), seek.id)
    match = await club.begun(full)
    assert match.players[0] == ADA
    assert set(match.players) == {ADA, BEN, CHLOE}


async def test_those_who_are_asked_are_named_in_the_order_given(club: Club) -> None:
    offered = await club.offer(CHLOE, (BEN, ADA), game="halves", variant="3p")
    assert offered.invited == (BEN, ADA)
    club.clock.advance(minutes=1)
    await club.challenges.accept(club.actor(ADA), offered.id)
    club.clock.advance(minutes=1)
    accepted = await club.challenges.accept(club.actor(BEN), offered.id)
    assert (accepted.invited, accepted.accepted) == ((BEN, ADA), (ADA, BEN))


async def test_one_no_of_two_ends_it(club: Club) -> None:
    offered = await club.offer(ADA, (BEN, CHLOE), game="halves", variant="3p")
    await club.challenges.accept(club.actor(BEN), offered.id)
    declined = await club.challenges.decline(club.actor(CHLOE), offered.id)
    assert (declined.state, declined.closed_by) == (ChallengeState.DECLINED, CHLOE)
    await refusal(ChallengeClosed, club.challenges.accept(club.actor(BEN), offered.id))


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


async def test_two_opponents_ask_for_the_variant_for_three(club: Club) -> None:
    offered = await club.offer(ADA, (BEN, CHLOE), game="halves")
    assert (offered.variant.id, offered.invited) == ("3p", (BEN, CHLOE))


async def test_there_is_no_such_challenge(club: Club) -> None:
    for act in (club.challenges.accept, club.challenges.decline, club.challenges.cancel):
        await refusal(challenges.UnknownChallenge, act(club.actor(BEN), ChallengeId(404)))
    await refusal(challenges.UnknownChallenge, club.challenges.get(ChallengeId(404)))


async def test_challenges_work_in_direct_messages(club: Club) -> None:
    match = await club.start(place=DIRECT)
    assert (match.server_id, match.channel_id) == (None, DIRECT.channel_id)
    assert await club.rows("servers") == 0


def test_seats_are_as_chosen_or_by_lot() -> None:
    randomness = Random(1)
    three = (ADA, BEN, CHLOE)
    firsts = {seated(three, SeatChoice.FIRST, randomness) for _ in range(50)}
    assert firsts == {(ADA, BEN, CHLOE), (ADA, CHLOE, BEN)}
    seconds = {seated(three, SeatChoice.SECOND, randomness) for _ in range(50)}
    assert seconds == {(BEN, ADA, CHLOE), (CHLOE, ADA, BEN)}
    assert len({seated(three, SeatChoice.RANDOM, randomness) for _ in range(200)}) == 6


async def test_who_is_asked_and_has_not_answered_is_awaited(club: Club) -> None:
    offered = await club.offer(ADA, (BEN, CHLOE), game="halves", variant="3p")
    assert [each.id for each in await club.challenges.awaiting(BEN)] == [offered.id]
    accepted = await club.challenges.accept(club.actor(BEN), offered.id)
    assert await club.challenges.awaiting(BEN) == ()
    assert await club.challenges.awaiting(CHLOE) == (accepted,)
    assert await club.challenges.awaiting(ADA) == ()
    await club.challenges.decline(club.actor(CHLOE), offered.id)
    assert await club.challenges.awaiting(CHLOE) == ()


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


async def test_asking_again_while_it_is_open_is_still_one_rematch(club: Club) -> None:
    before = await over(club)
    asked = await rematch(club, before, ADA)
    assert await rematch(club, before, ADA) == asked
    assert await club.rows("challenges") == 2


async def test_the_same_click_is_one_rematch_whatever_became_of_it(club: Club) -> None:
    before = await over(club)
    click = club.actor(ADA)
    asked = await club.challenges.rematch(click, before.id)
    assert await club.challenges.rematch(click, before.id) == asked
    declined = await club.challenges.decline(club.actor(BEN), asked.id)
    assert await club.challenges.rematch(click, before.id) == declined
    assert await club.rows("challenges") == 2


@pytest.mark.parametrize("closed", ["declined", "taken back"])
@pytest.mark.parametrize("asker", [ADA, BEN])
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


async def test_a_rematch_runs_out_like_any_challenge(club: Club) -> None:
    before = await over(club)
    asked = await rematch(club, before, ADA)
    club.clock.advance(days=14)
    await refusal(AlreadyRematched, rematch(club, before, BEN))
    await club.sweep()
    assert (await club.challenges.get(asked.id)).state is ChallengeState.EXPIRED
    assert (await rematch(club, before, BEN)).id != asked.id


async def test_only_players_of_an_ended_match_have_a_rematch(club: Club) -> None:
    running = await club.start()
    await refusal(MatchRunning, rematch(club, running, ADA))
    await refusal(NotYourMatch, rematch(club, running, CHLOE))


async def test_three_move_up_one_seat_each(club: Club) -> None:
    before = await over(club, ADA, BEN, CHLOE, variant="3p")
    for player in (BEN, CHLOE, ADA):
        asked = await rematch(club, before, player)
    after = await club.begun(asked)
    assert after.players == (*before.players[1:], before.players[0])
