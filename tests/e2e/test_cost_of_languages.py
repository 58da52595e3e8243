"""What languages cost the database: one read an interaction at most."""

from collections import Counter
from contextlib import nullcontext
from typing import Any
from unittest.mock import patch

import pytest

from languages import languages, on_trial
from languages.known import Known
from languages.pseudo import Pseudo
from tests.core.delivery.test_cost import counting
from tests.kit.scripted import PlainRenderer
from tests.kit.speaking import known
from tests.kit.table import SHORT_APART, World, begin, in_match, press

pytestmark = pytest.mark.parametrize("drawer", [PlainRenderer()])
SETTINGS_OF_PEOPLE = "SELECT players.id, players.settings"
NOBODY = patch("languages.known._all", lambda: Known({}, {}, ()))


async def asked(world: World, doing: Any) -> Counter[str]:
    """What the database is asked from an interaction until all is posted that it leads to."""
    with counting() as ledger:
        await doing
        await world.settle()
    return Counter(each.split("\n")[0].rstrip() for each in ledger.statements)


async def test_a_move_takes_one_read_more_where_languages_are_on_trial(world: World) -> None:
    assert on_trial()
    assert not languages()
    thread = await begin(world, world.ada, world.ben, *SHORT_APART[:2])
    alone, with_others = list[Counter[str]](), list[Counter[str]]()
    for number, move in enumerate(SHORT_APART[2:6]):
        who = (world.ada, world.ben)[number % 2]
        with NOBODY if number < 2 else nullcontext():
            costs = alone if number < 2 else with_others
            costs.append(await asked(world, who.slash(thread, "move", text=move)))
    for without, told in zip(alone, with_others, strict=True):
        assert without.total() > 5
        assert told - without == Counter({SETTINGS_OF_PEOPLE: 1})
        assert not without - told


async def test_other_interactions_take_no_more_than_that(world: World) -> None:
    """Whether languages are on trial or offered; what Discord told is noted once before."""
    thread = await begin(world, world.ada, world.ben, clock="1d")

    async def all_ways() -> list[Counter[str]]:
        board = thread.last_message
        return [
            await asked(world, each)
            for each in (
                world.ada.slash(thread, "move", text="a1-b2"),
                world.ada.autocomplete(thread, "move", "text", "f2-"),
                press(world, world.ada, board, "m:1:0:move"),
                press(world, world.ada, board, "m:1:0:board"),
                world.ada.slash(thread, "settings"),
                in_match(world.ada, thread, "Clocks"),
            )
        ]

    await all_ways()
    with NOBODY:
        alone = await all_ways()
    tried = await all_ways()
    with known(de=Pseudo()):
        offered = await all_ways()
    for without, *others in zip(alone, tried, offered, strict=True):
        for each in others:
            assert each - without <= Counter({SETTINGS_OF_PEOPLE: 1})
            assert not without - each
