"""Discord is told about the commands when they changed, and only then."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.world import World

Commands = dict[tuple[str, int], dict[str, Any]]


def syncs(world: World) -> int:
    """How often the commands were sent."""
    return sum(
        request.method == "PUT" and request.path.endswith("/commands")
        for request in world.env.http_requests
    )


def described(known: Commands) -> None:
    known["move", 1]["description"] = "Make a move"


def elsewhere(known: Commands) -> None:
    known["rules", 1]["contexts"] = [0]


def installed(known: Commands) -> None:
    known["rules", 1]["integration_types"] = [0]


def for_everybody(known: Commands) -> None:
    known["server", 1]["default_member_permissions"] = None


def gone(known: Commands) -> None:
    del known["Show this match", 3]


@pytest.mark.parametrize("other", [described, elsewhere, installed, for_everybody, gone])
async def test_a_difference_is_made_good_once(
    world: World, other: Callable[[Commands], None]
) -> None:
    other(world.env.backend.commands[None])
    before = syncs(world)
    for _ in range(2):
        await world.restart()
        assert syncs(world) == before + 1
