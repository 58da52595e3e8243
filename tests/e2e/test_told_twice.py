"""What comes twice is answered twice alike, also when what it made has gone on since."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest

from bot.core import actor
from bot.screen.words import UNEXPECTED
from data.ids import Key
from tests.e2e.test_forged_ids import stored, told
from tests.kit.by_day import mostly_at_night
from tests.kit.cups import open_cup
from tests.kit.ladders import open_ladder
from tests.kit.play import begin, resign
from tests.kit.world import World

Doing: TypeAlias = Callable[[], Awaitable[Any]]


@dataclass
class Scene:
    """What somebody does, and what others do before it comes again."""

    act: Doing
    then: tuple[Doing, ...] = ()
    told_alike: bool = True


def answering(world: World, who: Any, label: str) -> Doing:
    """Press a button of the newest challenge."""

    async def press() -> None:
        await who.click(world.card(world.channel), label=label)

    return press


def after_a_challenge(world: World, act: Doing) -> list[Scene]:
    """All that can become of a challenge that Ada sends to Ben."""
    ways = [
        answering(world, world.ben, "Accept"),
        answering(world, world.ben, "Decline"),
        answering(world, world.ada, "Cancel"),
    ]
    return [Scene(act), *(Scene(act, (way,)) for way in ways)]


async def challenges(world: World) -> list[Scene]:
    def challenge(*people: Any, **options: Any) -> Doing:
        named = dict(zip(("opponent", "second_opponent"), people, strict=False))
        return lambda: world.ada.slash(world.channel, "challenge", **named, **options)

    three = challenge(world.ben, world.chloe, game="halves")
    both = tuple(answering(world, each, "Accept") for each in (world.ben, world.chloe))
    return [
        *after_a_challenge(world, challenge(world.ben, game="apart")),
        Scene(challenge(game="apart"), (answering(world, world.dan, "Accept"),)),
        Scene(three, both[:1]),
        Scene(three, both),
    ]


async def ladder_challenges(world: World) -> list[Scene]:
    await open_ladder(world, [world.ben, world.ada])
    ask = lambda: world.ada.slash(world.channel, "ladder challenge", opponent=world.ben)  # noqa: E731 - short
    return [Scene(ask, (answering(world, world.ben, "Accept"),))]


async def matches_against_me(world: World) -> list[Scene]:
    async def give_up() -> None:
        await resign(world, world.ada, world.thread())

    practice = lambda: world.ada.slash(world.channel, "play", game="apart")  # noqa: E731 - short
    # what comes later leads to the newest board
    return [Scene(practice), Scene(practice, (give_up,), told_alike=False)]


async def rematches(world: World) -> list[Scene]:
    thread = await begin(world, world.ada, world.ben)
    await resign(world, world.ada, thread)
    board = thread.last_message
    agree = lambda: world.ben.click(board, label="Rematch")  # noqa: E731 - short
    ask = lambda: world.ada.click(board, label="Rematch")  # noqa: E731 - short
    # what comes later says that it was accepted
    return [Scene(ask, (agree,), told_alike=False)]


async def agreements(world: World) -> list[Scene]:
    (asked,) = await rematches(world)
    await asked.act()
    return [Scene(asked.then[0])]


async def tournaments(world: World) -> list[Scene]:
    cup = await open_cup(world, "knockout", [world.ada, world.ben])
    begun = lambda: cup.manage("Begin now")  # noqa: E731 - short
    return [Scene(lambda: cup.press(world.chloe, "Join"), (begun,), told_alike=False)]


BY_DAY = (challenges, tournaments)
SCENES = (*BY_DAY, rematches, ladder_challenges, matches_against_me, agreements)


@pytest.mark.parametrize("scenes", mostly_at_night(SCENES, BY_DAY))
async def test_it_is_answered_alike(
    world: World, scenes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, scene in enumerate(await scenes(world)):

        async def act(number: int = number, scene: Scene = scene) -> str:
            """Do it under the key that the same interaction has each time."""
            with monkeypatch.context() as patching:
                patching.setattr(actor, "interaction_key", lambda _: Key(f"the same {number}"))
                answered = await scene.act()
                await world.settle()
            return told(answered)

        first = await act()
        for then in scene.then:
            await then()
        await world.settle()
        before = await stored(world)
        again = await act()
        assert str(UNEXPECTED) not in again
        assert again == first or not scene.told_alike, number
        assert await stored(world) == before
