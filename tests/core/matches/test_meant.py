"""Which match somebody means, and what they may look at."""

from dataclasses import replace

import pytest

from bot.core import matches
from bot.core.actor import Place
from data.ids import MatchId, MessageId
from tests.kit.club import ADA, BEN, CHLOE, DIRECT, ELSEWHERE, PLACE, Club
from tests.kit.refusals import refusal


async def in_thread(club: Club, match: matches.MatchState) -> Place:
    """Where the match is played, once its first board is there."""
    await club.deliver()
    return replace(PLACE, thread_id=club.discord.threads[match.id])


async def test_it_is_the_threads(club: Club) -> None:
    match = await club.start()
    await club.start()
    place = await in_thread(club, match)
    for scope in (matches.Scope.TO_MOVE, matches.Scope.PLAYING, matches.Scope.SEEN):
        assert await club.matches.meant(club.actor(ADA, place), scope) == match.id
    assert (await club.matches.submit(club.actor(ADA, place), "b2-b4")).state.id == match.id


async def test_it_is_the_only_one_that_can_be_meant(club: Club) -> None:
    async def meant(who: int) -> MatchId:
        return await club.matches.meant(
            club.actor(ADA if who == ADA else BEN), matches.Scope.PLAYING
        )

    await refusal(matches.NoMatchHere, meant(ADA))
    mine = await club.start()
    assert await meant(ADA) == await meant(BEN) == mine.id
    theirs = await club.start(BEN, ADA)
    assert await meant(ADA) == mine.id
    assert await meant(BEN) == theirs.id
    third = await club.start()
    several = await refusal(matches.SeveralMatches, meant(ADA))
    assert {each.id for each in several.matches[:2]} == {mine.id, third.id}  # her turn
    assert [each.id for each in several.matches[2:]] == [theirs.id]


async def test_looking_back_it_is_the_one_played_or_else_the_last_one(club: Club) -> None:
    first = await club.start()
    await club.resign(first, ADA)
    club.clock.advance(minutes=1)
    second = await club.start()
    await club.resign(second, ADA)
    assert await club.matches.meant(club.actor(ADA), matches.Scope.SEEN) == second.id
    await refusal(matches.NoMatchHere, club.matches.meant(club.actor(ADA), matches.Scope.PLAYING))
    running = await club.start(BEN, ADA)
    assert await club.matches.meant(club.actor(ADA), matches.Scope.SEEN) == running.id


async def test_what_may_be_meant_is_offered_likeliest_first(club: Club) -> None:
    ended = await club.start()
    await club.resign(ended, ADA)
    theirs = await club.start(BEN, ADA)
    mine = await club.start()
    other = await club.start(BEN, CHLOE, place=ELSEWHERE)

    async def offered(scope: matches.Scope, most: int = 9, place: Place = PLACE) -> list[MatchId]:
        found = await club.matches.offered(club.actor(ADA, place), scope, most)
        return [each.id for each in found]

    assert await offered(matches.Scope.TO_MOVE) == [mine.id]
    assert await offered(matches.Scope.PLAYING) == [mine.id, theirs.id]
    assert await offered(matches.Scope.SEEN) == [mine.id, theirs.id, ended.id]
    assert await offered(matches.Scope.SEEN, most=2) == [mine.id, theirs.id]
    assert await offered(matches.Scope.SERVER) == [mine.id, theirs.id, ended.id]
    assert await offered(matches.Scope.SERVER, most=1) == [mine.id]
    assert await offered(matches.Scope.SERVER, place=ELSEWHERE) == [other.id]
    assert await offered(matches.Scope.SERVER, place=DIRECT) == []


async def test_who_may_look_at_a_match(club: Club) -> None:
    match = await club.start()
    direct = await club.start(place=DIRECT)
    assert await club.matches.visible(club.actor(CHLOE), match.id) == match
    assert await club.matches.visible(club.actor(ADA, ELSEWHERE), match.id) == match
    for actor, hidden in (
        (club.actor(CHLOE, ELSEWHERE), match.id),
        (club.actor(CHLOE, DIRECT), match.id),
        (club.actor(CHLOE, DIRECT), direct.id),
        (replace(club.actor(CHLOE), sees=lambda channel: channel != match.channel_id), match.id),
    ):
        await refusal(matches.NotYoursToSee, club.matches.visible(actor, hidden))
    await refusal(matches.NotYourMatch, club.matches.own(club.actor(CHLOE), match.id))
    await refusal(matches.UnknownMatch, club.matches.own(club.actor(ADA), MatchId(404)))


async def test_a_board_leads_to_its_match(club: Club) -> None:
    match = await club.start()
    await club.play(match, posted=True)
    for message in club.discord.messages:
        assert (await club.matches.shown_in(club.actor(CHLOE), message.id)).id == match.id
    with pytest.raises(matches.NotYoursToSee):
        await club.matches.shown_in(club.actor(CHLOE, DIRECT), club.discord.messages[0].id)
    await refusal(matches.NoBoardThere, club.matches.shown_in(club.actor(ADA), MessageId(404)))


async def test_a_match_is_current_for_its_players_at_its_ply(club: Club) -> None:
    match = await club.play(await club.start())
    assert await club.matches.current(club.actor(ADA), match.id) == match
    assert await club.matches.current(club.actor(ADA), match.id, 1) == match
    assert await club.matches.to_move(club.actor(BEN), match.id) == match
    await refusal(matches.NotYourTurn, club.matches.to_move(club.actor(ADA), match.id))
    outdated = club.matches.current(club.actor(BEN), match.id, 0)
    await refusal(matches.OutdatedBoard, outdated)
    for look in (club.matches.current, club.matches.to_move):
        await refusal(matches.NotYourMatch, look(club.actor(CHLOE), match.id))
    await club.resign(match, ADA)
    for look in (club.matches.current, club.matches.to_move):
        await refusal(matches.MatchOver, look(club.actor(BEN), match.id))
