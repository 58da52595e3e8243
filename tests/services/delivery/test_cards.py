"""The cards of challenges and requests: posted once, edited as they change."""

import pytest

from bot.services.matches import MatchState
from bot.services.posting import CannotPost, ChannelGone, MessageGone, TryLater
from bot.services.requests import MatchRequest
from data.ids import ChannelId
from tests.kit.club import ADA, BEN, CHLOE, PLACE, Club
from tests.kit.scripted import CardMessage

THREAD = ChannelId(1_000_001)


def only_card(club: Club) -> CardMessage:
    (card,) = club.discord.cards
    return card


async def asked(club: Club, match: MatchState) -> MatchRequest:
    """Ada asks for an undo, whose card is posted."""
    request = await club.undo.ask(club.actor(ADA), match.id)
    await club.delivery.deliver_due()
    return request


async def test_a_challenges_card_is_posted_where_it_was_made(club: Club) -> None:
    challenge = await club.offer()
    await club.delivery.deliver_due()
    card = only_card(club)
    assert (card.channel_id, card.name) == (PLACE.channel_id, f"challenge {challenge.id}")
    assert card.shown == ["open"]
    assert (await club.challenges.get(challenge.id)).message_id == card.id


async def test_a_challenges_card_tells_what_became_of_it(club: Club) -> None:
    challenge = await club.offer(ADA, (BEN, CHLOE), game="halves", variant="3p")
    await club.delivery.deliver_due()
    for who in (BEN, CHLOE):
        club.clock.advance(minutes=1)
        await club.challenges.accept(club.actor(who), challenge.id)
        await club.delivery.deliver_due()
    assert only_card(club).shown == ["open", f"open {BEN}", f"accepted {BEN} {CHLOE}"]
    assert club.discord.calls.count("post_card") == 1


@pytest.mark.parametrize("answer", ["declined", "cancelled"])
async def test_a_challenge_that_comes_to_nothing_is_shown_so(club: Club, answer: str) -> None:
    challenge = await club.offer()
    await club.delivery.deliver_due()
    if answer == "declined":
        await club.challenges.decline(club.actor(BEN), challenge.id)
    else:
        await club.challenges.cancel(club.actor(ADA), challenge.id)
    await club.delivery.deliver_due()
    assert only_card(club).shown == ["open", answer]


async def test_a_click_that_changes_nothing_edits_nothing(club: Club) -> None:
    challenge = await club.offer(ADA, (), game="halves", variant="3p")
    for _ in range(3):
        await club.challenges.accept(club.actor(BEN), challenge.id)
    await club.delivery.deliver_due()
    assert only_card(club).shown == [f"open {BEN}"] * 2  # as it was made, and as it was changed
    await club.challenges.accept(club.actor(BEN), challenge.id)
    await club.delivery.deliver_due()
    assert len(only_card(club).shown) == 2


async def test_what_is_over_before_it_was_shown_has_no_card(club: Club) -> None:
    challenge = await club.offer()
    await club.challenges.decline(club.actor(BEN), challenge.id)
    match = await club.play(await club.start())
    request = await club.undo.ask(club.actor(ADA), match.id)
    await club.undo.withdraw(club.actor(ADA), request.id)
    await club.delivery.deliver_due()
    assert club.discord.cards == []
    assert await club.rows("outbox", "NOT done") == 0


async def test_a_requests_card_is_where_the_match_is_played(club: Club) -> None:
    match = await club.play(await club.start())
    request = await asked(club, match)
    card = only_card(club)
    assert (card.channel_id, card.name, card.shown) == (THREAD, f"undo {request.id}", ["open"])
    assert card.id > club.discord.messages[-1].id
    granted = await club.undo.grant(club.actor(BEN), request.id)
    assert granted.card == (card.channel_id, card.id)
    await club.delivery.deliver_due()
    assert card.shown == ["open", f"granted {BEN}"]
    assert club.discord.posted(match.id) == [0, 1, 2]


async def test_a_requests_card_comes_after_the_board_it_is_about(club: Club) -> None:
    match = await club.play(await club.start())
    club.discord.fail("post_board", TryLater())
    await asked(club, match)
    assert club.discord.cards == []
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert only_card(club).id > club.discord.messages[-1].id


async def test_a_requests_card_tells_when_the_match_has_gone_on(club: Club) -> None:
    match = await club.play(await club.start())
    await asked(club, match)
    await club.play(match)
    await club.delivery.deliver_due()
    assert only_card(club).shown == ["open", "lapsed"]


async def test_of_three_the_card_tells_who_has_agreed(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"))
    second, third = match.people[1:]
    request = await asked(club, match)
    await club.undo.grant(club.actor(second), request.id)
    await club.delivery.deliver_due()
    await club.undo.decline(club.actor(third), request.id)
    await club.delivery.deliver_due()
    assert only_card(club).shown == ["open", f"open {second}", f"declined {second}"]


async def test_a_card_that_may_have_arrived_is_looked_for(club: Club) -> None:
    await club.offer()
    club.discord.fail("post_card", TryLater(), afterwards=True)
    await club.delivery.deliver_due()
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert only_card(club).shown == ["open", "open"]
    assert club.discord.calls == ["post_card", "find_card", "edit_card"]


async def test_a_card_that_may_have_arrived_is_found_though_it_was_answered(club: Club) -> None:
    challenge = await club.offer()
    club.discord.fail("post_card", TryLater(), afterwards=True)
    await club.delivery.deliver_due()
    await club.challenges.decline(club.actor(BEN), challenge.id)
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert only_card(club).shown[-1] == "declined"
    assert (await club.challenges.get(challenge.id)).message_id == only_card(club).id


async def test_a_card_that_did_not_arrive_is_posted(club: Club) -> None:
    await club.offer()
    club.discord.fail("post_card", TryLater())
    await club.delivery.deliver_due()
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert only_card(club).shown == ["open"]


async def test_a_card_is_posted_where_nobody_may_look(club: Club) -> None:
    await club.offer()
    club.discord.fail("post_card", TryLater())
    club.discord.fail("find_card", CannotPost("read_message_history", "403"))
    await club.delivery.deliver_due()
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert only_card(club).shown == ["open"]


async def test_a_card_that_cannot_be_posted_is_tried_again(club: Club) -> None:
    await club.offer()
    club.discord.forbidden = {PLACE.channel_id: CannotPost("send_messages", "403")}
    await club.delivery.deliver_due()
    club.discord.forbidden = {}
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert only_card(club).shown == ["open"]


@pytest.mark.parametrize("error", [MessageGone(), ChannelGone(), CannotPost("view_channel", "403")])
async def test_a_card_that_is_gone_is_let_go(club: Club, error: Exception) -> None:
    challenge = await club.offer()
    await club.delivery.deliver_due()
    club.discord.fail("edit_card", error)
    await club.challenges.decline(club.actor(BEN), challenge.id)
    await club.delivery.deliver_due()
    assert await club.rows("outbox", "NOT done") == 0
    assert only_card(club).shown == ["open"]


async def test_an_edit_without_an_answer_is_made_again(club: Club) -> None:
    challenge = await club.offer()
    await club.delivery.deliver_due()
    club.discord.fail("edit_card", TryLater())
    await club.challenges.decline(club.actor(BEN), challenge.id)
    await club.delivery.deliver_due()
    club.clock.advance(seconds=2)
    await club.delivery.deliver_due()
    assert only_card(club).shown == ["open", "declined"]
