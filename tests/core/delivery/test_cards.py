"""The cards of challenges and requests: posted once, edited as they change."""

import pytest

from bot.core.matches import MatchState
from bot.core.posting import CannotPost, ChannelGone, DirectMessagesClosed, MessageGone, TryLater
from bot.features.requests import MatchRequest
from bot.features.watching import WatchService
from bot.features.watching.service import note_end
from data.ids import ChannelId, PlayerId
from tests.kit.club import ADA, BEN, CHLOE, DAN, PLACE, Club
from tests.kit.scripted import CardMessage

THREAD = ChannelId(1_000_001)


def only_card(club: Club) -> CardMessage:
    (card,) = club.discord.cards
    return card


async def asked(club: Club, match: MatchState) -> MatchRequest:
    request = await club.undo.ask(club.actor(ADA), match.id)
    await club.deliver()
    return request


async def test_a_challenges_card_is_posted_where_it_was_made(club: Club) -> None:
    challenge = await club.offer()
    await club.deliver()
    card = only_card(club)
    assert (card.channel_id, card.name) == (PLACE.channel_id, f"challenge {challenge.id}")
    assert card.shown == ["open"]
    assert (await club.challenges.get(challenge.id)).message_id == card.id


async def test_a_challenges_card_tells_what_became_of_it(club: Club) -> None:
    challenge = await club.offer(ADA, (BEN, CHLOE), game="halves", variant="3p")
    await club.deliver()
    for who in (BEN, CHLOE):
        club.clock.advance(minutes=1)
        await club.challenges.accept(club.actor(who), challenge.id)
        await club.deliver()
    assert only_card(club).shown == ["open", f"open {BEN}", f"accepted {BEN} {CHLOE}"]
    assert club.discord.calls.count("post_card") == 1


@pytest.mark.parametrize("answer", ["declined", "cancelled"])
async def test_a_challenge_that_comes_to_nothing_is_shown_so(club: Club, answer: str) -> None:
    challenge = await club.offer()
    await club.deliver()
    if answer == "declined":
        await club.challenges.decline(club.actor(BEN), challenge.id)
    else:
        await club.challenges.cancel(club.actor(ADA), challenge.id)
    await club.deliver()
    assert only_card(club).shown == ["open", answer]


async def test_a_click_that_changes_nothing_edits_nothing(club: Club) -> None:
    challenge = await club.offer(ADA, (), game="halves", variant="3p")
    for _ in range(3):
        await club.challenges.accept(club.actor(BEN), challenge.id)
    await club.deliver()
    assert only_card(club).shown == [f"open {BEN}"] * 2  # as it was made, and as it was changed
    await club.challenges.accept(club.actor(BEN), challenge.id)
    await club.deliver()
    assert len(only_card(club).shown) == 2


async def test_what_is_over_before_it_was_shown_has_no_card(club: Club) -> None:
    challenge = await club.offer()
    await club.challenges.decline(club.actor(BEN), challenge.id)
    match = await club.play(await club.start())
    request = await club.undo.ask(club.actor(ADA), match.id)
    await club.undo.withdraw(club.actor(ADA), request.id)
    await club.deliver()
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
    await club.deliver()
    assert card.shown == ["open", f"granted {BEN}"]
    assert club.discord.posted(match.id) == [0, 1, 2]


async def test_a_requests_card_comes_after_the_board_it_is_about(club: Club) -> None:
    match = await club.play(await club.start())
    club.discord.fail("post_board", TryLater())
    await asked(club, match)
    assert club.discord.cards == []
    await club.deliver(seconds=2)
    assert only_card(club).id > club.discord.messages[-1].id


async def test_a_requests_card_tells_when_the_match_has_gone_on(club: Club) -> None:
    match = await club.play(await club.start())
    await asked(club, match)
    await club.play(match, posted=True)
    assert only_card(club).shown == ["open", "lapsed"]


async def test_of_three_the_card_tells_who_has_agreed(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"))
    second, third = match.people[1:]
    request = await asked(club, match)
    await club.undo.grant(club.actor(second), request.id)
    await club.deliver()
    await club.undo.decline(club.actor(third), request.id)
    await club.deliver()
    assert only_card(club).shown == ["open", f"open {second}", f"declined {second}"]


async def test_a_card_that_may_have_arrived_is_found_though_it_was_answered(club: Club) -> None:
    challenge = await club.offer()
    club.discord.fail("post_card", TryLater(), afterwards=True)
    await club.deliver()
    await club.challenges.decline(club.actor(BEN), challenge.id)
    await club.deliver(seconds=2)
    assert only_card(club).shown[-1] == "declined"
    assert (await club.challenges.get(challenge.id)).message_id == only_card(club).id


@pytest.mark.parametrize(
    "faults",
    [
        {"post_card": TryLater()},
        {"post_card": TryLater(), "find_card": CannotPost("read_message_history", "403")},
    ],
    ids=["without an answer", "where nobody may look"],
)
async def test_a_card_is_posted_again(club: Club, faults: dict[str, Exception]) -> None:
    await club.offer()
    for call, error in faults.items():
        club.discord.fail(call, error)
    await club.deliver()
    await club.deliver(seconds=2)
    assert only_card(club).shown == ["open"]


@pytest.mark.parametrize("error", [MessageGone(), ChannelGone(), CannotPost("view_channel", "403")])
async def test_a_card_that_is_gone_is_let_go(club: Club, error: Exception) -> None:
    challenge = await club.offer()
    await club.deliver()
    club.discord.fail("edit_card", error)
    await club.challenges.decline(club.actor(BEN), challenge.id)
    await club.deliver()
    assert await club.rows("outbox", "NOT done") == 0
    assert only_card(club).shown == ["open"]


async def test_an_edit_without_an_answer_is_made_again(club: Club) -> None:
    challenge = await club.offer()
    await club.deliver()
    club.discord.fail("edit_card", TryLater())
    await club.challenges.decline(club.actor(BEN), challenge.id)
    await club.deliver()
    await club.deliver(seconds=2)
    assert only_card(club).shown == ["open", "declined"]


async def end_one(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN), 2)
    await club.resign(match, BEN)
    await club.deliver()


def told(club: Club, who: PlayerId) -> list[str]:
    return [said for player, said, _ in club.discord.directs if player == who]


async def test_it_is_told_where_the_match_could_be_watched(club: Club) -> None:
    for who in (CHLOE, DAN):
        await club.services[WatchService].follow_person(club.actor(who), ADA)
    club.discord.shut_out.add(DAN)
    await end_one(club)
    (news,) = told(club, CHLOE)
    assert "is over" in news
    assert told(club, DAN) == []
    await club.deliver()
    assert len(told(club, CHLOE)) == 1


async def test_nobody_is_asked_again_whose_messages_are_closed(club: Club) -> None:
    await club.services[WatchService].follow_person(club.actor(CHLOE), ADA)
    club.discord.fail("post_direct", DirectMessagesClosed())
    await end_one(club)
    await club.deliver(days=1)
    assert told(club, CHLOE) == []
    assert club.discord.calls.count("post_direct") == 1
    assert await club.rows("outbox", "NOT done") == 0


async def test_an_end_is_noted_once_for_each(club: Club) -> None:
    match = await club.start()
    later = await club.play(match)
    for who, end in ((ADA, match), (ADA, match), (ADA, later), (BEN, match)):
        await club.database.write(note_end, who, end, club.clock())
    assert await club.rows("outbox", "kind = 'followed'") == 3


async def test_who_stops_following_in_time_is_not_told(club: Club) -> None:
    await club.services[WatchService].follow_person(club.actor(CHLOE), ADA)
    match = await club.play(await club.start(ADA, BEN), 2)
    await club.resign(match, BEN)
    await club.services[WatchService].unfollow_person(club.actor(CHLOE), ADA)
    await club.deliver()
    assert told(club, CHLOE) == []
