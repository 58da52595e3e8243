"""What comes twice is answered twice alike, also when what it made has gone on since."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest

from bot.core import actor
from bot.screen.words import UNEXPECTED
from data.ids import Key
from tests.e2e.test_forged_ids import stored, told
from tests.kit.cups import open_cup
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


async def tournaments(world: World) -> list[Scene]:
    cup = await open_cup(world, "knockout", [world.ada, world.ben])
    begun = lambda: cup.manage("Begin now")  # noqa: E731 - short
    return [Scene(lambda: cup.press(world.chloe, "Join"), (begun,), told_alike=False)]


@pytest.mark.parametrize("scenes", [challenges, tournaments])
async def test_it_is_answered_alike(world: World, scenes: Any, monkeypatch) -> None:
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
