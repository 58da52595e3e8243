"""A move put together step by step, found again by the next click."""

import asyncio

from bot.core.matches import MatchOver, NotYourMatch, NotYourTurn, OutdatedBoard, UnknownMatch
from bot.features.moves import MovedOn
from bot.features.moves import storage as drafts
from bot.features.moves.composition import Composing, NotWhole
from data.ids import MatchId, PlayerId
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.refusals import refusal


def number_of(now: Composing, text: str) -> int:
    return [step.text for step in now.composition.menu.options].index(text)


async def take(club: Club, who: PlayerId, now: Composing, *steps: str) -> Composing:
    for step in steps:
        now = await club.composer.take(
            club.actor(who),
            now.match.id,
            now.match.ply,
            now.composition.stage,
            number_of(now, step),
        )
    return now


async def test_a_move_is_put_together_and_played(club: Club) -> None:
    match = await club.start()
    now = await club.composer.open(club.actor(ADA), match.id)
    assert (now.match, now.seat, now.composition.taken) == (match, 0, ())
    now = await take(club, ADA, now, "b2", "b4")
    assert now.composition.text == "b2-b4"
    assert await club.composer.open(club.actor(ADA), match.id, 0) == now
    stage = now.composition.stage
    assert await club.composer.at(club.actor(ADA), match.id, 0, stage) == now
    played = await club.composer.play(club.actor(ADA), match.id, 0, stage)
    assert played.waiting == 0
    assert played.state.position == match.position.play("b2-b4")
    assert await club.state(match.id) == await club.from_the_log(match.id) == played.state


async def test_the_same_click_plays_once(club: Club) -> None:
    match = await club.start()
    now = await take(club, ADA, await club.composer.open(club.actor(ADA), match.id), "b2", "b4")
    click = club.actor(ADA)
    both = await asyncio.gather(
        *(club.composer.play(click, match.id, 0, now.composition.stage) for _ in range(2))
    )
    assert both[0] == both[1]
    await club.play(both[0].state)
    again = await club.composer.play(click, match.id, 0, now.composition.stage)
    assert (again.state.ply, again.state.position) == (1, both[0].state.position)
    assert await club.rows("entries") == 2


async def test_steps_are_taken_back(club: Club) -> None:
    match, other = await club.start(), await club.start()
    begun = await club.composer.open(club.actor(ADA), match.id)
    one = await take(club, ADA, begun, "b2")
    two = await take(club, ADA, one, "b4")
    actor = club.actor(ADA)
    assert (await club.composer.open(actor, other.id)).composition.taken == (), "is another's"
    back = await club.composer.back(actor, match.id, 0, two.composition.stage)
    assert back == one
    two = await take(club, ADA, back, "b4")
    assert await club.composer.start_over(actor, match.id, 0, two.composition.stage) == begun
    assert await club.composer.back(actor, match.id, 0, begun.composition.stage) == begun


async def test_a_click_on_another_stage_changes_nothing(club: Club) -> None:
    match = await club.start()
    begun = await club.composer.open(club.actor(ADA), match.id)
    now = await take(club, ADA, begun, "b2")
    actor, old = club.actor(ADA), begun.composition.stage
    for late in (
        club.composer.take(actor, match.id, 0, old, 0),
        club.composer.back(actor, match.id, 0, old),
        club.composer.start_over(actor, match.id, 0, old),
        club.composer.play(actor, match.id, 0, old),
        club.composer.at(actor, match.id, 0, old),
    ):
        other = await refusal(MovedOn, late)
        assert other.now == now
    for number in (-1, 999):
        await refusal(
            MovedOn, club.composer.take(actor, match.id, 0, now.composition.stage, number)
        )
    half = await refusal(NotWhole, club.composer.play(actor, match.id, 0, now.composition.stage))
    assert half.now == now == await club.composer.open(actor, match.id)
    assert await club.rows("entries") == 0


async def test_a_move_may_end_where_it_could_go_on(club: Club) -> None:
    match = await club.move(await club.start(), "f2-d4")
    now = await club.composer.open(club.actor(BEN), match.id)
    now = await take(club, BEN, now, "g8", "g6")
    assert now.composition.menu.options
    assert now.composition.is_whole
    again = await club.composer.open(club.actor(BEN), match.id)
    assert not again.composition.is_whole
    played = await club.composer.play(club.actor(BEN), match.id, 1, now.composition.stage)
    assert played.state.last.text == "g8-g6"


async def test_what_was_begun_counts_for_nothing_when_the_match_has_moved_on(club: Club) -> None:
    match = await club.start()
    begun = await club.composer.open(club.actor(ADA), match.id)
    now = await take(club, ADA, begun, "b2")
    await club.play(match, 2)
    actor, stage = club.actor(ADA), now.composition.stage
    for late in (
        club.composer.open(actor, match.id, 0),
        club.composer.take(actor, match.id, 0, stage, 0),
        club.composer.play(actor, match.id, 0, stage),
    ):
        await refusal(OutdatedBoard, late)
    assert (await club.composer.open(actor, match.id)).composition.taken == ()


async def test_steps_that_the_rules_no_longer_know_are_left_away(club: Club) -> None:
    match = await club.start()
    kept = (0, ("no such step",))
    await club.database.write(drafts.put, match.id, ADA, *kept, club.clock.now)
    assert (await club.composer.open(club.actor(ADA), match.id)).composition.taken == ()


async def test_only_whoever_is_to_move_composes(club: Club) -> None:
    match = await club.start()
    for who, number, error in (
        (BEN, match.id, NotYourTurn),
        (CHLOE, match.id, NotYourMatch),
        (ADA, MatchId(404), UnknownMatch),
    ):
        await refusal(error, club.composer.open(club.actor(who), number))
    await club.resign(match, BEN)
    await refusal(MatchOver, club.composer.open(club.actor(ADA), match.id))
