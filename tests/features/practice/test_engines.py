"""Engines' turns: each is made once, after whatever happens meanwhile, and in a fair order."""

import asyncio
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.core.actor import Person
from bot.core.faults import FIRST_DELAY
from bot.core.matches import MatchState, NotYourTurn, OutdatedBoard
from bot.core.thinking import ThinkingFailedError
from bot.core.waking import StillBusy
from bot.features.challenges import Challenge, WrongOpponentCount
from bot.features.challenges.errors import ClockNotAllowed
from bot.features.practice.engines import NoHintNow, Opponents, Suggestion
from bot.features.practice.words import suggestions
from bot.features.requests.errors import EnginesAgreeToNoDraw
from data.ids import Engine, PlayerId
from data.states import ChallengeState, Ending
from languages.pseudo import Pseudo
from rules import GAMES
from tests.kit.by_day import mostly_at_night
from tests.kit.club import ADA, BEN, Club, OpenClub
from tests.kit.due import work_due
from tests.kit.errors_of_all_kinds import ERRORS
from tests.kit.refusals import refusal
from tests.kit.waiting import running, until

ENGINE = Engine(2)


async def practise(
    club: Club, *opponents: PlayerId, who: PlayerId = ADA, **wanted: Any
) -> Challenge:
    return await club.offer(who, opponents, **{"engines": (ENGINE,), **wanted})


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
    await refusal(EnginesAgreeToNoDraw, club.draws.ask(club.actor(ADA), match.id))
    await refusal(WrongOpponentCount, practise(club, engines=(ENGINE, ENGINE)))
    await refusal(WrongOpponentCount, practise(club, BEN))


async def test_an_engine_answers_though_the_clock_was_ahead_when_it_was_asked(club: Club) -> None:
    match = await club.play(await begun(club))
    club.clock.advance(minutes=-90)
    await work_due(club.opponents)
    assert (await club.state(match.id)).ply == 2
    assert await club.rows("timers", "kind = 'engine_turn'") == 0


async def test_two_play_with_an_engine(club: Club) -> None:
    challenge = await practise(club, BEN, game="halves", variant="3p-random")
    assert challenge.state is ChallengeState.OPEN
    match = await club.begun(await club.challenges.accept(club.actor(BEN), challenge.id))
    assert sorted(map(str, match.players)) == sorted(map(str, (ADA, BEN, ENGINE)))
    while match.is_running:
        if match.to_move_player != ENGINE:
            match = await club.play(match)
        await work_due(club.opponents)
        match = await club.state(match.id)
    assert match.result is not None


async def test_a_server_that_wants_clocks_lets_people_practise(club: Club) -> None:
    manager = Person(ADA, manages_server=True)
    await club.settings.change_server(
        club.actor(manager),
        lambda settings: replace(settings, allowed_clocks=("3d",), default_clock="3d"),
    )
    with pytest.raises(ClockNotAllowed):
        await club.offer(clock="none")
    assert (await begun(club)).is_running


async def test_a_move_is_taken_back_while_the_engine_thinks(club: Club) -> None:
    match = await club.play(await begun(club))
    club.thinker.free.clear()
    thinking = asyncio.create_task(work_due(club.opponents))
    await until(lambda: club.thinker.asked)
    await club.undo.ask(club.actor(ADA), match.id)
    club.thinker.free.set()
    await thinking
    match = await club.state(match.id)
    assert (match.position.ply, match.to_move_player) == (0, ADA)
    assert await club.rows("timers", "kind = 'engine_turn'") == 0


async def test_resigning_ends_the_thinking(club: Club) -> None:
    match = await club.play(await begun(club))
    await club.resign(match, ADA)
    await work_due(club.opponents)
    over = await club.state(match.id)
    assert over.result.ending is Ending.RESIGNED
    assert club.thinker.asked == []
    assert await club.rows("timers", "kind = 'engine_turn'") == 0


async def test_whoever_fails_is_asked_again(club: Club) -> None:
    match = await club.play(await begun(club, engines=(Engine(4),)))
    for _ in range(4):
        club.thinker.failures.append(ThinkingFailedError("it died"))
    for failed in range(4):
        await work_due(club.opponents)
        assert (await club.state(match.id)).ply == 1
        club.clock.now += Opponents.first_delay * 2**failed
    await work_due(club.opponents)
    assert (await club.state(match.id)).ply == 2
    assert [asked["level"] for asked in club.thinker.asked] == [4, 4, 4, 2, 2]


async def test_each_person_has_one_turn_thought_about_at_once(club: Club) -> None:
    first = await club.play(await begun(club))
    second = await club.play(await begun(club))
    club.clock.advance(seconds=1)
    other = await club.play(await begun(club, who=BEN))
    club.thinker.free.clear()
    thinking = asyncio.create_task(work_due(club.opponents))
    await until(lambda: len(club.thinker.asked) == 2)
    for _ in range(10):
        await asyncio.sleep(0)
    assert len(club.thinker.asked) == 2
    club.thinker.free.set()
    await thinking
    for match in (first, second, other):
        assert (await club.state(match.id)).ply == 2


async def answered(club: Club, match: MatchState) -> bool:
    return (await club.state(match.id)).ply == 2


async def test_a_turn_goes_on_after_a_restart(open_club: OpenClub) -> None:
    club = await open_club()
    match = await club.play(await begun(club))
    club.thinker.free.clear()
    async with running(club.opponents.run()):
        await until(lambda: club.thinker.asked)
    later = await open_club()
    if later.database.is_shared:
        later.clock.now = club.clock.now + Opponents.lease
    async with running(later.opponents.run()):
        await until(lambda: answered(later, match))
    assert (await later.state(match.id)).to_move_player == ADA


@pytest.mark.both_databases
async def test_two_processes_make_one_move(open_club: OpenClub) -> None:
    club, beside = await open_club(), await open_club()
    match = await club.play(await begun(club))
    await asyncio.gather(work_due(club.opponents), work_due(beside.opponents))
    assert len(club.thinker.asked) + len(beside.thinker.asked) == 1
    assert await club.rows("entries") == 2
    assert (await club.from_the_log(match.id)).to_move_player == ADA


@pytest.mark.parametrize(
    ("stage", "error"),
    mostly_at_night(
        product(("read", "append"), ("ValueError", "AssertionError", "a_key_that_is_taken")),
        day={("read", "ValueError"), ("append", "a_key_that_is_taken")},
    ),
)
async def test_a_turn_that_fails_is_put_aside_and_the_others_are_played(
    stage: str, error: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = await club.play(await begun(club, who=BEN))
    work = getattr(club.store, stage)

    def failing(connection: Connection, match: Any, *args: Any, **options: Any) -> Any:
        if getattr(match, "id", match) == broken.id:
            ERRORS[error](connection)
        return work(connection, match, *args, **options)

    async def failures() -> list[int]:
        return [row[0] for row in await club.sql("SELECT failures FROM timers WHERE failures > 0")]

    with monkeypatch.context() as breaking:
        breaking.setattr(club.store, stage, failing)
        for failed in range(1, 9):
            match = await club.play(await begun(club))
            await work_due(club.opponents)
            assert (await club.state(match.id)).ply == 2
            assert await failures() == [failed]
            await work_due(club.opponents)  # not before its time
            assert await failures() == [failed]
            first = FIRST_DELAY if stage == "read" else Opponents.first_delay
            club.clock.now += first * 2 ** (failed - 1)
    await work_due(club.opponents)
    assert (await club.state(broken.id)).ply == 2
    assert await failures() == []


async def test_moves_are_suggested_with_different_reasons(club: Club) -> None:
    match = await begun(club)
    shown, found = await club.hints.of_match(club.actor(ADA), match.id, match.ply)
    assert shown == match
    assert 1 <= len(found) <= 3
    for each in found:
        match.position.play(each.move)
        assert each.events == match.position.events(each.move)
        assert 0 <= each.chance <= 100
    assert len({each.reason for each in found}) == len(found)
    club.thinker.failures.append(ThinkingFailedError("it died"))
    await refusal(NoHintNow, club.hints.of_match(club.actor(ADA), match.id))


async def test_only_who_is_to_move_on_that_board_is_helped(club: Club) -> None:
    match = await begun(club)
    await refusal(OutdatedBoard, club.hints.of_match(club.actor(ADA), match.id, 7))
    await club.play(match)
    await refusal(NotYourTurn, club.hints.of_match(club.actor(ADA), match.id))


async def test_one_after_another(club: Club) -> None:
    match = await begun(club)
    club.thinker.free.clear()
    first = asyncio.create_task(club.hints.of_match(club.actor(ADA), match.id))
    await until(lambda: club.thinker.asked)
    await refusal(StillBusy, club.hints.of_match(club.actor(ADA), match.id))
    club.thinker.free.set()
    assert (await first)[1]


def test_several_answers_are_listed_in_the_readers_way() -> None:
    position = GAMES["apart"].start()
    move = next(iter(position.moves()))
    told_as = position.describe(move)
    text = suggestions([Suggestion(move, 60, ("b7-b5", "c2-c4"), None, (), told_as)])
    assert str(told_as) in str(text), "notation never stands alone"
    assert str(text).endswith("I expect `b7-b5` and `c2-c4` in answer.")
    assert "`b7-b5` \u00e1\u00f1d `c2-c4`" in text.said(Pseudo())


async def test_an_illegal_move_is_not_made(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nonsense(_: str) -> str:
        return "a1-a2"

    match = await club.play(await begun(club))
    with monkeypatch.context() as confused:
        confused.setattr(club.thinker, "ask", nonsense)
        await work_due(club.opponents)
    assert (await club.state(match.id)).ply == 1
    club.clock.now += Opponents.first_delay
    await work_due(club.opponents)
    assert (await club.state(match.id)).ply == 2
