"""Challenges, from the offer to the first position."""

import asyncio
from random import Random

import pytest

from bot.services.actor import Person
from bot.services.challenges import (
    ChallengeClosed,
    NotInvited,
    NotYourChallenge,
    Offer,
    OpponentIsBot,
    OpponentIsYou,
    OwnChallenge,
    SameOpponentTwice,
    UnknownChallenge,
    WrongOpponentCount,
)
from bot.services.challenges.checks import seated
from bot.services.errors import ServiceError
from bot.services.matches import UnknownGame, UnknownVariant
from data.ids import ChallengeId
from data.states import ChallengeState, SeatChoice
from tests.kit.club import ADA, BEN, CHLOE, DAN, DIRECT, PLACE, Club


async def test_an_accepted_challenge_is_a_match(club: Club) -> None:
    offered = await club.offer(ADA, (BEN,), seat=SeatChoice.SECOND)
    assert (offered.state, offered.invited, offered.match_id) == (ChallengeState.OPEN, (BEN,), None)
    accepted = await club.challenges.accept(club.actor(BEN), offered.id)
    assert (accepted.state, accepted.accepted) == (ChallengeState.ACCEPTED, (BEN,))
    match = await club.begun(accepted)
    assert match.players == (BEN, ADA)
    assert match.to_move_player == BEN
    assert (match.ply, match.sentence, match.last) == (0, None, None)
    assert [seat.colour_name for seat in match.seats] == list(match.info.colours)
    assert (match.server_id, match.channel_id) == (PLACE.server_id, PLACE.channel_id)
    assert match.match.rules_version == match.info.version


async def test_the_same_click_gives_the_same_challenge(club: Club) -> None:
    click = club.actor(ADA)
    offer = Offer("apart", (Person(BEN),))
    first = await club.challenges.offer(click, offer)
    assert await club.challenges.offer(click, offer) == first
    assert await club.rows("challenges") == 1


async def test_the_same_click_twice_at_once_gives_one_challenge(club: Club) -> None:
    click = club.actor(ADA)
    offer = Offer("apart", (Person(BEN),))
    both = await asyncio.gather(*(club.challenges.offer(click, offer) for _ in range(2)))
    assert both[0] == both[1]
    assert await club.rows("challenges") == 1


async def test_anyone_else_may_take_an_open_seek(club: Club) -> None:
    seek = await club.offer(ADA, ())
    with pytest.raises(OwnChallenge):
        await club.challenges.accept(club.actor(ADA), seek.id)
    taken = await club.challenges.accept(club.actor(CHLOE), seek.id)
    assert (await club.begun(taken)).players == (ADA, CHLOE)
    with pytest.raises(ChallengeClosed) as late:
        await club.challenges.accept(club.actor(BEN), seek.id)
    assert late.value.challenge.state is ChallengeState.ACCEPTED


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


async def test_a_pair_may_play_several_matches(club: Club) -> None:
    one, other = await club.start(), await club.start()
    assert one.id != other.id
    assert len((await club.inbox.read(BEN)).others) == 2


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
    with pytest.raises(ChallengeClosed):
        await club.challenges.accept(club.actor(BEN), offered.id)


async def test_a_place_in_an_open_seek_is_given_up_without_ending_it(club: Club) -> None:
    seek = await club.offer(ADA, (), game="halves", variant="3p")
    await club.challenges.accept(club.actor(BEN), seek.id)
    for _ in range(2):  # a click that comes twice, too
        left = await club.challenges.decline(club.actor(BEN), seek.id)
        assert (left.state, left.accepted) == (ChallengeState.OPEN, ())
    await club.challenges.accept(club.actor(CHLOE), seek.id)
    full = await club.challenges.accept(club.actor(DAN), seek.id)
    assert set((await club.begun(full)).players) == {ADA, CHLOE, DAN}
    with pytest.raises(ChallengeClosed):
        await club.challenges.decline(club.actor(CHLOE), seek.id)


async def test_a_seeded_variant_keeps_its_seed(club: Club) -> None:
    match = await club.start(game="halves", variant="2p-random")
    assert match.match.seed is not None
    assert (await club.from_the_log(match.id)).position == match.position


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
        with pytest.raises(ChallengeClosed):
            await club.challenges.accept(club.actor(BEN), closed.id)
    with pytest.raises(ChallengeClosed):
        await club.challenges.cancel(club.actor(ADA), declined.id)
    with pytest.raises(ChallengeClosed):
        await club.challenges.decline(club.actor(BEN), cancelled.id)
    assert await club.rows("matches") == 0


async def test_others_have_no_say(club: Club) -> None:
    offered = await club.offer()
    with pytest.raises(NotInvited):
        await club.challenges.accept(club.actor(CHLOE), offered.id)
    with pytest.raises(NotInvited):
        await club.challenges.decline(club.actor(CHLOE), offered.id)
    with pytest.raises(OwnChallenge):
        await club.challenges.accept(club.actor(ADA), offered.id)
    with pytest.raises(OwnChallenge):
        await club.challenges.decline(club.actor(ADA), offered.id)
    with pytest.raises(NotYourChallenge):
        await club.challenges.cancel(club.actor(BEN), offered.id)
    seek = await club.offer(ADA, ())
    with pytest.raises(NotInvited):
        await club.challenges.decline(club.actor(BEN), seek.id)
    assert (await club.challenges.get(offered.id)).state is ChallengeState.OPEN


BAD_OFFERS: list[tuple[Offer, type[ServiceError]]] = [
    (Offer("apart", (Person(BEN, is_bot=True),)), OpponentIsBot),
    (Offer("apart", (Person(ADA),)), OpponentIsYou),
    (Offer("apart", (Person(BEN), Person(BEN))), SameOpponentTwice),
    (Offer("apart", (Person(BEN), Person(CHLOE))), WrongOpponentCount),
    (Offer("halves", (Person(BEN),), "3p"), WrongOpponentCount),
    (Offer("chess", (Person(BEN),)), UnknownGame),
    (Offer("apart", (Person(BEN),), "on the moon"), UnknownVariant),
]


@pytest.mark.parametrize(("offer", "error"), BAD_OFFERS)
async def test_a_bad_offer_is_refused_and_leaves_nothing(
    club: Club, offer: Offer, error: type[ServiceError]
) -> None:
    with pytest.raises(error):
        await club.challenges.offer(club.actor(ADA), offer)
    for table in ("challenges", "players", "servers", "outbox", "timers"):
        assert await club.rows(table) == 0


async def test_two_opponents_ask_for_the_variant_for_three(club: Club) -> None:
    offered = await club.offer(ADA, (BEN, CHLOE), game="halves")
    assert (offered.variant.id, offered.invited) == ("3p", (BEN, CHLOE))


async def test_there_is_no_such_challenge(club: Club) -> None:
    for act in (club.challenges.accept, club.challenges.decline, club.challenges.cancel):
        with pytest.raises(UnknownChallenge):
            await act(club.actor(BEN), ChallengeId(404))
    with pytest.raises(UnknownChallenge):
        await club.challenges.get(ChallengeId(404))


async def test_the_card_of_a_challenge_is_known_to_its_match(club: Club) -> None:
    offered = await club.offer()
    await club.delivery.deliver_due()
    (card,) = club.discord.cards
    assert (await club.challenges.get(offered.id)).message_id == card.id
    accepted = await club.challenges.accept(club.actor(BEN), offered.id)
    assert (await club.begun(accepted)).match.card_message_id == card.id


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
