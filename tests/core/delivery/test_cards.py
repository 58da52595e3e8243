"""The cards of challenges and requests: posted once, edited as they change."""

from bot.core.matches import MatchState
from bot.core.posting import TryLater
from bot.features.requests import MatchRequest
from bot.features.watching.service import note_end
from data.ids import ChannelId
from tests.kit.club import ADA, BEN, CHLOE, PLACE, Club
from tests.kit.scripted import CardMessage

THREAD = ChannelId(1_000_001)


def only_card(club: Club) -> CardMessage:
    (card,) = club.discord.cards
    return card


async def asked(club: Club, match: MatchState) -> MatchRequest:
    request = await club.undo.ask(club.actor(ADA), match.id)
    await club.deliver()
    return request


async def test_a_challenges_card_tells_what_became_of_it(club: Club) -> None:
    challenge = await club.offer(ADA, (BEN, CHLOE), game="halves", variant="3p")
    await club.deliver()
    card = only_card(club)
    assert (card.channel_id, card.name) == (PLACE.channel_id, f"challenge {challenge.id}")
    assert (await club.challenges.get(challenge.id)).message_id == card.id
    for who in (BEN, CHLOE):
        club.clock.advance(minutes=1)
        await club.challenges.accept(club.actor(who), challenge.id)
        await club.deliver()
    assert card.shown == ["open", f"open {BEN}", f"accepted {BEN} {CHLOE}"]
    assert club.discord.calls.count("post_card") == 1


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


async def test_a_card_that_may_have_arrived_is_found_though_it_was_answered(club: Club) -> None:
    challenge = await club.offer()
    club.discord.fail("post_card", TryLater(), afterwards=True)
    await club.deliver()
    await club.challenges.decline(club.actor(BEN), challenge.id)
    await club.deliver(seconds=2)
    assert only_card(club).shown[-1] == "declined"
    assert (await club.challenges.get(challenge.id)).message_id == only_card(club).id


async def test_an_end_is_noted_once_for_each(club: Club) -> None:
    match = await club.start()
    later = await club.play(match)
    for who, end in ((ADA, match), (ADA, match), (ADA, later), (BEN, match)):
        await club.database.write(note_end, who, end, club.clock())
    assert await club.rows("outbox", "kind = 'followed'") == 3
