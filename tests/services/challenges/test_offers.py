"""Challenges, from the offer to the first position."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.services.challenges.seating import seated
from bot.services.matches.errors import (
    ChallengeClosed,
    NotInvited,
    NotYourChallenge,
    OpponentIsBot,
    OpponentIsYou,
    OwnChallenge,
    SameOpponentTwice,
    ServiceError,
    UnknownChallenge,
    UnknownGame,
    UnknownVariant,
    WrongOpponentCount,
)
from bot.services.matches.models import Person, Place
from data.states import ChallengeState, SeatChoice
from tests.kit.club import ADA, BEN, CHLOE, DAN, PLACE, Club


async def test_an_accepted_challenge_is_a_match(club: Club) -> None:
    offered = await club.offer(ADA, (BEN,), seat=SeatChoice.SECOND)
    assert (offered.state, offered.invited, offered.match_id) == (ChallengeState.OPEN, (BEN,), None)
    accepted = await club.challenges.accept(offered.id, BEN)
    assert (accepted.state, accepted.accepted) == (ChallengeState.ACCEPTED, (BEN,))
    assert club.changed == [accepted.match_id]
    match = await club.matches.view(accepted.match_id)
    assert match.players == (BEN, ADA)
    assert match.to_move_player == BEN
    assert (match.ply, match.sentence, match.last_entry) == (0, None, None)
    assert [seat.colour_name for seat in match.seats] == list(match.info.colours)
    assert (match.server_id, match.channel_id) == (PLACE.server_id, PLACE.channel_id)


async def test_the_same_click_gives_the_same_challenge(club: Club) -> None:
    first = await club.challenges.offer(
        Person(ADA), (Person(BEN),), "apart", None, SeatChoice.RANDOM, PLACE, 55
    )
    again = await club.challenges.offer(
        Person(ADA), (Person(BEN),), "apart", None, SeatChoice.RANDOM, PLACE, 55
    )
    assert first == again
    assert await club.rows("challenges") == 1


async def test_anyone_else_may_take_an_open_seek(club: Club) -> None:
    seek = await club.offer(ADA, ())
    with pytest.raises(OwnChallenge):
        await club.challenges.accept(seek.id, ADA)
    taken = await club.challenges.accept(seek.id, CHLOE)
    match = await club.matches.view(taken.match_id)
    assert match.players == (ADA, CHLOE)
    with pytest.raises(ChallengeClosed) as late:
        await club.challenges.accept(seek.id, BEN)
    assert late.value.challenge.state is ChallengeState.ACCEPTED


async def test_two_who_take_a_seek_at_once_get_one_match(club: Club) -> None:
    seek = await club.offer(ADA, ())
    answers = await asyncio.gather(
        *(club.challenges.accept(seek.id, who) for who in (BEN, CHLOE, DAN)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, ChallengeClosed) for answer in answers) == 2
    assert await club.rows("matches") == 1


async def test_accepting_twice_is_accepting_once(club: Club) -> None:
    offered = await club.offer()
    first, second = await asyncio.gather(
        club.challenges.accept(offered.id, BEN), club.challenges.accept(offered.id, BEN)
    )
    assert first == second
    assert await club.rows("matches") == 1


async def test_a_pair_may_play_several_matches(club: Club) -> None:
    one, other = await club.start(), await club.start()
    assert one.id != other.id
    assert len(await club.matches.running_of(BEN)) == 2


async def test_three_seats_need_three_people(club: Club) -> None:
    seek = await club.offer(ADA, (), game="halves", variant="3p")
    waiting = await club.challenges.accept(seek.id, BEN)
    assert (waiting.state, waiting.accepted) == (ChallengeState.OPEN, (BEN,))
    assert await club.challenges.accept(seek.id, BEN) == waiting
    full = await club.challenges.accept(seek.id, CHLOE)
    match = await club.matches.view(full.match_id)
    assert match.players[0] == ADA
    assert set(match.players) == {ADA, BEN, CHLOE}


async def test_one_no_of_two_ends_it(club: Club) -> None:
    offered = await club.offer(ADA, (BEN, CHLOE), game="halves", variant="3p")
    await club.challenges.accept(offered.id, BEN)
    declined = await club.challenges.decline(offered.id, CHLOE)
    assert (declined.state, declined.closed_by) == (ChallengeState.DECLINED, CHLOE)
    with pytest.raises(ChallengeClosed):
        await club.challenges.accept(offered.id, BEN)


async def test_a_seeded_variant_keeps_its_seed(club: Club) -> None:
    match = await club.start(game="halves", variant="2p-random")
    club.logbook._standings.clear()
    assert (await club.matches.view(match.id)).position == match.position


async def test_declining_and_cancelling(club: Club) -> None:
    declined = await club.offer()
    answer = await club.challenges.decline(declined.id, BEN)
    assert (answer.state, answer.closed_by) == (ChallengeState.DECLINED, BEN)
    assert await club.challenges.decline(declined.id, BEN) == answer
    cancelled = await club.offer()
    answer = await club.challenges.cancel(cancelled.id, ADA)
    assert (answer.state, answer.closed_by) == (ChallengeState.CANCELLED, ADA)
    assert await club.challenges.cancel(cancelled.id, ADA) == answer
    for closed in (declined, cancelled):
        with pytest.raises(ChallengeClosed):
            await club.challenges.accept(closed.id, BEN)
    with pytest.raises(ChallengeClosed):
        await club.challenges.cancel(declined.id, ADA)
    with pytest.raises(ChallengeClosed):
        await club.challenges.decline(cancelled.id, BEN)
    assert await club.rows("matches") == 0


async def test_others_have_no_say(club: Club) -> None:
    offered = await club.offer()
    with pytest.raises(NotInvited):
        await club.challenges.accept(offered.id, CHLOE)
    with pytest.raises(NotInvited):
        await club.challenges.decline(offered.id, CHLOE)
    with pytest.raises(OwnChallenge):
        await club.challenges.accept(offered.id, ADA)
    with pytest.raises(OwnChallenge):
        await club.challenges.decline(offered.id, ADA)
    with pytest.raises(NotYourChallenge):
        await club.challenges.cancel(offered.id, BEN)
    seek = await club.offer(ADA, ())
    with pytest.raises(NotInvited):
        await club.challenges.decline(seek.id, BEN)
    assert (await club.challenges.view(offered.id)).state is ChallengeState.OPEN


BAD_OFFERS: list[tuple[dict[str, object], type[ServiceError]]] = [
    ({"opponents": (Person(BEN, is_bot=True),)}, OpponentIsBot),
    ({"opponents": (Person(ADA),)}, OpponentIsYou),
    ({"opponents": (Person(BEN), Person(BEN))}, SameOpponentTwice),
    ({"opponents": (Person(BEN), Person(CHLOE))}, WrongOpponentCount),
    ({"game": "chess"}, UnknownGame),
    ({"variant": "on the moon"}, UnknownVariant),
]


@pytest.mark.parametrize(("change", "error"), BAD_OFFERS)
async def test_a_bad_offer_is_refused_and_leaves_nothing(
    club: Club, change: dict[str, object], error: type[ServiceError]
) -> None:
    offer = {"opponents": (Person(BEN),), "game": "apart", "variant": None} | change
    with pytest.raises(error):
        await club.challenges.offer(
            Person(ADA), seat_choice=SeatChoice.FIRST, place=PLACE, interaction_id=1, **offer
        )
    assert await club.rows("challenges") == await club.rows("players") == 0


async def test_two_opponents_ask_for_the_variant_for_three(club: Club) -> None:
    offered = await club.challenges.offer(
        Person(ADA),
        (Person(BEN), Person(CHLOE)),
        game="halves",
        variant=None,
        seat_choice=SeatChoice.FIRST,
        place=PLACE,
        interaction_id=1,
    )
    assert (offered.variant.id, offered.invited) == ("3p", (BEN, CHLOE))


async def test_there_is_no_such_challenge(club: Club) -> None:
    for act in (club.challenges.accept, club.challenges.decline, club.challenges.cancel):
        with pytest.raises(UnknownChallenge):
            await act(404, BEN)
    with pytest.raises(UnknownChallenge):
        await club.challenges.view(404)


async def test_a_challenge_waits_fourteen_days(club: Club) -> None:
    early = await club.offer()
    club.clock.advance(days=1)
    late = await club.offer()
    assert await club.challenges.next_expiry() == early.expires_at
    club.clock.advance(days=13)
    with pytest.raises(ChallengeClosed) as closed:
        await club.challenges.accept(early.id, BEN)
    assert closed.value.challenge.state is ChallengeState.EXPIRED
    (expired,) = await club.challenges.expire_due()
    assert (expired.id, expired.state) == (early.id, ChallengeState.EXPIRED)
    assert await club.challenges.expire_due() == ()
    assert await club.challenges.next_expiry() == late.expires_at
    assert (await club.challenges.accept(late.id, BEN)).match_id is not None
    assert await club.challenges.next_expiry() is None


async def test_the_first_message_of_a_challenge_is_its_card(club: Club) -> None:
    offered = await club.offer()
    await club.challenges.attach_message(offered.id, 800)
    await club.challenges.attach_message(offered.id, 801)
    assert (await club.challenges.view(offered.id)).message_id == 800
    accepted = await club.challenges.accept(offered.id, BEN)
    assert (await club.matches.view(accepted.match_id)).card_message_id == 800


async def test_challenges_work_in_direct_messages(club: Club) -> None:
    match = await club.start(place=Place(None, 900))
    assert (match.server_id, match.channel_id) == (None, 900)
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
    view = await club.offer(ADA, (BEN, CHLOE), game="halves", variant="3p")
    assert [each.id for each in await club.challenges.awaiting(BEN)] == [view.id]
    await club.challenges.accept(view.id, BEN)
    assert await club.challenges.awaiting(BEN) == ()
    assert [each.id for each in await club.challenges.awaiting(CHLOE)] == [view.id]
    assert await club.challenges.awaiting(ADA) == ()
    await club.challenges.decline(view.id, CHLOE)
    assert await club.challenges.awaiting(CHLOE) == ()
