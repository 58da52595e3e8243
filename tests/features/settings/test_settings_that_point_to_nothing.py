"""A channel or role that was deleted in Discord counts as not chosen."""

from dataclasses import replace
from typing import Any

import pytest

from bot.core.actor import Person
from bot.features.challenges.errors import NotAStarter, WrongChannel
from data.ids import ChannelId, PlayerId, RoleId, ServerId
from tests.kit.club import ADA, PLACE, Club

BOSS = Person(PlayerId(900), manages_server=True)
POINTERS: list[tuple[str, Any]] = [
    ("channel_id", ChannelId(702)),
    ("starter_role_id", RoleId(5)),
    ("manager_role_id", RoleId(6)),
]


async def choose(club: Club, field: str, value: object) -> None:
    changed: dict[str, Any] = {field: value}
    await club.settings.change_server(club.actor(BOSS), lambda now: replace(now, **changed))


@pytest.mark.parametrize(("field", "number"), POINTERS)
async def test_what_was_deleted_is_not_chosen_any_more(club: Club, field: str, number: int) -> None:
    assert PLACE.server_id is not None
    await choose(club, field, number)
    assert set(await club.settings.naming()) == {PLACE.server_id}
    await club.settings.forget_gone(PLACE.server_id, {999})
    assert getattr(await club.settings.of_server(PLACE.server_id), field) == number
    await club.settings.forget_gone(PLACE.server_id, {number})
    await club.settings.forget_gone(ServerId(71), {number})
    chosen = await club.settings.of_server(PLACE.server_id)
    assert (getattr(chosen, field), chosen.deleted) == (None, (field,))
    await club.offer(ADA)
    await choose(club, "threads", False)
    assert (await club.settings.of_server(PLACE.server_id)).deleted == (field,)
    await choose(club, field, number)
    assert (await club.settings.of_server(PLACE.server_id)).deleted == ()


@pytest.mark.parametrize(("field", "number"), POINTERS[:2])
async def test_what_is_there_still_counts(club: Club, field: str, number: int) -> None:
    await choose(club, field, number)
    with pytest.raises((WrongChannel, NotAStarter)):
        await club.offer(ADA)
