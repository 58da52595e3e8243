"""What can stand where: asked in every sort of channel before anything is stored."""

from typing import Any

from simcord.builders import ChannelHandle

from tests.e2e.test_forged_ids import stored
from tests.kit.strict.channels import FACTS, Sort
from tests.kit.table import World, keeper_of, posted

OF_FORUMS = (Sort.FORUM_POST, Sort.MEDIA_POST)
IN_SERVER = [
    each
    for each, facts in FACTS.items()
    if facts.takes_messages and each not in (Sort.DIRECT, Sort.PRIVATE_THREAD)
]


def where(world: World, sort: Sort, place: Any) -> Any:
    """Where what is asked for in a place is posted: beside a thread, but in a forum's post."""
    channel = world.env.backend.get_channel(place.id)
    if not channel.is_thread or sort in OF_FORUMS:
        return place
    parent = world.env.backend.get_channel(channel.parent_id or 0)
    return ChannelHandle(world.env, world.server, parent)


async def test_a_match_is_begun_in_every_sort_that_takes_messages(world: World) -> None:
    for number, sort in enumerate(IN_SERVER, start=1):
        place = world.place(sort)
        there = where(world, sort, place)
        await world.ada.slash(place, "challenge", game="detach", opponent=world.ben)
        card = world.card(there)
        assert card is not None, sort
        await world.ben.click(card, label="Accept")
        match = (await world.match(number)).match
        board = world.env.backend.get_channel(match.board_channel_id or 0)
        opened = FACTS[sort].opens or (None if there is place else board.type)
        assert (
            (board.type, board.parent_id) == (opened, there.id)
            if opened
            else (board.id == there.id)
        ), sort
        assert len(posted(world.env.backend, board.id)) == (1 if opened else 2), sort


async def test_nothing_is_stored_where_nothing_can_stand(world: World) -> None:
    keeper = keeper_of(world)
    for sort, missing in (
        (Sort.TEXT, "send_messages"),
        (Sort.TEXT, "view_channel"),
        (Sort.VOICE, "connect"),
        (Sort.FORUM_POST, "send_messages_in_threads"),
        (Sort.PUBLIC_THREAD, "send_messages"),
    ):
        place = world.place(sort)
        denied = ChannelHandle(world.env, world.server, of_overwrites(world, place))
        world.forbid(denied, **{missing: True})
        for command in ("challenge", "play"):
            before = await stored(world)
            told = world.answer(await keeper.slash(place, command, game="detach")).text
            name = missing.replace("_", " ").title().replace(" In ", " in ")
            assert f"I need the **{name}** permission there" in told, (sort, command)
            assert await stored(world) == before, (sort, command)


def of_overwrites(world: World, place: Any) -> Any:
    """The channel whose overwrites hold in a place."""
    channel = world.env.backend.get_channel(place.id)
    return world.env.backend.get_channel(channel.parent_id) if channel.is_thread else channel
