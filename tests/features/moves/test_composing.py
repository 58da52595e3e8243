"""A move put together step by step, found again by the next click."""

import asyncio

from bot.features.moves import MovedOn
from bot.features.moves import storage as drafts
from bot.features.moves.composition import Composing, NotWhole
from bot.features.moves.words import MOST_TYPED, as_typed
from data.ids import PlayerId
from rules.texts import Text
from tests.kit.club import ADA, Club
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


def test_a_typed_move_is_told_as_a_whole_while_it_is_short() -> None:
    told = Text("It is not possible.")
    for typed, shown in (("x" * MOST_TYPED, "x" * MOST_TYPED), ("x" * 99, "x" * 23 + "…")):
        assert str(as_typed(typed, told)) == f"{shown} — It is not possible."


async def test_steps_that_the_rules_no_longer_know_are_left_away(club: Club) -> None:
    match = await club.start()
    kept = (0, ("no such step",))
    await club.database.write(drafts.put, match.id, ADA, *kept, club.clock.now)
    assert (await club.composer.open(club.actor(ADA), match.id)).composition.taken == ()
