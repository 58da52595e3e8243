"""A match as a whole: its steps, its record, its animation."""

from dataclasses import replace

import pytest

from bot.services.matches import MatchState, NotYoursToSee, UnknownMatch, by_the_rules
from bot.services.replay import MatchReplay
from data.ids import MatchId
from rules import record
from rules.game import Outcome, Reason
from rules.record import SettledBy, Settlement
from tests.kit.club import ADA, BEN, CHLOE, DAN, DIRECT, ELSEWHERE, Club
from tests.services.rulings.test_rulings import MANAGER, TIE


async def replay(club: Club, match: MatchState) -> MatchReplay:
    return await club.replay.replay(club.actor(ADA), match.id)


async def test_steps_go_from_the_start_to_now(club: Club) -> None:
    match = await club.play(await club.start(), 3)
    replayed = await replay(club, match)
    steps = replayed.steps
    assert [step.position.ply for step in steps] == [0, 1, 2, 3]
    assert (steps[0].entry, steps[0].sentence, steps[0].events) == (None, None, ())
    last = steps[-1]
    assert (last.position, last.events, last.sentence) == (
        match.position,
        match.events,
        match.sentence,
    )
    assert match.last is not None
    assert (last.entry, last.seat) == (match.last.text, 0)
    assert (replayed.match, replayed.finished_at) == (match, None)
    with pytest.raises(UnknownMatch):
        await club.replay.replay(club.actor(ADA), MatchId(404))


async def test_what_was_taken_back_is_not_shown(club: Club) -> None:
    match = await club.play(await club.start(), 3)
    asked = await club.undo.ask(club.actor(ADA), match.id)
    match = (await club.undo.grant(club.actor(BEN), asked.id)).match
    after = await club.move(match, "g2-g4")
    steps = (await replay(club, after)).steps
    assert [step.position.ply for step in steps] == [0, 1, 2, 3]
    assert steps[-1].position == after.position
    assert steps[-1].entry == "g2-g4"


async def test_the_record_can_be_read_and_replayed(club: Club) -> None:
    match = await club.play(await club.start(), 4)
    over = await club.resign(match, BEN)
    written = replace((await replay(club, over)).record, players=("Ada", "Ben"))
    read = record.read(record.write(written))
    assert (read.players, read.outcome) == (("Ada", "Ben"), Outcome(((0,), (1,)), Reason.LEFT))
    assert list(record.replay(read))[-1] == over.position


async def test_a_match_that_ended_by_the_rules_says_so(club: Club) -> None:
    match = await club.start(game="abande", variant="hex")
    while match.is_running:
        match = await club.play(match)
    read = record.read(record.write((await replay(club, match)).record))
    assert isinstance(read.outcome, Outcome)
    assert by_the_rules(read.outcome) == match.result


async def test_who_settled_a_match_is_in_the_record(club: Club) -> None:
    agreed = await club.start()
    offer = await club.draws.ask(club.actor(ADA), agreed.id)
    agreed = (await club.draws.grant(club.actor(BEN), offer.id)).match
    decided = await club.start()
    decided = await club.rulings.decide(club.actor(MANAGER), decided.id, TIE, "outage")
    for match, by in ((agreed, SettledBy.AGREED), (decided, SettledBy.DECIDED)):
        read = record.read(record.write((await replay(club, match)).record))
        assert read.outcome == Settlement(TIE, by)


async def test_a_match_without_result_has_none_in_its_record(club: Club) -> None:
    match = await club.play(await club.start())
    assert (await replay(club, match)).record.outcome is None
    aborted = await club.matches.abort(club.actor(ADA), match.id)
    replayed = await replay(club, aborted)
    assert replayed.record.outcome is None
    assert replayed.finished_at == club.clock.now


async def test_a_leaver_and_a_seed_are_in_the_record(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p-random")
    match = await club.play(match, 2)
    match = await club.resign(match, match.people[1])
    match = await club.play(match, 1)
    replayed = await replay(club, match)
    read = record.read(record.write(replayed.record))
    assert record.leaving(1) in read.entries
    assert read.seed == match.match.seed
    assert list(record.replay(read))[-1] == match.position
    steps = replayed.steps
    assert steps[-1].position == match.position
    assert steps[0].position.ply == 0
    assert [step.is_leaving for step in steps] == [False, False, False, True, False]


async def test_who_may_look_back(club: Club) -> None:
    match = await club.start()
    direct = await club.start(place=DIRECT)
    for actor, seen in (
        (club.actor(ADA, ELSEWHERE), match),
        (club.actor(DAN), match),
        (club.actor(BEN), direct),
    ):
        assert (await club.replay.replay(actor, seen.id)).match == seen
    for actor, hidden in (
        (club.actor(DAN, ELSEWHERE), match),
        (club.actor(DAN, DIRECT), match),
        (club.actor(DAN, DIRECT), direct),
    ):
        with pytest.raises(NotYoursToSee):
            await club.replay.replay(actor, hidden.id)


async def test_a_match_becomes_an_animation(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    frames = (await replay(club, match)).frames(theme="wood")
    assert await club.pictures.replay(frames, ADA) == b"wood replay of 3"
