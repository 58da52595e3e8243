"""Engines' turns: each is made once, after whatever happens meanwhile, and in a fair order."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from bot.services import opponents as opponents_service
from bot.services.actor import Person
from bot.services.challenges import Challenge, Offer, WrongOpponentCount
from bot.services.matches import MatchState, OutdatedBoard
from bot.services.opponents import AFTER_FAILURE, LEASE
from bot.services.requests import EnginesAgreeToNoDraw, NothingToUndo
from bot.services.settings import ClockNotAllowed
from bot.services.thinking import ThinkingFailedError
from data.errors import StorageError
from data.ids import Engine, MatchId, PlayerId
from data.states import ChallengeState, Ending, SeatChoice
from tests.kit.club import ADA, BEN, DIRECT, PLACE, Club, first_move
from tests.services.opening import OpenClub

ENGINE = Engine(2)


async def practise(
    club: Club,
    *opponents: PlayerId,
    who: PlayerId = ADA,
    game: str = "apart",
    variant: str | None = None,
    engines: tuple[Engine, ...] = (ENGINE,),
    seat: SeatChoice = SeatChoice.FIRST,
) -> Challenge:
    people = tuple(map(Person, opponents))
    offer = Offer(game, people, variant, seat, engines=engines)
    return await club.challenges.offer(club.actor(who), offer)


async def begun(club: Club, **options: object) -> MatchState:
    return await club.begun(await practise(club, **options))  # type: ignore[arg-type]


async def test_a_match_against_engines_begins_at_once(club: Club) -> None:
    challenge = await practise(club)
    assert challenge.state is ChallengeState.ACCEPTED
    match = await club.begun(challenge)
    assert match.players == (ADA, ENGINE)
    assert match.match.clock == "none"
    assert await club.rows("outbox", "kind = 'challenge'") == 0
    assert await club.rows("timers", "kind = 'engine_turn'") == 0


async def test_the_same_click_begins_one_match(club: Club) -> None:
    actor, offer = club.actor(ADA), Offer("apart", engines=(ENGINE,))
    first = await club.challenges.offer(actor, offer)
    assert await club.challenges.offer(actor, offer) == first
    assert await club.rows("matches") == 1


async def test_an_engine_answers_every_move(club: Club) -> None:
    match = await begun(club)
    for _ in range(3):
        match = await club.play(await club.state(match.id))
        assert match.to_move_player == ENGINE
        await club.opponents.move_due()
    match = await club.state(match.id)
    assert (match.ply, match.to_move_player) == (6, ADA)
    assert match == await club.from_the_log(match.id)
    assert await club.rows("timers", "kind = 'engine_turn'") == 0
    assert await club.rows("entries", "author_id IS NULL") == 3


async def test_an_engine_answers_though_the_clock_was_ahead_when_it_was_asked(club: Club) -> None:
    match = await club.play(await begun(club))
    club.clock.advance(minutes=-90)
    await club.opponents.move_due()
    assert (await club.state(match.id)).ply == 2
    assert await club.rows("timers", "kind = 'engine_turn'") == 0


async def test_what_was_typed_before_the_last_move_is_not_made_after_the_engines(
    club: Club,
) -> None:
    match = await begun(club)
    late = club.actor(ADA)  # nobody heard of it at first, so she typed it again
    club.clock.advance(seconds=5)
    await club.play(match)
    await club.opponents.move_due()
    now = await club.state(match.id)
    assert now.to_move_player == ADA
    with pytest.raises(OutdatedBoard):
        await club.matches.submit(late, first_move(now), match.id)
    assert await club.state(match.id) == now
    await club.matches.submit(club.actor(ADA), first_move(now), match.id)


async def test_an_engine_may_move_first(club: Club) -> None:
    match = await begun(club, seat=SeatChoice.SECOND)
    assert match.players == (ENGINE, ADA)
    await club.opponents.move_due()
    assert (await club.state(match.id)).ply == 1


async def test_a_match_is_played_to_its_end(club: Club) -> None:
    match = await begun(club, game="halves", variant="2p-random")
    while match.is_running:
        match = await club.play(match)
        await club.opponents.move_due()
        match = await club.state(match.id)
    assert match.result.ending is Ending.RULES
    assert await club.rows("timers", "kind = 'engine_turn'") == 0


@pytest.mark.parametrize("engines", [1, 2])
async def test_three_play_with_one_or_two_engines(club: Club, engines: int) -> None:
    others = (BEN,) if engines == 1 else ()
    challenge = await practise(
        club, *others, game="halves", variant="3p-random", engines=(ENGINE,) * engines
    )
    if others:
        assert challenge.state is ChallengeState.OPEN
        challenge = await club.challenges.accept(club.actor(BEN), challenge.id)
    match = await club.begun(challenge)
    assert sorted(map(str, match.players)) == sorted(map(str, (ADA, *others, *(ENGINE,) * engines)))
    while match.is_running:
        if match.to_move_player != ENGINE:
            match = await club.play(match)
        await club.opponents.move_due()
        match = await club.state(match.id)
    assert match.result is not None


async def test_an_open_challenge_may_have_an_engine_too(club: Club) -> None:
    challenge = await practise(club, game="halves", variant="3p-random")
    assert (challenge.state, challenge.people_wanted) == (ChallengeState.OPEN, 1)
    challenge = await club.challenges.accept(club.actor(BEN), challenge.id)
    assert set((await club.begun(challenge)).players) == {ADA, BEN, ENGINE}


async def test_too_many_engines_find_no_seat(club: Club) -> None:
    with pytest.raises(WrongOpponentCount):
        await practise(club, engines=(ENGINE, ENGINE))
    with pytest.raises(WrongOpponentCount):
        await practise(club, BEN)


async def test_a_server_that_wants_clocks_lets_people_practise(club: Club) -> None:
    manager = Person(ADA, manages_server=True)
    await club.settings.change_server(
        club.actor(manager),
        lambda settings: replace(settings, allowed_clocks=("3d",), default_clock="3d"),
    )
    with pytest.raises(ClockNotAllowed):
        await club.challenges.offer(club.actor(ADA), Offer("apart", clock="none"))
    assert (await begun(club)).is_running


async def test_a_move_is_taken_back_without_asking(club: Club) -> None:
    match = await begun(club)
    with pytest.raises(NothingToUndo):
        await club.undo.ask(club.actor(ADA), match.id)
    match = await club.play(match)
    await club.opponents.move_due()
    actor = club.actor(ADA)
    undone = await club.undo.ask(actor, match.id)
    assert (undone.match.position.ply, undone.match.to_move_player) == (0, ADA)
    again = await club.undo.ask(actor, match.id)
    assert again.stored == undone.stored
    assert await club.rows("outbox", "kind = 'request'") == 0


async def test_a_move_is_taken_back_while_the_engine_thinks(club: Club) -> None:
    match = await club.play(await begun(club))
    club.thinker.free.clear()
    thinking = asyncio.create_task(club.opponents.move_due())
    while not club.thinker.asked:
        await asyncio.sleep(0)
    await club.undo.ask(club.actor(ADA), match.id)
    club.thinker.free.set()
    await thinking
    match = await club.state(match.id)
    assert (match.position.ply, match.to_move_player) == (0, ADA)
    assert await club.rows("timers", "kind = 'engine_turn'") == 0


async def test_engines_agree_to_no_draw(club: Club) -> None:
    match = await begun(club)
    with pytest.raises(EnginesAgreeToNoDraw):
        await club.draws.ask(club.actor(ADA), match.id)


async def test_resigning_ends_the_thinking(club: Club) -> None:
    match = await club.play(await begun(club))
    await club.resign(match, ADA)
    await club.opponents.move_due()
    over = await club.state(match.id)
    assert over.result.ending is Ending.RESIGNED
    assert club.thinker.asked == []
    assert await club.rows("timers", "kind = 'engine_turn'") == 0


async def test_a_rematch_begins_at_once_with_seats_moved_on(club: Club) -> None:
    match = await begun(club)
    await club.resign(match, ADA)
    actor = club.actor(ADA)
    challenge = await club.challenges.rematch(actor, match.id)
    again = await club.begun(challenge)
    assert again.players == (ENGINE, ADA)
    assert await club.challenges.rematch(actor, match.id) == challenge
    await club.opponents.move_due()
    assert (await club.state(again.id)).ply == 1


async def test_whoever_fails_is_asked_again(club: Club) -> None:
    match = await club.play(await begun(club, engines=(Engine(4),)))
    for _ in range(4):
        club.thinker.failures.append(ThinkingFailedError("it died"))
    for _ in range(4):
        await club.opponents.move_due()
        assert (await club.state(match.id)).ply == 1
        club.clock.now += AFTER_FAILURE
    await club.opponents.move_due()
    assert (await club.state(match.id)).ply == 2
    assert [asked["level"] for asked in club.thinker.asked] == [4, 4, 4, 2, 2]


async def test_a_move_that_is_not_legal_is_not_made(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nonsense(_: str) -> str:
        return "a1-a2"

    match = await club.play(await begun(club))
    with monkeypatch.context() as confused:
        confused.setattr(club.thinker, "ask", nonsense)
        await club.opponents.move_due()
    assert (await club.state(match.id)).ply == 1
    club.clock.now += AFTER_FAILURE
    await club.opponents.move_due()
    assert (await club.state(match.id)).ply == 2


async def test_each_person_has_one_turn_thought_about_at_once(club: Club) -> None:
    first = await club.play(await begun(club))
    second = await club.play(await begun(club))
    club.clock.advance(seconds=1)
    other = await club.play(await begun(club, who=BEN))
    club.thinker.free.clear()
    thinking = asyncio.create_task(club.opponents.move_due())
    while len(club.thinker.asked) < 2:
        await asyncio.sleep(0)
    for _ in range(10):
        await asyncio.sleep(0)
    assert len(club.thinker.asked) == 2
    club.thinker.free.set()
    await thinking
    for match in (first, second, other):
        assert (await club.state(match.id)).ply == 2


async def test_a_turn_goes_on_after_a_restart(open_club: OpenClub) -> None:
    club = await open_club()
    match = await club.play(await begun(club))
    club.thinker.free.clear()
    thinking = asyncio.create_task(club.opponents.run())
    while not club.thinker.asked:
        await asyncio.sleep(0.001)
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    later = await open_club()
    if later.database.is_shared:
        later.clock.now = club.clock.now + LEASE
    working = asyncio.create_task(later.opponents.run())
    while (await later.state(match.id)).ply < 2:
        await asyncio.sleep(0.001)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    assert (await later.state(match.id)).to_move_player == ADA


async def test_two_processes_make_one_move(open_club: OpenClub) -> None:
    club, beside = await open_club(), await open_club()
    match = await club.play(await begun(club))
    await asyncio.gather(club.opponents.move_due(), beside.opponents.move_due())
    assert len(club.thinker.asked) + len(beside.thinker.asked) == 1
    assert await club.rows("entries") == 2
    assert (await club.from_the_log(match.id)).to_move_player == ADA


async def test_practice_in_direct_messages(club: Club) -> None:
    offer = Offer("apart", engines=(ENGINE,), seat_choice=SeatChoice.FIRST)
    match = await club.begun(await club.challenges.offer(club.actor(ADA, DIRECT), offer))
    assert (match.server_id, match.channel_id) == (None, DIRECT.channel_id)
    assert PLACE.channel_id != DIRECT.channel_id


async def test_a_match_that_cannot_be_read_keeps_nobody_waiting(club: Club) -> None:
    broken = await club.play(await begun(club, who=BEN))
    match = await club.play(await begun(club))
    await club.database.write(
        lambda connection: connection.exec_driver_sql(
            f"UPDATE entries SET text = 'nonsense' WHERE match_id = {broken.id}"
        )
    )
    club.store.forget(MatchId(broken.id))
    await club.opponents.move_due()
    assert (await club.state(match.id)).ply == 2


async def test_an_engine_moves_soon_after_the_database_was_away(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(club)
    monkeypatch.setattr(opponents_service, "WRITTEN_AGAIN", timedelta(milliseconds=10))
    write, asked = club.database.write, count()

    async def write_badly(work: Any, *args: Any, **options: Any) -> Any:
        number = next(asked)
        if number in (1, 3):  # it is written, or not, and the answer is lost
            await write(work, *args, **options)
        if number < 6:
            raise StorageError("away")
        return await write(work, *args, **options)

    match = await club.play(await club.state(match.id))
    monkeypatch.setattr(club.database, "write", write_badly)
    run = asyncio.create_task(club.opponents.run())
    for _ in range(500):
        if (await club.state(match.id)).ply == 2:
            break
        await asyncio.sleep(0.01)
    run.cancel()
    await asyncio.gather(run, return_exceptions=True)
    assert (await club.state(match.id)).ply == 2
    assert next(asked) >= 6
